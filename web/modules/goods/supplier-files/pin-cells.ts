// Finds the rows of a table that are cards: their cell in the column of PINs can be a PIN. Rows with sums, notes or signatures have no such cell.
import type { Row } from '../../../../contract/goods/file-rows.ts'
import type { Table } from './read.ts'
import { barePin, type Sequences } from './recognise.ts'

const LEAST = 4
const isAmount = (cell: string) => /^\d{1,7}[.,]\d{2}$/.test(cell)
const signsOf = (pin: string) => pin.replace(/[^\p{L}\d]/gu, '')

/** Returns the length that most of the PINs have; 0 if there are no PINs. */
export function usualLength(pins: readonly string[]): number {
  const lengths = new Map<number, number>()
  for (const pin of pins) if (pin !== '') lengths.set(pin.length, (lengths.get(pin.length) ?? 0) + 1)
  return [...lengths].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0
}

/**
 * Splits the rows of a table into cards and rows without a PIN. A row whose PIN is cut off or rounded counts as a card, and the check reports what is wrong
 * with it.
 */
export function cardsOf({ rows }: Pick<Table, 'rows'>, { pin }: Sequences): { cards: Row[]; others: Row[] } {
  const pinOf = ({ cells }: Row) => barePin(cells[pin - 1] ?? '')
  const usual = usualLength(rows.map(pinOf))
  const isCard = (row: Row) => {
    const text = pinOf(row)
    return signsOf(text).length >= LEAST && !isAmount(text) && (/\d/.test(text) || text.length === usual)
  }
  return { cards: rows.filter(isCard), others: rows.filter((row) => !isCard(row)) }
}
