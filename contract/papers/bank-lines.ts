// Incoming transfers from bank statements: read from a file, matched to invoices and customers, and booked after a user has checked them.
import * as z from 'zod/mini'
import { BOOKING_MAX } from '../customers/credit.ts'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost, broken, highest, lowest } from '../kit/rules.ts'

/** The most transfers of one call; a longer file is sent in parts. */
export const BANK_LINES_MAX = 500
/** The most transfers that an organisation stores within 24 hours. */
export const BANK_LINES_A_DAY = 20_000

/**
 * The states of a transfer. waiting: its booking is above what one person may book alone and waits for a second person. aside: a user set it aside, with a
 * reason.
 */
export const bankLineStates = ['open', 'waiting', 'booked', 'aside'] as const
/** The facts by which a transfer's invoice or customer can be found, the most reliable first. */
export const matchedBy = ['document_no', 'username', 'iban', 'name', 'amount'] as const

/** Access for resellers only, because transfers to the platform are for several tenants. */
const ofReseller = { roles: ['reseller'], flags: ['has_credit'] } as const
const text = (max: number) => z.string().check(z.trim(), atMost(max))

/** The longest texts of a transfer. ISO 20022 allows 140 characters for a name and four times 140 for the purpose. */
const LINE = { name: text(140), iban: text(42), reference: text(560) }

export const bankLinesTake = call({
  path: '/take_bank_lines/',
  summary: 'Takes incoming transfers of a bank statement; one that was taken before, from whichever file, is not taken again (a call of our own)',
  access: ofReseller,
  input: z.object({
    file_name: field.text(200),
    /** The organisation's own account that the statement is about; blank if the file does not name it. */
    account: text(42),
    transfers: field.json(
      z
        .array(
          z.strictObject({
            booked_on: field.day(),
            amount: field.money(100, BOOKING_MAX),
            ...LINE,
            /** Counts, from 0, the transfers of the file that are equal in all other fields, so that two equal transfers of a day are not taken for one. */
            nth: z.int().check(lowest(0, 'too_small'), highest(BANK_LINES_A_DAY)),
          }),
        )
        .check(atMost(BANK_LINES_MAX, 'too_big')),
    ),
  }),
  output: z.object({
    taken: z.int(),
    /** How many of the transfers were stored already. */
    known: z.int(),
  }),
  errors: ['too_many_requests'],
  changes: true,
  undone: ({ taken }) => (taken > 0 ? undefined : 'nothing'),
})

const Proposal = z.object({
  by: z.enum(matchedBy),
  /**
   * Whether the transfer can be booked without a choice by the user. An invoice must be named by its number, with exactly its open amount. A customer must be
   * identified by an account that has paid for this customer alone; or by the user name, if the transfer's purpose is nothing but that name, or if the payer's
   * name or account matches too.
   */
  is_certain: z.boolean(),
  /** The invoice to be paid; null for a top-up. */
  invoice_id: z.nullable(z.string()),
  document_no: z.nullable(z.string()),
  /** The amount of the invoice that is still to be paid. */
  open: z.nullable(money),
  customer_id: z.string(),
  customer_name: z.string(),
})

export const bankLinesList = call({
  path: '/view_bank_lines/',
  summary: 'The incoming transfers that were taken, the newest first; open ones with what they are probably for (a call of our own)',
  access: ofReseller,
  input: z.object({ ...paging(20), filters: field.filters({ state: z.optional(z.enum(bankLineStates)) }), search_text: field.search() }),
  output: listOf(
    z.object({
      line_id: z.string(),
      booked_on: day,
      amount: money,
      name: contact,
      iban: contact,
      reference: contact,
      state: z.enum(bankLineStates),
      /** Whether another transfer of the same day has the same amount and the same account or name, and so may be the same transfer from another file. */
      is_twin: z.boolean(),
      proposal: z.nullable(Proposal),
      /** The customer or invoice for which the transfer was booked; blank as long as it is not booked. */
      customer_id: z.nullable(z.string()),
      customer_name: z.string(),
      invoice_id: z.nullable(z.string()),
      document_no: z.string(),
      /** The collection by direct debit that the transfer credits, named by its reference, and the day of that collection. */
      collection_id: z.nullable(z.string()),
      collect_on: z.nullable(day),
      /** The sum of the collection's lines under way. An open transfer can be booked for the collection only if it has this amount. */
      expected: z.nullable(moneySum),
      /** The user who booked the transfer or set it aside, the time, and the reason for setting it aside. */
      decided_by: contact,
      decided_at: z.nullable(instant),
      reason: z.string(),
      file_name: z.string(),
      taken_by: contact,
      taken_at: instant,
    }),
    { counts: z.object({ open: z.int(), waiting: z.int() }) },
  ),
})

export const bankLineBook = call({
  path: '/book_bank_line/',
  summary: 'Books an incoming transfer once: as payment of an invoice, top-up of a customer, or credit of a collection (a call of our own)',
  access: ofReseller,
  input: z
    .object({ line_id: field.id(), invoice_id: z.optional(field.id()), customer_id: z.optional(field.id()), collection_id: z.optional(field.id()) })
    .check(({ value: { invoice_id, customer_id, collection_id }, issues }) => {
      // Requires exactly one of invoice, customer and collection, because with several the meaning would not be clear.
      if ([invoice_id, customer_id, collection_id].filter((id) => id !== undefined).length !== 1) issues.push(broken('required', customer_id, ['customer_id']))
    }),
  output: z.object({ state: z.enum(['booked', 'waiting']) }),
  errors: ['not_found', 'forbidden', 'request_over', 'amount_out_of_range', 'changed_meanwhile', 'in_progress', 'busy'],
  changes: true,
  undone: ({ state }) => (state === 'waiting' ? 'waiting' : undefined),
})

export const bankLineAside = call({
  path: '/set_bank_line_aside/',
  summary: 'Sets an incoming transfer aside with the reason why it is not booked here, or takes it back without one (a call of our own)',
  access: ofReseller,
  input: z.object({ line_id: field.id(), reason: z.optional(text(500)) }),
  output: z.object({ state: z.enum(['open', 'aside']) }),
  errors: ['not_found', 'request_over'],
  changes: true,
})
