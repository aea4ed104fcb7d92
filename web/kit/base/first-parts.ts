// What the shell and the till show first, read in one request (contract/sales/shell-parts.ts). Each query takes its part of the answer, and refreshes itself from
// then on.
import * as z from 'zod/mini'
import { ask, type CallName, type Input, type Output, query, queryClient } from './api.ts'
import { fetchContract } from './contract.ts'
import { send } from './session.ts'

type Part = keyof Output<'shellParts'>

let parts: Promise<Partial<Record<Part, unknown>>> = Promise.resolve({})

/**
 * Sends the request, or takes the answer to the one that index.html has sent. The answer is not decoded here, because the schemas of some parts are
 * loaded later. If the answer is lost, every query sends its own request. `page`: the page whose first parts are requested with those of the shell.
 */
export function readParts(page: 'start' | 'till' | undefined): void {
  const body = new FormData()
  if (page) body.set(`with_${page}`, '1')
  parts = send('/api/shell_parts/', { method: 'POST', body }).then(
    (response) => (response.ok ? response.json() : {}),
    () => ({}),
  )
}

/** Starts a query with its part of the answer. If the part is missing, the query sends its own request. */
export function takePart<N extends CallName>(name: N, input: Input<N>, part: Part): void {
  const decoded = async (raw: unknown) => z.decode((await fetchContract(name)).output, raw as never) as Output<N>
  void queryClient.prefetchQuery({
    ...query(name, input),
    queryFn: async ({ signal }) => {
      const { [part]: raw } = await parts
      return raw ? decoded(raw) : ask(name, input, signal)
    },
  })
}
