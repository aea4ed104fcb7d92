// Reads a list page by page through the list's own call, so that an export contains what the list shows, with the same rights and the same query.
import * as z from 'zod/mini'
import type { Calls } from '../../contract/index.ts'
import { isAcross } from '../../contract/kit/across-tenants.ts'
import type { Call, OutputOf } from '../../contract/kit/call.ts'
import type { Kinds } from '../../contract/kit/kinds.ts'
import { problemsOf } from '../../contract/kit/problems.ts'
import { rowKinds } from '../../contract/kit/row-kinds.ts'
import { rowsIn } from '../../contract/kit/rows.ts'
import type { SignedIn } from '../kit/actor.ts'
import { Refusal, refuseField } from '../kit/errors.ts'
import { requireRight } from '../kit/rights.ts'
import { periodProblems } from './periods.ts'

export type WireRow = Readonly<Record<string, unknown>>
export type Page = { rows: WireRow[]; total: number }

export type Lists = {
  /** Refuses an actor whom the list's call would refuse. */
  admit: (name: string, actor: SignedIn) => void
  /** The fields of the list's rows, each with its kind (text, amount, day …). */
  columns: (name: string) => Kinds
  /** Reads pages for this input (in wire form), and refuses whatever the call would refuse. `size` may exceed the page size that a browser may ask for. */
  reader: (name: string, asked: WireRow, size: number) => (page: number, context: object) => Promise<Page>
  /** The first row for this input (in wire form), or the first `most` rows, with the number of all rows and the other fields of the answer. */
  first: <N extends keyof Calls>(name: N, asked: WireRow, context: object, most?: number) => Promise<OutputOf<Calls[N]>>
}

/** A row whose amounts are replaced by the rounded cents that lists show. */
const asShown = ({ cents, ...row }: WireRow): WireRow => ({ ...row, ...(cents as WireRow | undefined) })

type AnyHandler = (input: never, context: never) => Promise<unknown>

export function createLists(calls: Record<string, Call>, handlers: object): Lists {
  const callOf = (name: string): Call => {
    const c = calls[name]
    if (!c) throw new Refusal('not_found')
    return c
  }
  /** Finds the list's handler and decodes the input for it. */
  const opened = (name: string, asked: WireRow) => {
    const c = callOf(name)
    const input = z.safeDecode(c.input, { ...asked, page: '0' } as z.input<typeof c.input>, { reportInput: true })
    const problems = input.success ? periodProblems(input.data) : problemsOf(input.error.issues)
    if (!input.success || problems.length > 0) throw new Refusal('invalid_input', { problems })
    return { c, input: input.data, handler: (handlers as Record<string, AnyHandler>)[name] as AnyHandler }
  }
  return {
    admit: (name, actor) => requireRight(callOf(name).access, actor),
    columns: (name) => rowKinds(callOf(name)),
    reader: (name, asked, size) => {
      const { c, input, handler } = opened(name, asked)
      if (isAcross(input)) throw refuseField('filters.tenants', 'not_permitted')
      return async (page, context) => {
        const output = await handler({ ...input, page, limit: size, total_items: size } as never, context as never)
        const answer = z.encode(c.output, output as never) as Record<string, unknown>
        return { rows: (rowsIn(answer) as WireRow[]).map(asShown), total: (answer.filters as { total_count: number }).total_count }
      }
    },
    first: async (name, asked, context, most = 1) => {
      const { input, handler } = opened(name, asked)
      return (await handler({ ...input, limit: most, total_items: most } as never, context as never)) as never
    },
  }
}
