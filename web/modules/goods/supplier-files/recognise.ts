// Guesses what the columns of a table contain, and to which goods its rows belong. All of this is only proposed, and the user checks it before anything is
// sent.
import { columnKinds, headingKind, SAMPLE_ROWS } from '../../../../contract/goods/file-layout.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { parseMoney } from '../../../../contract/kit/money.ts'
import type { Output } from '../../../kit/base/api.ts'
import type { Table } from './read.ts'

/** The number of the column for each kind of content, counted from 1; 0 if the file has no such column. */
export type Sequences = Record<(typeof columnKinds)[number], number>
export type Denomination = { configuration_id: string; product_id: string; product_name: string; aliases: string; value: number; pin_length: number }
export type KnownLayout = Output<'supplierFilesKnown'>['content'][number]

const MOST = 0.8
const most = (cells: readonly string[], passes: (cell: string) => boolean) => cells.length > 0 && cells.filter(passes).length >= cells.length * MOST

export const barePin = (cell: string): string => cell.replace(/[\s-]/g, '')
export const amountOf = (cell: string): number | undefined => parseMoney(cell.replace(/[\s€]|EUR/gi, ''))

const isDay = (cell: string) => /^(\d{1,2}[/.]\d{1,2}[/.]\d{4}|\d{4}-\d{1,2}-\d{1,2}|20\d{6}|\d{1,2}[/.-]20\d\d)$/.test(cell)

/** Whether nearly all cells are consecutive numbers. Such numbers are serials, never PINs. */
function countsUp(cells: readonly string[]): boolean {
  const steps = cells.slice(1).filter((cell, i) => /^\d+$/.test(cell) && /^\d+$/.test(cells[i] as string) && BigInt(cell) - BigInt(cells[i] as string) === 1n)
  return cells.length > 2 && steps.length >= (cells.length - 1) * MOST
}

export const widthOf = ({ header, rows }: Table): number => Math.max(header.length, ...rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells.length))

/** Returns the cells of each column in the first rows of a table, without blank cells. */
function columnsOf(table: Table): string[][] {
  const rows = table.rows.slice(0, SAMPLE_ROWS)
  return Array.from({ length: widthOf(table) }, (_, i) => rows.flatMap(({ cells }) => (cells[i] ? [cells[i]] : [])))
}

/** Guesses what the columns contain: first from the headings, and what they do not tell from the contents and the known goods. */
export function guessSequences(table: Table, goods: readonly Denomination[]): Sequences {
  const columns = columnsOf(table)
  const guessed: Sequences = { pin: 0, batch: 0, serial: 0, expiry: 0, value: 0, name: 0 }
  for (const [i, title] of table.header.entries()) {
    const kind = headingKind(title)
    if (kind && guessed[kind] === 0) guessed[kind] = i + 1
  }
  const lengths = new Set(goods.map(({ pin_length }) => pin_length))
  const values = new Set(goods.map(({ value }) => value))
  const names = goods.map(({ product_name }) => fold(product_name))
  const free = (i: number) => !Object.values(guessed).includes(i + 1)
  const settle = (kind: keyof Sequences, passes: (cells: readonly string[]) => boolean) => {
    if (guessed[kind] === 0) guessed[kind] = columns.findIndex((cells, i) => free(i) && passes(cells)) + 1
  }
  const isCode = (cells: readonly string[]) => most(cells, (cell) => /^[\d\s-]{8,50}$/.test(cell)) && !most(cells, isDay) && !countsUp(cells)
  settle('expiry', (cells) => most(cells, isDay))
  settle('pin', (cells) => isCode(cells) && most(cells, (cell) => lengths.has(barePin(cell).length)))
  settle('pin', isCode)
  settle('value', (cells) => most(cells, (cell) => values.has(amountOf(cell) ?? -1)))
  settle('name', (cells) => most(cells, (cell) => names.some((name) => fold(cell).includes(name))))
  settle('batch', (cells) => cells.length > 1 && new Set(cells).size === 1 && /^[A-Z]?\d{3,12}$/.test(cells[0] as string))
  settle('serial', (cells) => new Set(cells).size === cells.length && most(cells, (cell) => /^[A-Za-z]{0,6}[\dA-Za-z]{5,30}$/.test(cell) && /\d{4}/.test(cell)))
  return guessed
}

/**
 * Describes what most of a column's cells look like: days, digits or other text, and their length if most cells have the same length; 'none' for a column
 * without cells.
 */
function shapeOf(cells: readonly string[]): string {
  if (cells.length === 0) return 'none'
  if (most(cells, isDay)) return 'day'
  const lengths = new Map<number, number>()
  for (const cell of cells) lengths.set(cell.length, (lengths.get(cell.length) ?? 0) + 1)
  const [usual = 0] = [...lengths].sort((a, b) => b[1] - a[1])[0] ?? []
  return `${most(cells, (cell) => /^\d+$/.test(cell)) ? 'digits' : 'text'}${most(cells, ({ length }) => length === usual) ? usual : ''}`
}

/** Hashes a text (FNV-1a, twice) to name a layout; the hash need not be secure. */
function hash(text: string): string {
  const half = (from: number) => {
    let sum = from
    for (let i = 0; i < text.length; i++) sum = Math.imul(sum ^ text.charCodeAt(i), 0x01000193)
    return (sum >>> 0).toString(16).padStart(8, '0')
  }
  return half(0x811c9dc5) + half(0x9747b28c)
}

/** Returns a fingerprint that is equal for files with the same headings, or without headings for files whose columns look alike. */
export const fingerprintOf = (table: Table): string =>
  hash(JSON.stringify(table.header.length > 0 ? ['titles', ...table.header.map((title) => fold(title).trim())] : ['shapes', ...columnsOf(table).map(shapeOf)]))

/** Returns the columns as they were in an earlier similar file (`known`). Without such a file, or if this file has fewer columns, the columns are guessed. */
export function sequencesOf(table: Table, goods: readonly Denomination[], known: KnownLayout | undefined): Sequences {
  if (!known) return guessSequences(table, goods)
  const before = Object.fromEntries(columnKinds.map((kind) => [kind, known[`${kind}_sequence`]])) as Sequences
  return Math.max(...Object.values(before)) <= widthOf(table) ? before : guessSequences(table, goods)
}

type Denominated = { name: string; value: string }

/**
 * Returns the denomination that was chosen for the same name and value in an earlier file; otherwise the only one that fits the name and value in the rows. If
 * the rows have no name, the file's name is used. If the file's name names no goods, returns the denomination chosen for an earlier file without names.
 */
export function goodsOf(
  { name, value }: Denominated,
  titles: string,
  goods: readonly Denomination[],
  known: KnownLayout | undefined,
): Denomination | undefined {
  const find = (id: string | undefined) => goods.find(({ configuration_id }) => configuration_id === id)
  const before = (of: Denominated) => find(known?.goods.find((one) => fold(one.name) === fold(of.name) && one.value === of.value)?.configuration_id)
  if (name || value) {
    const same = before({ name, value })
    if (same) return same
  }
  const products = best(goods, fold(name || titles))
  const amount = value === '' ? undefined : amountOf(value)
  const fits = products.filter((one) => (value === '' ? says(titles, one.value) : one.value === amount))
  if (fits.length === 1) return fits[0]
  if (value === '' && products.length === 1) return products[0]
  return name || value || fits.length > 1 ? undefined : before({ name: '', value: '' })
}

/**
 * Returns the known product to which only this value would have to be added: the product with exactly this name or, if the rows have no name, the product named
 * in the file's title.
 */
export const productOf = (name: string, titles: string, goods: readonly Denomination[]): Pick<Denomination, 'product_id' | 'product_name'> | undefined =>
  name ? goods.find(({ product_name }) => fold(product_name) === fold(name)) : best(goods, fold(titles))[0]

/** Returns the denominations of the products that match a text best; an empty list if no product matches. */
function best(goods: readonly Denomination[], text: string): Denomination[] {
  const scoreOf = ({ product_name, aliases }: Denomination) => {
    const name = fold(product_name)
    if (text === name) return 1_000
    if (text.includes(name)) return name.length
    return fold(aliases)
      .split(/\s+/)
      .some((word) => word.length > 2 && text.includes(word))
      ? 1
      : 0
  }
  const scored = goods.map((one) => ({ one, score: scoreOf(one) })).filter(({ score }) => score > 0)
  const top = Math.max(0, ...scored.map(({ score }) => score))
  const found = scored.filter(({ score }) => score === top).map(({ one }) => one)
  return new Set(found.map(({ product_id }) => product_id)).size === 1 ? found : []
}

/** Whether the titles of a file contain this amount as a separate number. */
const says = (titles: string, value: number) =>
  [...titles.matchAll(/(?<![\d.,])\d{1,5}(?:[.,]\d{1,2})?(?![\d.,]*\d)/g)].some(([text]) => parseMoney(text) === value)
