// Every call of the contract for screens: query(name, input) to read, useCall(name) to change, ask(name, input) for anything else.
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
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

/** Makes one request. An ended session leads to the login, a stopped account clears everything and reloads. */
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
    // A wrong one-time code answers 401 too, but does not end the session.
  } else if (error.status === 401 && error.code !== 'code_wrong') toDoor('ended')
}

/** The seller's user details are read again while somebody works, at most every 15 seconds (docs/domain.md, Waiting). */
function readUserAgain() {
  const known = queryClient.getQueryState<Output<'authCheck'>>(userQuery.queryKey)
  if (known?.data?.account_role !== accountRole.seller || known.fetchStatus !== 'idle' || Date.now() - known.dataUpdatedAt < USER_AGAIN_MS) return
  if (idleMs() < USER_AGAIN_MS) void queryClient.invalidateQueries({ queryKey: userQuery.queryKey })
}

/** Reads are retried when no answer came, not after a refusal. */
export const queryClient = new ReadCache({
  defaultOptions: {
    queries: { retry: (failures, error) => error instanceof NoAnswer && failures < 2, staleTime: 5_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The call's name comes first in the key, so that invalidating the name after a change refreshes every page of a list. */
export const query = <N extends CallName>(name: N, input: Input<N>) =>
  queryOptions({ queryKey: [name, input] as const, queryFn: ({ signal }) => ask(name, input, signal) })

type Then<N extends CallName> = {
  refresh?: readonly CallName[]
  done?: (output: Output<N>) => void
  /** Another way to send the call, which retries until the outcome is known. */
  send?: (input: Input<N>) => Promise<Output<N>>
}

/** A change: `mutate(input)`, then `done` runs and the named reads are refreshed, also after a failure, because something may have changed even then. */
export function useCall<N extends CallName>(name: N, then: Then<N> = {}) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: then.send ?? ((input: Input<N>) => ask(name, input)),
    onSuccess: then.done,
    onSettled: () => {
      for (const stale of then.refresh ?? []) cache.invalidateQueries({ queryKey: [stale] })
      // Rows of such a list may be counted as waiting matters, so the counts of waiting matters are read again too.
      if (then.refresh?.some((name) => name.endsWith('List')))
        for (const queryKey of [['waitingCounts'], ['waitingFigures']]) cache.invalidateQueries({ queryKey })
    },
  })
}

export const userQuery = { ...query('authCheck', {}), staleTime: USER_AGAIN_MS }
/** The signed-in user. It is loaded before the first screen, so this never waits. */
export const useUser = () => useSuspenseQuery(userQuery).data

/** Ends the session on the server if it can, and here in any case. */
export async function signOut() {
  await ask('logout', {}).catch(() => undefined)
  toDoor('signed_out')
}
