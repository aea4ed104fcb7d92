// A month's pack: documents, ledgers, Z-reports, stock and bookings of a past month in one archive, with the hash of each file.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { atMost, matches } from '../kit/rules.ts'
import { issuing } from './invoices.ts'

/** The calls whose rights are needed to make or fetch a month's pack, because the pack contains what these calls show. */
export const packRights = ['monthPack', 'ledgerCustomer'] as const

export const monthPack = call({
  path: '/start_month_pack/',
  summary: 'Begins a month’s end: a ZIP of every document, the ledgers, Zs, stock and bookings of a month, the same bytes each time (a call of our own)',
  access: issuing,
  input: z.object({
    /** The month as YYYY-MM. It must be past and its books closed, which happens ten minutes after its end. */
    month: z.string().check(atMost(7, 'not_a_month'), matches(/^[12]\d{3}-(0[1-9]|1[0-2])$/, 'not_a_month')),
  }),
  output: z.object({ download_id: z.string() }),
  errors: ['forbidden', 'too_many_requests'],
  changes: true,
})
