// What the shell shows around every page, and the till above its tiles. One request reads all of it, because each further request delays the first page on a
// slow line.
import * as z from 'zod/mini'
import { balance } from '../customers/balance.ts'
import { guidedStart } from '../customers/guided-start.ts'
import { comingPrices } from '../goods/planned-prices.ts'
import { call } from '../kit/call.ts'
import { field } from '../kit/field.ts'
import { noticesList } from '../messages/notices.ts'
import { waitingCounts } from '../messages/waiting.ts'
import { shiftNow } from '../papers/shifts.ts'

export const shellParts = call({
  path: '/shell_parts/',
  summary: 'Balance, newest notice and counts of waiting work; on the start page the steps to the first sale; at the till its shift (a call of our own)',
  access: 'all',
  /**
   * `with_start`: whether to read the steps to the first sale, which only the start page shows. `with_till`: whether to read the shift and the coming prices,
   * which only the till shows, instead of the counts of waiting work, which it does not show.
   */
  input: z.object({ with_start: z.optional(field.bool()), with_till: z.optional(field.bool()) }),
  /** Each part is the answer of its own call; null if it was not asked for or could not be read. */
  output: z.object({
    balance: z.nullable(balance.output),
    notices: z.nullable(noticesList.output),
    waiting: z.nullable(waitingCounts.output),
    start: z.nullable(guidedStart.output),
    shift: z.nullable(shiftNow.output),
    coming: z.nullable(comingPrices.output),
  }),
})
