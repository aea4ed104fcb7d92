// Documents of a period for a tax adviser's books: DATEV's format EXTF, and the accounts it is written to.
import * as z from 'zod/mini'
import { issuing } from './invoices.ts'
import { call } from './kit/call.ts'
import { field } from './kit/field.ts'
import { atMost, matches } from './kit/rules.ts'

/** Which account of the adviser's each kind of amount belongs to. */
export const datevAccounts = ['receivables', 'revenue_full', 'revenue_reduced', 'revenue_reverse', 'revenue_exempt', 'revenue_outside', 'commission'] as const

const account = z.string().check(z.trim(), atMost(9), matches(/^([1-9]\d{3,8})?$/, 'not_an_account'))
const accounts = {
  ...{ receivables: account, revenue_full: account, revenue_reduced: account, revenue_reverse: account },
  ...{ revenue_exempt: account, revenue_outside: account, commission: account },
}

export const datevSettings = call({
  path: '/view_datev_settings/',
  summary: 'The tax adviser’s numbers and accounts (a call of our own)',
  access: issuing,
  input: z.object({}),
  output: z.object({
    ...{ consultant_no: z.int(), client_no: z.int(), account_length: z.int() },
    ...{ receivables: z.string(), revenue_full: z.string(), revenue_reduced: z.string(), revenue_reverse: z.string() },
    ...{ revenue_exempt: z.string(), revenue_outside: z.string(), commission: z.string() },
  }),
})

export const datevSettingsUpdate = call({
  path: '/update_datev_settings/',
  summary: 'Changes the tax adviser’s numbers and accounts; what is not named stays (a call of our own)',
  access: issuing,
  input: z.partial(z.object({ consultant_no: field.int(1001, 9_999_999), client_no: field.int(1, 99_999), account_length: field.int(4, 8), ...accounts })),
  output: z.object({}),
  changes: true,
})

export const datevFile = call({
  path: '/fetch_datev/',
  summary: 'The documents made in a period of one year as bookings for DATEV, in base64 (a call of our own)',
  access: issuing,
  input: z.object({ date_from: field.day(), date_to: field.day() }),
  output: z.object({ file_name: z.string(), bytes: z.string(), bookings: z.int() }),
  errors: ['datev_incomplete', 'too_large'],
})
