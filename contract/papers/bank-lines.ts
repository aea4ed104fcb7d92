// Incoming transfers from the bank's statements: taken from a file, matched to invoices and customers, and booked after a look.
import * as z from 'zod/mini'
import { BOOKING_MAX } from '../customers/credit.ts'
import { call } from '../kit/call.ts'
import { contact, day, field, instant, money, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'
import { atMost, broken, highest, lowest } from '../kit/rules.ts'

/** The most transfers that one call takes; a longer file is sent in parts. */
export const BANK_LINES_MAX = 500
/** The most transfers that an organisation takes within 24 hours. */
export const BANK_LINES_A_DAY = 20_000

/** waiting: the booking is above what one person may book alone. aside: somebody said why it is not booked here. */
export const bankLineStates = ['open', 'waiting', 'booked', 'aside'] as const
/** What a proposal was found by, the surest first. */
export const matchedBy = ['document_no', 'username', 'iban', 'name', 'amount'] as const

/** Only resellers: transfers to the platform are for several tenants. */
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
    /** The own account that the statement is of; blank if the file does not say it. */
    account: text(42),
    transfers: field.json(
      z
        .array(
          z.strictObject({
            booked_on: field.day(),
            amount: field.money(100, BOOKING_MAX),
            ...LINE,
            /** Counts transfers of the whole file that are equal in everything else, from 0: two equal transfers of one day are two. */
            nth: z.int().check(lowest(0, 'too_small'), highest(BANK_LINES_A_DAY)),
          }),
        )
        .check(atMost(BANK_LINES_MAX, 'too_big')),
    ),
  }),
  output: z.object({
    taken: z.int(),
    /** Transfers that were there already. */
    known: z.int(),
  }),
  errors: ['too_many_requests'],
  changes: true,
  undone: ({ taken }) => (taken > 0 ? undefined : 'nothing'),
})

const Proposal = z.object({
  by: z.enum(matchedBy),
  /**
   * Whether it can be booked without choosing: an invoice by its number with exactly its open amount; a customer by an account that has paid for it alone, or
   * by its user name, if that is the whole purpose or the payer's name or account says the same.
   */
  is_certain: z.boolean(),
  /** The invoice to be paid; null for a top-up. */
  invoice_id: z.nullable(z.string()),
  document_no: z.nullable(z.string()),
  /** What is still to be paid of the invoice. */
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
      /** Another transfer of the same day has the same amount and the same account or name: perhaps the same one from another file. */
      is_twin: z.boolean(),
      proposal: z.nullable(Proposal),
      /** What it was booked for; blank while it is not. */
      customer_id: z.nullable(z.string()),
      customer_name: z.string(),
      invoice_id: z.nullable(z.string()),
      document_no: z.string(),
      /** Who booked it or set it aside, when, and why it was set aside. */
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
  summary: 'Books an incoming transfer once: as the payment of an invoice, or as a top-up of a customer (a call of our own)',
  access: ofReseller,
  input: z
    .object({ line_id: field.id(), invoice_id: z.optional(field.id()), customer_id: z.optional(field.id()) })
    .check(({ value: { invoice_id, customer_id }, issues }) => {
      // One of the two is needed; with both it would not be clear what is meant.
      if ((invoice_id === undefined) === (customer_id === undefined)) issues.push(broken('required', customer_id, ['customer_id']))
    }),
  output: z.object({ state: z.enum(['booked', 'waiting']) }),
  errors: ['not_found', 'forbidden', 'request_over', 'amount_out_of_range', 'in_progress', 'busy'],
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
