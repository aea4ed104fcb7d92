// The grid of a plan as data: a cell for each product as a whole and one for each of its values; the typed texts, their meaning, and the changes to save.
import { fold } from '../../../../contract/kit/fold.ts'
import { PERCENT_MAX, type Percent, parsePercent, priceOf } from '../../../../contract/kit/money.ts'
import type { Input, Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'

export type PlanEntry = Output<'plansList'>['entries'][number]
export type Cell = { key: string; product_id: string; product_name: string; saved: Percent | null; entry: PlanEntry | null }
/** The typed texts by the keys of their cells; they are shown in place of the saved texts. */
export type Typed = Readonly<Record<string, string>>
export type Entries = NonNullable<Input<'planUpdate'>['entries']>

/** Writes a percentage as a person types it: 6,50. */
export const textOf = (value: Percent | null) => (value === null ? '' : format.percent(value).replace(/\s*%$/, ''))

export function cellsOf(entries: readonly PlanEntry[]): Cell[] {
  const seen = new Set<string>()
  return entries.flatMap((entry) => {
    const { product_id, product_name, configuration_id } = entry
    const own: Cell = { key: configuration_id, product_id, product_name, saved: entry.discount, entry }
    if (seen.has(product_id)) return [own]
    seen.add(product_id)
    return [{ key: product_id, product_id, product_name, saved: entry.discount_product, entry: null }, own]
  })
}

/** Returns the text to calculate with: the typed text, or the saved text while the typed one is invalid. */
export const validText = (cell: Cell, typed: Typed) => ('problem' in read(shownText(cell, typed)) ? textOf(cell.saved) : shownText(cell, typed))

export const shownText = (cell: Cell, typed: Typed) => typed[cell.key] ?? textOf(cell.saved)

type Reading = { value: Percent | null } | { problem: 'discount_negative' | 'too_big' | 'not_a_percentage' }

export function read(text: string): Reading {
  const written = text.replace(/[\s%]/g, '')
  if (written === '') return { value: null }
  const value = parsePercent(written)
  if (value === undefined) return { problem: 'not_a_percentage' }
  if (value < 0) return { problem: 'discount_negative' }
  return value > PERCENT_MAX ? { problem: 'too_big' } : { value }
}

const valueIn = (cell: Cell, typed: Typed): Percent | null => {
  const reading = read(shownText(cell, typed))
  return 'value' in reading ? reading.value : cell.saved
}

export const isChanged = (cell: Cell, typed: Typed) => {
  const reading = read(shownText(cell, typed))
  return !('value' in reading) || reading.value !== cell.saved
}

/** Returns the discount that applies to a value: the value's own, or otherwise its product's. */
export function inForce(cell: Cell, whole: Cell | undefined, typed: Typed): Percent | null {
  return valueIn(cell, typed) ?? (whole ? valueIn(whole, typed) : null)
}

export const netPrice = ({ value }: PlanEntry, discount: Percent | null) => (discount === null ? null : priceOf(value, discount))

export const changesOf = (cells: readonly Cell[], typed: Typed): Entries =>
  cells
    .filter((cell) => isChanged(cell, typed))
    .map((cell) => ({ product_id: cell.product_id, configuration_id: cell.entry?.configuration_id ?? null, discount: valueIn(cell, typed) }))

/** Pastes a block from a spreadsheet downwards from a cell: over whole products only, or over single values only. Of several columns the last is used. */
export function pasted(cells: readonly Cell[], from: Cell, block: readonly (readonly string[])[]): Record<string, string> {
  const kind = cells.slice(cells.indexOf(from)).filter(({ entry }) => (entry === null) === (from.entry === null))
  return Object.fromEntries(kind.slice(0, block.length).map((cell, i) => [cell.key, block[i]?.at(-1) ?? '']))
}

/** Returns the cells of products whose name matches; the cells of a product stay together. */
export const matching = (cells: readonly Cell[], search: string): readonly Cell[] =>
  search === '' ? cells : cells.filter(({ product_name }) => fold(product_name).includes(fold(search)))
