// Guesses the layout of a supplier's file from its first rows: separator, header row, and the meaning of each column's title. Server and browser share it.

import { fold } from '../kit/fold.ts'
import { type Delimiter, delimiters, type Row, separatorOf } from './file-rows.ts'

export const SAMPLE_ROWS = 200

export const columnKinds = ['pin', 'batch', 'serial', 'expiry', 'value', 'name'] as const
type HeadingKind = (typeof columnKinds)[number]

/**
 * Words in headings, in English, French, German, Turkish and Dutch, folded (kit/fold.ts) and without blanks. The first kind that matches decides, so the order
 * of the kinds matters: "code série" contains a word for a serial and one for a PIN, and is a serial.
 */
const words: readonly (readonly [HeadingKind, readonly string[]])[] = [
  [
    'expiry',
    ['expir', 'expdate', 'valid', 'peremption', 'datelimite', 'ablauf', 'gultig', 'verfall', 'sonkullan', 'gecerli', 'bitis', 'verval', 'geldig', 'verloop'],
  ],
  ['serial', ['serial', 'serie', 'serien', 'serino', 'serinum', 'seri', 'sn']],
  ['batch', ['batch', 'lot', 'charge', 'parti']],
  ['value', ['value', 'amount', 'denomination', 'facevalue', 'valeur', 'montant', 'wert', 'betrag', 'deger', 'tutar', 'waarde', 'bedrag']],
  ['pin', ['pin', 'code', 'kod', 'sifre', 'voucher', 'geheim', 'secret']],
  ['name', ['product', 'produkt', 'produit', 'urun', 'brand', 'marke', 'marque', 'marka', 'merk', 'operator', 'operateur', 'artikel', 'article']],
]

/** The kind of content of a column, by the column's title; undefined if the title is not known. */
export function headingKind(header: string): HeadingKind | undefined {
  const word = fold(header).replace(/[^a-z0-9]/g, '')
  return words.find(([, starts]) => starts.some((start) => (start.length < 3 ? word === start : word.includes(start))))?.[0]
}

const isNote = (line: string) => line.trim() === '' || /^(#|H\d*([;,|\t]|$)|(EOF|T)[;,|\t])/.test(line)

/** The first lines of a file without its notes (comments, blank lines and the like), from which the layout is guessed. */
export const sampleOf = (text: string): string[] =>
  text
    .split(/\r?\n/)
    .filter((line) => !isNote(line))
    .slice(0, SAMPLE_ROWS)

/**
 * The separator that gives the most lines the same number of cells; of several such separators the one with the most cells; a semicolon if no separator occurs.
 */
export function guessDelimiter(lines: readonly string[]): Delimiter {
  const score = (delimiter: Delimiter) => {
    const counts = new Map<number, number>()
    for (const line of lines) {
      const cuts = line.split(separatorOf(delimiter)).length - 1
      counts.set(cuts, (counts.get(cuts) ?? 0) + 1)
    }
    const [cuts = 0, alike = 0] = [...counts].filter(([n]) => n > 0).sort((a, b) => b[1] - a[1])[0] ?? []
    return { delimiter, alike, cuts }
  }
  const best = delimiters.map(score).sort((a, b) => b.alike - a.alike || b.cuts - a.cuts)[0]
  return best && best.alike > 0 ? best.delimiter : ';'
}

const hasNumber = (cell: string) => /\d{4}/.test(cell.replace(/[\s-]/g, ''))

/**
 * Whether the first row is a header: the row contains letters, and no cell of the row contains four digits in succession. If the file has a second row, a cell
 * of the second row must contain four digits in succession. A row that begins with the cell "D" is data.
 */
export function guessHeader(rows: readonly (readonly string[])[]): boolean {
  const [first, second] = rows
  if (!first || first[0] === 'D' || first.some(hasNumber)) return false
  return first.some((cell) => /\p{L}/u.test(cell)) && (!second || second.some(hasNumber))
}

/** The header is looked for in this many rows at the beginning of the file. */
const TITLES_MAX = 20
const filled = (cells: readonly string[]) => cells.filter((cell) => cell !== '').length

/** Whether a row names columns: no cell has four digits in succession, and the cells are headings of at least two kinds, PINs among them. */
function namesColumns({ cells }: Row): boolean {
  if (cells.some(hasNumber)) return false
  const kinds = new Set(cells.map((cell) => cell !== '' && headingKind(cell)).filter(Boolean))
  return kinds.size > 1 && kinds.has('pin')
}

/**
 * The line of the header, if any: the first row that names columns. If no row names columns: the first row with at least half as many filled cells as most
 * rows have, provided that this row looks like a header beside the next row. Rows above the header are titles.
 */
export function findHeader(rows: readonly Row[]): number | undefined {
  const named = rows.slice(0, TITLES_MAX).find(namesColumns)
  if (named) return named.row
  const widths = new Map<number, number>()
  for (const { cells } of rows) widths.set(filled(cells), (widths.get(filled(cells)) ?? 0) + 1)
  const [width = 0] = [...widths].sort((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? []
  const at = rows.slice(0, TITLES_MAX).findIndex(({ cells }) => filled(cells) >= Math.max(2, Math.ceil(width / 2)))
  const first = width < 2 ? 0 : Math.max(0, at)
  return guessHeader(rows.slice(first, first + 2).map(({ cells }) => cells)) ? rows[first]?.row : undefined
}
