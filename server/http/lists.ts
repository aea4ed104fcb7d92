// Reads a list page by page through its own call, so that an export holds what the list shows, with the same rights and the same query.
import * as z from 'zod/mini'
import type { Call } from '../../contract/kit/call.ts'
import type { Kinds } from '../../contract/kit/kinds.ts'
import { problemsOf } from '../../contract/kit/problems.ts'
import { rowKinds } from '../../contract/kit/row-kinds.ts'
import { rowsIn } from '../../contract/kit/rows.ts'
import type { SignedIn } from '../kit/actor.ts'
import { Refusal } from '../kit/errors.ts'
import { requireRight } from '../kit/rights.ts'
import { periodProblems } from './periods.ts'

export type WireRow = Readonly<Record<string, unknown>>
export type Page = { rows: WireRow[]; total: number }

export type Lists = {
  /** Refuses whoever the list would refuse. */
  admit: (name: string, actor: SignedIn) => void
  /** The fields of the list's rows, with what each is. */
  columns: (name: string) => Kinds
  /** Reads pages for this input (in wire form); refuses what the call would refuse. `size` may exceed what a browser gets at once. */
  reader: (name: string, asked: Readonly<Record<string, unknown>>, size: number) => (page: number, context: object) => Promise<Page>
}

type AnyHandler = (input: never, context: never) => Promise<unknown>

export function createLists(calls: Record<string, Call>, handlers: object): Lists {
  const callOf = (name: string): Call => {
    const c = calls[name]
    if (!c) throw new Refusal('not_found')
    return c
  }
  return {
    admit: (name, actor) => requireRight(callOf(name).access, actor),
    columns: (name) => rowKinds(callOf(name)),
    reader: (name, asked, size) => {
      const c = callOf(name)
      const input = z.safeDecode(c.input, { ...asked, page: '0' } as z.input<typeof c.input>, { reportInput: true })
      const problems = input.success ? periodProblems(input.data) : problemsOf(input.error.issues)
      if (!input.success || problems.length > 0) throw new Refusal('invalid_input', { problems })
      const handler = (handlers as Record<string, AnyHandler>)[name] as AnyHandler
      return async (page, context) => {
        const output = await handler({ ...input.data, page, limit: size, total_items: size } as never, context as never)
        const answer = z.encode(c.output, output as never) as Record<string, unknown>
        return { rows: rowsIn(answer) as WireRow[], total: (answer.filters as { total_count: number }).total_count }
      }
    },
  }
}
