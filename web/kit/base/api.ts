// Every call of the contract for screens: query(name, input) reads, useCall(name) changes something, ask(name, input) makes any other call.
import { type QueryClient, queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import type { CallName, Calls } from '../../../contract/index.ts'
import { accountRole } from '../../../contract/kit/access.ts'
import type { OutputOf } from '../../../contract/kit/call.ts'
import { CallError, type CallInput, createInvoke, NoAnswer } from '../../../contract/kit/client.ts'
import { fetchContract } from './contract.ts'
import { ReadCache } from './read-cache.ts'
import { idleMs, send, toDoor } from './session.ts'

export type { CallName } from '../../../contract/index.ts'
export type Input<N extends CallName> = CallInput<Calls[N]>
export type Output<N extends CallName> = OutputOf<Calls[N]>

const USER_AGAIN_MS = 15_000

const invoke = createInvoke(send, () => ({}))

/** Makes one call and returns its answer. If the session has ended, it opens the login; if the account was stopped, it clears all data and reloads. */
export async function ask<N extends CallName>(name: N, input: Input<N>, signal?: AbortSignal, through = invoke): Promise<Output<N>> {
  const c = (await fetchContract(name)) as Calls[N]
  try {
    const output = await through(c, input, signal)
    if (name !== 'authCheck') readUserAgain()
    return output
  } catch (error) {
    if (error instanceof CallError) leaveIfOver(error)
    throw error
  }
}

function leaveIfOver(error: CallError) {
  if (error.code === 'session_locked') void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
  if (error.account_status === 0) {
    localStorage.clear()
    location.reload()
    // A wrong one-time code is answered 401 too, but does not end the session.
  } else if (error.status === 401 && error.code !== 'code_wrong') toDoor('ended')
}

/** Reads the user info again after a call by a shop's user who has just used the page, at most every 15 seconds (docs/domain.md, Waiting). */
function readUserAgain() {
  const known = queryClient.getQueryState<Output<'authCheck'>>(userQuery.queryKey)
  if (known?.data?.account_role !== accountRole.seller || known.fetchStatus !== 'idle' || Date.now() - known.dataUpdatedAt < USER_AGAIN_MS) return
  if (idleMs() < USER_AGAIN_MS) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
}

/** A read is retried if it got no answer, but not if the server refused it. */
export const queryClient = new ReadCache({
  defaultOptions: {
    queries: { retry: (failures, error) => error instanceof NoAnswer && failures < 2, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The call's name comes first in the query key, so that invalidating the name after a change refreshes every page of a list. */
export const query = <N extends CallName>(name: N, input: Input<N>) =>
  queryOptions({ queryKey: [name, input] as const, queryFn: ({ signal }) => ask(name, input, signal) })

type Then<N extends CallName> = {
  refresh?: readonly CallName[]
  done?: (output: Output<N>) => void
  /** A function that sends the request instead of `ask`, such as one that repeats it until its outcome is known. */
  send?: (input: Input<N>) => Promise<Output<N>>
}

/**
 * Returns a call that changes something. After `mutate(input)` it runs `done`, and the data of the calls in `refresh` is read again, even after a failure,
 * because a failed call may have changed something.
 */
export function useCall<N extends CallName>(name: N, then: Then<N> = {}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: then.send ?? ((input: Input<N>) => ask(name, input)),
    onSuccess: then.done,
    onSettled: () => readAgain(cache, then.refresh ?? []),
  })
}

/** Reads again every page of these lists and every other answer of these calls. */
export function readAgain(cache: QueryClient, stale: readonly CallName[]): void {
  for (const name of stale) cache.invalidateQueries({ queryKey: [name] })
  // The rows of a list may count as waiting work, so the counts of waiting work are read again too.
  if (stale.some((name) => name.endsWith('List'))) for (const queryKey of [['waitingCounts'], ['waitingFigures']]) cache.invalidateQueries({ queryKey })
}

export const userQuery = { ...query('authCheck', {}), staleTime: USER_AGAIN_MS }
/** The signed-in user. It is loaded before the first screen, so this never waits. */
export const useUser = () => useSuspenseQuery(userQuery).data

/** Signs out: ends the session in this browser in any case, and on the server if it can be reached. */
export async function signOut() {
  await ask('logout', {}).catch(() => undefined)
  toDoor('signed_out')
}
