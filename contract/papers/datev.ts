// Documents of a period for a tax adviser's books: the file in DATEV's format EXTF, and the accounts used in it.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { field } from '../kit/field.ts'
import { atMost, matches } from '../kit/rules.ts'
import { issuing } from './invoices.ts'

/** The account in the adviser's books for each kind of amount. */
export const datevAccounts = [
  ...(['revenue_full', 'revenue_reduced', 'revenue_other', 'revenue_reverse', 'revenue_exempt', 'revenue_outside'] as const),
  ...(['commission', 'bank', 'balances'] as const),
] as const

/**
 * The day of a document that decides whether the document belongs to the period: the last day of its supplies, which determines the tax return, or the day on
 * which it was made.
 */
export const datevDays = ['supplied', 'issued'] as const

const account = z.string().check(z.trim(), atMost(9), matches(/^([1-9]\d{3,8})?$/, 'not_an_account'))
const key = z.string().check(z.trim(), atMost(4), matches(/^\d{0,4}$/, 'not_a_key'))
const accounts = {
  ...{ revenue_full: account, revenue_reduced: account, revenue_other: account, revenue_reverse: account },
  ...{ revenue_exempt: account, revenue_outside: account, commission: account, bank: account, balances: account },
  ...{ key_full: key, key_reduced: key },
}

export const datevSettings = call({
  path: '/view_datev_settings/',
  summary: 'The tax adviser’s numbers and accounts (a call of our own)',
  access: issuing,
  input: z.object({}),
  output: z.object({
    ...{ consultant_no: z.int(), client_no: z.int(), account_length: z.int() },
    /** The account of the first customer; 0: the lowest possible account. Each further customer has the next account. */
    debtors_from: z.int(),
    ...{ revenue_full: z.string(), revenue_reduced: z.string(), revenue_other: z.string(), revenue_reverse: z.string() },
    ...{ revenue_exempt: z.string(), revenue_outside: z.string(), commission: z.string(), bank: z.string(), balances: z.string() },
    /** The tax keys of commissions at the full and the reduced rate. */
    ...{ key_full: z.string(), key_reduced: z.string() },
  }),
})

export const datevSettingsUpdate = call({
  path: '/update_datev_settings/',
  summary: 'Changes the tax adviser’s numbers and accounts; what is not named stays (a call of our own)',
  access: issuing,
  input: z.partial(
    z.object({
      ...{ consultant_no: field.int(1001, 9_999_999), client_no: field.int(1, 99_999), account_length: field.int(4, 8) },
      ...{ debtors_from: field.int(0, 699_999_999), ...accounts },
    }),
  ),
  output: z.object({}),
  changes: true,
})

export const datevFile = call({
  path: '/fetch_datev/',
  summary: 'The documents of a period of one year as bookings for DATEV, with what settled and paid them, in base64 (a call of our own)',
  access: issuing,
  input: z.object({ date_from: field.day(), date_to: field.day(), by: z._default(field.oneOf(datevDays), 'supplied') }),
  output: z.object({ file_name: z.string(), bytes: z.string(), bookings: z.int() }),
  errors: ['datev_incomplete', 'too_large'],
})

export const fecFile = call({
  path: '/fetch_fec/',
  summary:
    'The bookings of a period of one year as the file that French tax offices ask for (FEC), numbered from the year’s first, in base64 (a call of our own)',
  access: issuing,
  input: z.object({ date_from: field.day(), date_to: field.day() }),
  output: z.object({ file_name: z.string(), bytes: z.string(), entries: z.int() }),
  errors: ['datev_incomplete', 'too_large'],
})
