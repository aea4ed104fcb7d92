// Amounts in tables of banks: German and English separators, a sign before or after the figure, perhaps with the currency.
import { type Reading, readAmount } from '../../../kit/form/amount.ts'

/** Reads an amount; undefined for a blank cell; 'unclear' for a text that is no amount or has several meanings. */
export type AmountReader = (cell: string) => number | 'unclear' | undefined

/** Returns the figure with its sign in front. H and S after the figure are German for credit and debit. */
function plain(cell: string): string {
  const text = cell.replace(/EUR|€|\s/gi, '').replace(/[−–]/g, '-')
  const [, before = '', figure = text, behind = ''] = /^([+-]?)(.*?)([+-]|[HS])?$/i.exec(text) ?? []
  return before === '-' || /^[-S]$/i.test(behind) ? `-${figure}` : figure
}

/** An amount such as 1.000 may mean a thousand. Other amounts of the file decide: the separator before their last one or two digits is the decimal one. */
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
