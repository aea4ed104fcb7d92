// Open matters: everything that a user or the server still has to finish, in one list, with the money held for it.
import * as z from 'zod/mini'
import { agreement } from '../kit/agreement.ts'
import { call } from '../kit/call.ts'
import { contact, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { reportOf } from '../kit/rows.ts'

export const openKinds = ['hold', 'approval', 'credit_run', 'file', 'upload', 'stock_held', 'export', 'reclamation', 'invoice_run', 'case'] as const

export const openMatters = call({
  path: '/get_open_matters/',
  summary: 'Everything that is not final and concerns the caller, oldest first: since when, whose, how much money it holds (a call of our own)',
  access: { roles: ['superadmin', 'reseller', 'seller'] },
  input: z.object({ ...paging(20), filters: field.filters({ kind: z.optional(z.enum(openKinds)) }) }),
  output: reportOf(
    z.object({
      matter_id: z.string(),
      /** The kind of the matter, which determines who finishes it and how. */
      kind: z.enum(openKinds),
      since: instant,
      /** What the matter is about, such as the name of the goods. */
      subject: z.string(),
      organisation_name: z.string(),
      /** The user who began the matter. */
      person: contact,
      /**
       * The money that is held, or waits to be booked, in the caller's own wallet or in those of its customers; null if the matter is not about money, or if
       * discounts are hidden from the caller.
       */
      amount: z.nullable(money),
    }),
    z.object({ amount: moneySum }),
    { agrees: agreement },
  ),
})
