// The call that reads what the shell shows around every page.
import type { shellParts as shellPartsCall } from '../../../../contract/sales/shell-parts.ts'
import type { Context, Handlers } from '../../../http/mount.ts'

type Part = 'balance' | 'noticesList' | 'waitingCounts' | 'guidedStart'

export const shellParts: Pick<Handlers, 'shellParts'> = {
  shellParts: async ({ with_start }, context) => {
    const [balance, notices, waiting, start] = await Promise.all([
      partOf('balance', context),
      partOf('noticesList', context),
      partOf('waitingCounts', context),
      with_start ? partOf('guidedStart', context) : null,
    ])
    return { balance, notices, waiting, start }
  },
}

/** Returns the answer of a part's own call, for a list its first row; null if it could not be read, so that the other parts are still returned. */
const partOf = <N extends Part>(name: N, context: Context<typeof shellPartsCall>) =>
  context.lists.first(name, {}, context).catch((error: unknown) => {
    context.log.warn({ tenant_id: context.actor.tenant_id, part: name }, error instanceof Error ? error.message : String(error))
    return null
  })
