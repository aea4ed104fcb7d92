// The figures of the start page. Each figure is the number of rows that a list has under the filters in the figure's link, so a click shows exactly that many
// rows.
import { type Calls, calls } from '../../../../contract/index.ts'
import { allows } from '../../../../contract/kit/access.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { waitingFigures } from '../../../../contract/messages/waiting.ts'
import type { Context } from '../../../http/mount.ts'
import { monthBefore } from '../../../kit/berlin.ts'

type WaitingFigure = OutputOf<typeof waitingFigures>['figures'][number]
type Figure = Pick<WaitingFigure, 'count'> & Partial<WaitingFigure>
type Asking = Context<typeof waitingFigures>
type Line = { kind: WaitingFigure['kind']; of: keyof Calls; read: (context: Asking) => Promise<Figure> }

type Counted = 'loginRequestsList' | 'creditRequestsList' | 'customersListShort' | 'shopsReady' | 'openMatters' | 'messagesList'
/** Makes the line for a figure: the number of rows that the list `of` has under these filters. */
const counting = (kind: WaitingFigure['kind'], of: Counted, filters: object = {}): Line => ({
  kind,
  of,
  read: async (context) => ({ count: (await context.lists.first(of, { filters: JSON.stringify(filters) }, context)).filters.total_count }),
})

const lines: readonly Line[] = [
  {
    kind: 'claims',
    of: 'reclaimsList',
    read: async (context) => {
      const { filters, content } = await context.lists.first('reclaimsList', { filters: '{"is_open":"1"}', sort: 'created_at' }, context)
      return { count: filters.total_count, oldest_at: content[0]?.created_at ?? null }
    },
  },
  counting('logins', 'loginRequestsList', { state: 'waiting' }),
  counting('credits', 'creditRequestsList', { state: 'waiting' }),
  {
    kind: 'not_billed',
    of: 'customersForInvoice',
    read: async (context) => {
      const { filters, totals } = await context.lists.first('customersForInvoice', monthBefore(context.now()), context)
      return { count: filters.total_count, amount: totals.amount }
    },
  },
  // Customers that have less available than two ordinary PIN cards cost.
  counting('low', 'customersListShort', { low_balance: '1' }),
  counting('quiet', 'shopsReady'),
  counting('open', 'openMatters'),
  // Messages that the server has given up. Messages that it will still try to send are not counted.
  counting('failed', 'messagesList', { state: 'failed' }),
  {
    kind: 'devices',
    of: 'devicesList',
    read: async (context) => {
      const { counts } = await context.lists.first('devicesList', {}, context)
      return { count: counts.assigned, free: counts.free }
    },
  },
]

/**
 * Counts one list after the other, so that a user who requests all figures takes up only one simultaneous request. A list that cannot be read is reported as
 * failed, and the other lists are still counted.
 */
export async function figuresFor(context: Asking): Promise<WaitingFigure[]> {
  const told: WaitingFigure[] = []
  for (const { kind, of, read } of lines) {
    if (!allows(calls[of].access, context.actor)) continue
    const figure = await read(context).catch((error: unknown) => {
      context.log.warn({ list: of }, error instanceof Error ? error.message : String(error))
      return { count: null }
    })
    told.push({ kind, oldest_at: null, amount: null, free: null, ...figure })
  }
  return told
}
