// The call that reads what the shell shows around every page, and the till above its tiles.
import type { shellParts as shellPartsCall } from '../../../../contract/sales/shell-parts.ts'
import type { Context, Handlers } from '../../../http/mount.ts'

type Part = 'balance' | 'noticesList' | 'waitingCounts' | 'guidedStart' | 'shiftNow' | 'comingPrices'

export const shellParts: Pick<Handlers, 'shellParts'> = {
  // The parts are read one after the other, so that one request does not take the database connections of several.
  shellParts: async ({ with_start, with_till }, context) => ({
    balance: await partOf('balance', context),
    notices: await partOf('noticesList', context),
    waiting: with_till ? null : await partOf('waitingCounts', context),
    start: with_start ? await partOf('guidedStart', context) : null,
    shift: with_till ? await partOf('shiftNow', context) : null,
    coming: with_till ? await partOf('comingPrices', context) : null,
  }),
}

/**
 * Returns the answer of a part's own call, for a list its first row; null if the caller has no right to that call or the part could not be read, so that the
 * other parts are still returned.
 */
async function partOf<N extends Part>(name: N, context: Context<typeof shellPartsCall>) {
  const { lists, actor, log } = context
  try {
    lists.admit(name, actor)
    return await lists.first(name, {}, context)
  } catch (error) {
    log.warn({ tenant_id: actor.tenant_id, part: name }, error instanceof Error ? error.message : String(error))
    return null
  }
}
