// Guesses the columns: by a header in five languages, otherwise by their content. The user confirms or corrects them in step two.

import { headingKind } from '../../../../contract/goods/file-layout.ts'
import { parseMoney } from '../../../../contract/kit/money.ts'
import { normalisePin } from '../batches/batches.ts'
import { parseExpiry } from './expiry.ts'
import type { Columns } from './row-check.ts'

type Kind = keyof Columns

export type Product = { pin_length: number; pin_letters: boolean; value: number }

/** How large a share of a column's cells must match, so that a few broken cells do not hide what the column contains. */
const MOST = 0.8
const most = (cells: readonly string[], passes: (cell: string) => boolean) => cells.length > 0 && cells.filter(passes).length >= cells.length * MOST

/** Whether a column's numbers count up by one: the column then contains serials, never PINs. */
const countsUp = (cells: readonly string[]) => {
  const steps = cells.slice(1).filter((cell, i) => /^\d+$/.test(cell) && /^\d+$/.test(cells[i] as string) && BigInt(cell) - BigInt(cells[i] as string) === 1n)
  return cells.length > 2 && steps.length >= (cells.length - 1) * MOST
}

function mayBePin(cells: readonly string[], { pin_length, pin_letters }: Product): boolean {
  const form = pin_letters ? /^[0-9A-Za-z]+$/ : /^\d+$/
  const long = (length: number) => (pin_length > 0 ? length === pin_length : length >= 8)
  return most(cells, (cell) => form.test(normalisePin(cell)) && long(normalisePin(cell).length)) && !isExpiry(cells) && !countsUp(cells)
}

const isExpiry = (cells: readonly string[]) => most(cells, (cell) => parseExpiry(cell) !== undefined)
const isValue = (cells: readonly string[], value: number) => most(cells, (cell) => parseMoney(cell) === value)
const isLot = (cells: readonly string[]) => cells.length > 1 && new Set(cells).size === 1 && /^[A-Z]?\d{3,12}$/.test(cells[0] as string)
const isSerial = (cells: readonly string[]) =>
  new Set(cells).size === cells.length && most(cells, (cell) => /^[A-Za-z]{0,6}[\dA-Za-z]{5,30}$/.test(cell) && /\d{4}/.test(cell))

/** Guesses the columns from a sample of rows, as indexes from 0; -1 if a column is not found. */
export function guessColumns(header: readonly string[], rows: readonly (readonly string[])[], product: Product): Columns {
  const width = Math.max(header.length, ...rows.map((row) => row.length), 0)
  const columns = Array.from({ length: width }, (_, i) => rows.flatMap((row) => (row[i] ? [row[i]] : [])))
  const guessed: Columns = { pin: -1, batch: -1, serial: -1, expiry: -1, value: -1 }
  for (const [i, title] of header.entries()) {
    const kind = headingKind(title)
    if (kind && kind !== 'name' && guessed[kind] < 0) guessed[kind] = i
  }
  const free = (i: number) => !Object.values(guessed).includes(i)
  const settle = (kind: Kind, passes: (cells: readonly string[]) => boolean) => {
    if (guessed[kind] < 0) guessed[kind] = columns.findIndex((cells, i) => free(i) && passes(cells))
  }
  settle('expiry', isExpiry)
  settle('pin', (cells) => mayBePin(cells, product))
  settle('pin', (cells) => mayBePin(cells, { ...product, pin_length: 0 }))
  settle('value', (cells) => isValue(cells, product.value))
  settle('batch', isLot)
  settle('serial', isSerial)
  return guessed
}
