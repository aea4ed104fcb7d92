// Collections: what customers owe is collected from their bank accounts by SEPA direct debit, in a file for the bank (decision 0095).
import * as z from 'zod/mini'
import { BOOKING_MAX } from '../customers/credit.ts'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { EURO } from '../kit/money.ts'
import { listOf } from '../kit/rows.ts'
import { atLeast, atMost, matches } from '../kit/rules.ts'
import { collecting, mandateSchemes } from './mandates.ts'

/** The most invoices of one collection. */
export const COLLECTION_MAX = 500
/** The most collections that an organisation makes within 24 hours. They are limited because each writes a mail to every customer in it. */
export const COLLECTIONS_A_DAY = 20

export const collectionStates = ['under_way', 'cancelled'] as const
/** Whether a direct debit is the first one under its mandate, or a later one. */
export const collectionSequences = ['first', 'recurring'] as const
/**
 * The states of a line. booked: the bank credited the amount, and the invoice is paid. returned: the customer's bank gave it back. by_hand: what was credited
 * or returned could not be recorded at the invoice, so a person has to clear it.
 */
export const collectionLineStates = ['under_way', 'cancelled', 'booked', 'returned', 'by_hand'] as const
/**
 * The states of a return. booked: the payment was taken back. by_hand: it could not be taken back, because a later payment was recorded or because the
 * bank debited an implausible amount.
 */
export const returnStates = ['open', 'booked', 'by_hand'] as const
/** The highest fee of a return that is accepted: 100 euros. A return with a higher difference is cleared by hand. */
export const RETURN_FEE_MAX = 100 * EURO
/** The most returns of one call. */
export const RETURNS_MAX = 500
/** Why an open invoice is left out. under_way: it is in another collection. no_address: its customer cannot get the mail that the rulebook demands. */
export const leftOutReasons = ['no_mandate', 'other_scheme', 'expired', 'no_address', 'under_way'] as const

const Open = { invoice_id: z.string(), document_no: z.string(), customer_id: z.string(), customer_name: z.string(), open: money }

export const collectionPreview = call({
  path: '/view_collectable_invoices/',
  summary: 'The open invoices that can be collected by direct debit, those that are left out and why, and the earliest day (a call of our own)',
  access: collecting,
  input: z.object({ scheme: z._default(field.oneOf(mandateSchemes), 'core') }),
  output: z.object({
    /** The first possible day of a collection: a business day of the banks, after the days of notice. */
    earliest: day,
    prenotification_days: z.int(),
    /** Whether the document settings lack the creditor identifier or the account. Without these two nothing can be collected. */
    is_incomplete: z.boolean(),
    /** When the database was restored, if that was in the last 30 days: collections made after its backup are unknown here. */
    restored_at: z.nullable(instant),
    rows: z.array(
      z.object({
        ...Open,
        mandate_reference: z.string(),
        sequence: z.enum(collectionSequences),
        due_on: z.nullable(day),
        is_due: z.boolean(),
      }),
    ),
    left_out: z.array(z.object({ ...Open, problem: z.enum(leftOutReasons) })),
    /** Whether there are more open invoices than this answer lists. */
    is_more: z.boolean(),
  }),
})

export const collectionAdd = call({
  path: '/add_collection/',
  summary: 'Makes a collection with its file and tells the customers by mail, once per id; all invoices or none (a call of our own)',
  access: collecting,
  input: z.object({
    /** The collection's id, made by the client: a request repeated with the same id makes no second collection. */
    collection_id: field.id(),
    scheme: field.oneOf(mandateSchemes),
    collect_on: field.day(),
    invoice_ids: field.json(z.array(field.id()).check(atLeast(1), atMost(COLLECTION_MAX, 'too_big'))),
    /** The sum that the user saw. If an invoice was paid or changed meanwhile, nothing is collected. */
    total: field.money(),
  }),
  output: z.object({ collection_id: z.string(), lines: z.int(), total: moneySum }),
  errors: ['changed_meanwhile', 'key_reused', 'too_many_requests'],
  changes: true,
})

const Collection = z.object({
  collection_id: z.string(),
  message_no: z.string(),
  scheme: z.enum(mandateSchemes),
  collect_on: day,
  state: z.enum(collectionStates),
  lines: z.int(),
  total: moneySum,
  reason: z.string(),
  /** The day of the bank's latest credit, the sum of all its credits, and how many credited lines must be cleared by hand. */
  booked_on: z.nullable(day),
  booked: moneySum,
  by_hand: z.int(),
  /** How many returned lines a user still has to book or clear. */
  open_returns: z.int(),
  created_by: contact,
  created_at: instant,
})

export const collectionsList = call({
  path: '/view_collections/',
  summary: 'Collections by direct debit, the newest first (a call of our own)',
  access: collecting,
  input: z.object({
    ...paging(20),
    filters: field.filters({ collection_id: z.optional(field.id()), state: z.optional(field.oneOf(collectionStates)) }),
  }),
  output: listOf(Collection),
})

export const collectionLines = call({
  path: '/view_collection_lines/',
  summary: 'The invoices of one collection, by customer (a call of our own)',
  access: collecting,
  input: z.object({ ...paging(50), filters: field.filters({ collection_id: field.id() }) }),
  output: listOf(
    z.object({
      line_id: z.string(),
      invoice_id: z.string(),
      document_no: z.string(),
      customer_id: z.string(),
      customer_name: z.string(),
      amount: money,
      mandate_reference: z.string(),
      sequence: z.enum(collectionSequences),
      end_to_end_id: z.string(),
      state: z.enum(collectionLineStates),
      /** The return of the debit by the customer's bank; null if there is none. */
      return_id: z.nullable(z.string()),
      returned_on: z.nullable(day),
      /** The code of ISO 20022; blank if the bank gives none. */
      return_reason: z.string(),
      return_fee: z.nullable(money),
      return_state: z.nullable(z.enum(returnStates)),
    }),
  ),
})

export const collectionFile = call({
  path: '/fetch_collection/',
  summary: 'The file of a collection for the bank, pain.008.001.08 in base64: always the same bytes (a call of our own)',
  access: collecting,
  input: z.object({ collection_id: field.id() }),
  /** The file contains names and bank accounts, so all of it is hidden from a support view. */
  output: z.object({ file_name: z.string(), bytes: contact }),
  errors: ['not_found'],
})

export const collectionCancel = call({
  path: '/cancel_collection/',
  summary: 'Gives up a collection that the bank does not carry out; its invoices can be collected again (a call of our own)',
  access: collecting,
  input: z.object({ collection_id: field.id(), reason: field.text(500) }),
  output: z.object({}),
  errors: ['not_found', 'request_over'],
  changes: true,
})

export const debitReturnsTake = call({
  path: '/take_debit_returns/',
  summary: 'Takes returns of direct debits from a bank statement; each line is returned once, and what is no own line is left out (a call of our own)',
  access: collecting,
  input: z.object({
    file_name: field.text(200),
    returns: field.json(
      z
        .array(
          z.strictObject({
            end_to_end_id: z.string().check(atMost(35), matches(/^[0-9a-f]{32}$/, 'not_a_reference')),
            booked_on: field.day(),
            /** What the bank debited: the amount of the line, perhaps plus the bank's fee for the return. */
            amount: field.money(100, BOOKING_MAX),
            reason: z.string().check(atMost(4), matches(/^([A-Z0-9]{4})?$/, 'not_a_reference')),
          }),
        )
        .check(atMost(RETURNS_MAX, 'too_big')),
    ),
  }),
  output: z.object({ taken: z.int() }),
  changes: true,
  undone: ({ taken }) => (taken > 0 ? undefined : 'nothing'),
})

export const debitReturnBook = call({
  path: '/book_debit_return/',
  summary: 'Takes the payment of a returned direct debit back, once; if that is not possible, it is to be cleared by hand (a call of our own)',
  access: collecting,
  input: z.object({ return_id: field.id() }),
  output: z.object({ state: z.enum(returnStates) }),
  errors: ['not_found', 'forbidden', 'request_over', 'amount_out_of_range'],
  changes: true,
})
