// The bank details with which an organisation tops up its balance by a transfer to the organisation above it.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { contact } from '../kit/field.ts'

export const payIn = call({
  path: '/view_pay_in/',
  summary: 'The account to which the own organisation transfers money for its balance, and the reference by which the transfer is found (a call of our own)',
  access: { roles: ['reseller', 'seller'], flags: ['has_credit_and_balance'] },
  input: z.object({}),
  output: z.object({
    /** The bank account of the organisation above; null if that organisation has not entered one in its document settings. */
    account: z.nullable(z.object({ name: z.string(), bank_name: contact, iban: contact, bic: contact })),
    /** The user name of the organisation's manager, by which the organisation above finds the payer among its customers. */
    reference: z.string(),
  }),
})
