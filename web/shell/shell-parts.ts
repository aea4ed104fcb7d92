// Reads what the shell shows first in one request. Each of its queries takes its part of the answer, and refreshes itself from then on.
import type { UserInfo } from '../../contract/people/account.ts'
import { ask, type CallName, type Input, type Output, query, queryClient } from '../kit/base/api.ts'
import { hasWallet } from '../kit/base/can.ts'
import { inMenu, menuOf } from '../screens/menu.ts'

type Parts = Output<'shellParts'>

/** Starts the shell's queries. A query whose part is missing in the answer sends its own request. `isStart`: whether the start page is opened. */
export function readShellParts(user: UserInfo, isStart: boolean): void {
  const parts = ask('shellParts', isStart ? { with_start: true } : {}).catch(() => undefined)
  const share = <N extends CallName>(name: N, input: Input<N>, take: (all: Parts) => Output<N> | null) =>
    void queryClient.prefetchQuery({
      ...query(name, input),
      queryFn: async ({ signal }) => {
        const all = await parts
        return (all && take(all)) ?? ask(name, input, signal)
      },
    })
  share('noticesList', { limit: 1 }, ({ notices }) => notices)
  if (hasWallet(user)) share('balance', {}, ({ balance }) => balance)
  if (inMenu(menuOf(user)).some((screen) => screen.menu.waits)) share('waitingCounts', {}, ({ waiting }) => waiting)
  if (isStart) share('guidedStart', {}, ({ start }) => start)
}
