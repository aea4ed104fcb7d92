// Amounts in tables of banks: German and English marks, a sign before or behind, the currency beside them.
import { type Reading, readAmount } from '../../../kit/form/amount.ts'

/** An amount; undefined for a blank cell; 'unclear' if it cannot be read in one way only. */
export type AmountReader = (cell: string) => number | 'unclear' | undefined

/** An amount with its sign in front. H and S behind it are German for credit and debit. */
function plain(cell: string): string {
  const text = cell.replace(/EUR|€|\s/gi, '').replace(/[−–]/g, '-')
  const [, before = '', figure = text, behind = ''] = /^([+-]?)(.*?)([+-]|[HS])?$/i.exec(text) ?? []
  return before === '-' || /^[-S]$/i.test(behind) ? `-${figure}` : figure
}

/** How many thousands an amount such as 1.000 means is known from the other amounts of the file: the last mark before two digits is that of cents. */
export function amountReader(cells: readonly string[]): AmountReader {
  const marks = new Set(cells.flatMap((cell) => /([.,])\d{1,2}$/.exec(plain(cell))?.[1] ?? []))
  const [mark] = marks.size === 1 ? marks : []
  return (cell) => {
    const text = plain(cell)
    const reading = readAmount(text)
    if (reading.kind === 'blank') return undefined
    if (reading.kind === 'amount') return reading.amount
    return reading.kind === 'ambiguous' && mark && !text.includes(mark) ? thousands(reading) : 'unclear'
  }
}

const thousands = ({ choices }: Extract<Reading, { kind: 'ambiguous' }>) => choices[0]
