// Turns a list's state in the address into the input of its call. Invalid parameters are left out, not sent.
import type { ReactNode } from 'react'
import * as z from 'zod/mini'
import { fold } from '../../../contract/kit/fold.ts'
import { type RowOf, rowsIn } from '../../../contract/kit/rows.ts'
import type { CallName, Input, Output } from './api.ts'
import { contractOf } from './contract.ts'
import { type UrlState, wholeBetween } from './url.ts'

/** The names of calls that return a list in pages: their input has page and limit, their answer rows and filters. */
export type ListName = {
  [N in CallName]: Output<N> extends { filters: { total_count: number } } ? ([RowOf<Output<N>>] extends [never] ? never : N) : never
}[CallName]
/** The names of calls that return rows, from which a Combobox can be filled. */
export type RowsName = { [N in CallName]: [RowOf<Output<N>>] extends [never] ? never : N }[CallName]
export type Row<N extends RowsName> = RowOf<Output<N>>

export const rowsOf = <N extends RowsName>(output: Output<N> | undefined): Row<N>[] => rowsIn(output) as Row<N>[]

/**
 * A filter above the list. With one option it is a switch, with more it is a choice; `is` goes into the call's `filters`. If there are too many options to
 * list, the filter brings its own control, and has only the chosen value as an option.
 */
export type Filter = { name: string; label: string; options: readonly { value: string; label: string; is: string | boolean | number }[]; control?: ReactNode }

export const PAGE_SIZES = [5, 10, 20, 50, 100]

const takes = (name: CallName, field: string) => field in contractOf(name).input.shape

export function accepts(name: CallName, field: string, value: string): boolean {
  const schema = (contractOf(name).input.shape as Record<string, z.ZodMiniType>)[field]
  return schema !== undefined && z.safeDecode(schema, value).success
}

/** Returns the page size that the contract sets for a call whose input has none. */
export function limitOf(name: CallName): number {
  const schema = (contractOf(name).input.shape as Record<string, z.ZodMiniType>)[sizeField(name)]
  const read = schema && z.safeDecode(schema, undefined)
  return read?.success ? Number(read.data) : 20
}

export const sizeField = (name: CallName) => (takes(name, 'total_items') ? 'total_items' : 'limit')

export function listInput<N extends ListName>(name: N, state: UrlState, filters: readonly Filter[], fixed: Partial<Input<N>>) {
  const limit = wholeBetween(state['per'], 1, 100, limitOf(name))
  const page = wholeBetween(state['page'], 1, 1_000_000, 1)
  const chosen = filters.flatMap((filter) =>
    filter.options.filter((option) => option.value === state[filter.name]).map((option) => [filter.name, option.is] as const),
  )
  const search = state['q'] ? fold(state['q']) : undefined
  const input = {
    page: page - 1,
    [sizeField(name)]: limit,
    ...(takes(name, 'search_text') && search ? { search_text: search } : {}),
    ...(state['sort'] && accepts(name, 'sort', state['sort']) ? { sort: state['sort'] } : {}),
    ...fixed,
    ...(chosen.length > 0 ? { filters: { ...(fixed as { filters?: object }).filters, ...Object.fromEntries(chosen) } } : {}),
  }
  return { input: input as unknown as Input<N>, page, limit, isNarrowed: Boolean(search) || chosen.length > 0, canSearch: takes(name, 'search_text') }
}
