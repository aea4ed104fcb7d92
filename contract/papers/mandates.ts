// Mandates of SEPA direct debits. By a mandate a customer allows its reseller to collect from the customer's bank account what the customer owes (decision
// 0095).
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact, day, field, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost, holds, matches } from '../kit/rules.ts'

/** The two schemes of the rulebooks: core for everybody, b2b for businesses, which cannot have a collection paid back. */
export const mandateSchemes = ['core', 'b2b'] as const
/** The states of a mandate. expired: it was not used for 36 months, so the rulebook no longer allows its use. */
export const mandateStates = ['unused', 'in_use', 'expired', 'revoked'] as const

/** Access for resellers only, because a shop has no customers, and the platform bills nobody. */
export const collecting = { roles: ['reseller'], flags: ['has_invoice'], only: ['reseller'] } as const

/**
 * A reference of at most 35 characters of the SEPA set, without blanks, because some banks drop them; a slash may not be first or last, nor follow another one.
 */
const mandate_reference = z.string().check(
  z.trim(),
  atMost(35),
  matches(/^[A-Za-z0-9+().,/-]*$/, 'not_a_reference'),
  holds((text) => !text.startsWith('/') && !text.endsWith('/') && !text.includes('//'), 'not_a_reference'),
)

/** IBAN and BIC are checked by the server. */
const fields = {
  account_holder: field.text(70),
  iban: field.text(42),
  bic: z.string().check(z.trim(), atMost(20)),
  signed_on: field.day(),
  scheme: field.oneOf(mandateSchemes),
}

const Mandate = z.object({
  mandate_id: z.string(),
  customer_id: z.string(),
  customer_name: z.string(),
  mandate_reference: z.string(),
  account_holder: contact,
  iban: contact,
  bic: contact,
  signed_on: day,
  scheme: z.enum(mandateSchemes),
  state: z.enum(mandateStates),
  /** The latest day on which something was collected with the mandate; null if it was never used. */
  last_used_on: z.nullable(day),
  revoked_on: z.nullable(day),
})

export const mandatesList = call({
  path: '/view_mandates/',
  summary: 'Mandates of the own customers for direct debits, by customer (a call of our own)',
  access: collecting,
  input: z.object({
    ...paging(50),
    filters: field.filters({
      mandate_id: z.optional(field.id()),
      customer_id: z.optional(field.id()),
      scheme: z.optional(fields.scheme),
      state: z.optional(field.oneOf(mandateStates)),
    }),
    search_text: field.search(),
    sort: z._default(field.oneOf(['customer_name', '-customer_name', 'mandate_reference', '-mandate_reference']), 'customer_name'),
  }),
  output: listOf(Mandate),
})

export const mandateCustomers = call({
  path: '/view_customers_without_mandate/',
  summary: 'The own customers who have no mandate yet, or only revoked ones, by name (a call of our own)',
  access: collecting,
  input: z.object({ ...paging(20), search_text: field.search() }),
  output: listOf(z.object({ customer_id: z.string(), customer_name: z.string(), city: z.string() })),
})

export const mandateAdd = call({
  path: '/add_mandate/',
  summary: 'A new mandate of a customer who has none; without a reference it gets the next number (a call of our own)',
  access: collecting,
  input: z.object({ customer_id: field.id(), mandate_reference: z.optional(mandate_reference), ...fields, bic: z.optional(fields.bic) }),
  output: z.object({ mandate_id: z.string(), mandate_reference: z.string() }),
  errors: ['not_found'],
  changes: true,
})

export const mandateUpdate = call({
  path: '/edit_mandate/',
  summary: 'Changes a mandate that was never used; what is not named stays (a call of our own)',
  access: collecting,
  input: z.object({ mandate_id: field.id(), ...z.partial(z.object({ mandate_reference, ...fields })).shape }),
  output: z.object({}),
  errors: ['not_found', 'request_over'],
  changes: true,
})

export const mandateRevoke = call({
  path: '/revoke_mandate/',
  summary: 'Revokes a mandate today: nothing more is collected with it (a call of our own)',
  access: collecting,
  input: z.object({ mandate_id: field.id() }),
  output: z.object({}),
  errors: ['not_found', 'request_over'],
  changes: true,
})
