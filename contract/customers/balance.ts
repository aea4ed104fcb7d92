// The amount that an organisation has available. This call has its own file, because the till needs no other call about credit.
import * as z from 'zod/mini'
import { call } from '../kit/call.ts'
import { instant, money } from '../kit/field.ts'

export const balance = call({
  path: '/dynamic_balance/',
  method: 'GET',
  summary: 'The caller’s own wallet with its parent',
  access: 'all',
  input: z.object({}),
  output: z.object({ balance: money, credit_limit: money, held: money, available: money, as_of: instant }),
  machine: 'start',
})
