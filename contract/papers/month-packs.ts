// A month's end as one file: documents, ledgers, Zs, stock and bookings of a month that is over, with the hash of each.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { atMost, matches } from '../kit/rules.ts'
import { issuing } from './invoices.ts'

/** What whoever makes or fetches a month's end may call: it holds what these show. */
export const packRights = ['monthPack', 'ledgerCustomer'] as const

export const monthPack = call({
  path: '/start_month_pack/',
  summary: 'Begins a month’s end: a ZIP of every document, the ledgers, Zs, stock and bookings of a month, the same bytes each time (a call of our own)',
  access: issuing,
  input: z.object({
    /** YYYY-MM, over and with its books closed, which takes ten minutes. */
    month: z.string().check(atMost(7, 'not_a_month'), matches(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'not_a_month')),
  }),
  output: z.object({ download_id: z.string() }),
  errors: ['forbidden', 'too_many_requests'],
  changes: true,
})
