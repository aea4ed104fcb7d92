// Reads a list page by page through its own call, so that an export holds what the list shows, with the same rights and the same query.
import * as z from 'zod/mini'
import type { Call } from '../../contract/kit/call.ts'
import { instant } from '../../contract/kit/field.ts'
import { problemsOf } from '../../contract/kit/problems.ts'
import type { SignedIn } from './actor.ts'
import { Refusal } from './errors.ts'
import { requireRight } from './rights.ts'

/** The type of a column, which tells a spreadsheet how to read it. */
export type CellKind = 'text' | 'decimal' | 'whole' | 'instant' | 'yes_no'
export type WireRow = Readonly<Record<string, unknown>>
export type Page = { rows: WireRow[]; total: number }

export type Lists = {
  /** Refuses whoever the list would refuse. */
  admit: (name: string, actor: SignedIn) => void
  columns: (name: string) => ReadonlyMap<string, CellKind>
  /** Reads pages for this input (in wire form); refuses what the call would refuse. `size` may exceed what a browser gets at once. */
  reader: (name: string, asked: Readonly<Record<string, unknown>>, size: number) => (page: number, context: object) => Promise<Page>
}

type AnyHandler = (input: never, context: never) => Promise<unknown>
type Schema = z.ZodMiniType & { _zod: { def: { type: string; innerType?: Schema; element?: Schema; shape?: Record<string, Schema> } } }

export function createLists(calls: Record<string, Call>, handlers: object): Lists {
  const callOf = (name: string): Call => {
    const c = calls[name]
    if (!c) throw new Refusal('not_found')
    return c
  }
  const columns = (name: string) => new Map(Object.entries(rowShape(callOf(name))).map(([key, schema]) => [key, kindOf(schema)]))
  return {
    admit: (name, actor) => requireRight(callOf(name).access, actor),
    columns,
    reader: (name, asked, size) => {
      const c = callOf(name)
      const input = z.safeDecode(c.input, { ...asked, page: '0' } as z.input<typeof c.input>, { reportInput: true })
      if (!input.success) throw new Refusal('invalid_input', { problems: problemsOf(input.error.issues) })
      const handler = (handlers as Record<string, AnyHandler>)[name] as AnyHandler
      return async (page, context) => {
        const output = await handler({ ...input.data, page, limit: size, total_items: size } as never, context as never)
        const answer = z.encode(c.output, output as never) as Record<string, unknown>
        return { rows: answer[rowsField(c)] as WireRow[], total: (answer.filters as { total_count: number }).total_count }
      }
    },
  }
}

/** The field with the rows: `content`, or a word of its own (docs/domain.md, Lists). */
const rowsField = (c: Call) => Object.entries(c.output.shape as Record<string, Schema>).find(([, { _zod }]) => _zod.def.element?._zod.def.shape)?.[0] ?? ''
const rowShape = (c: Call) => (c.output.shape as Record<string, Schema>)[rowsField(c)]?._zod.def.element?._zod.def.shape ?? {}

/** The only codecs in answers are amounts and percentages. */
const kinds: Partial<Record<string, CellKind>> = { pipe: 'decimal', number: 'whole', int: 'whole', boolean: 'yes_no' }

function kindOf(schema: Schema): CellKind {
  const { type, innerType } = schema._zod.def
  if (schema === (instant as unknown)) return 'instant'
  if (innerType) return kindOf(innerType)
  return kinds[type] ?? 'text'
}
