// Draws a ledger as a PDF, the account statement: all rows from the opening one to the closing one, each with the balance after it, and the sums at the end.
// If the rows do not lead from the opening balance to the closing one, no file is made.
import { type Money, moneyText, parseMoney } from '../../../../contract/kit/money.ts'
import type { WireRow } from '../../../http/lists.ts'
import { FONTS, MM, openPdf, othersTurn, PAGE, type PdfColumn, ROW, SIZE, tableOn } from '../../../kit/pdf.ts'
import { type Cell, type Column, cellsOf } from './cells.ts'
import type { Write } from './file.ts'

type Head = { title: string; columns: readonly Column[]; made_at: Date }

const TOP = PAGE.top + 14 * MM
/** How many rows are drawn before other work of the server gets a turn. */
const ROWS = 40
const SHARES: Record<string, number> = { created_at: 1.3, kind: 1.5, product_name: 2.2 }

export async function writeAccountStatement({ title, columns, made_at }: Head, pages: AsyncIterable<readonly WireRow[]>, out: Write): Promise<void> {
  const doc = openPdf({ title, author: '', made_at })
  const passedOn = (async () => {
    for await (const piece of doc) await out(piece as Buffer)
  })()
  // A write may fail. The failure is reported where `passedOn` is awaited below, unless reading the rows fails first.
  passedOn.catch(() => undefined)
  let number = 1
  const foot = () => {
    doc.font(FONTS.regular).fontSize(SIZE.small)
    doc.text(`${title} · ${number++}`, PAGE.left, PAGE.foot, { width: PAGE.right - PAGE.left, align: 'right', height: ROW, ellipsis: true })
  }
  foot()
  doc.font(FONTS.bold).fontSize(SIZE.title - 4)
  doc.text(title, PAGE.left, PAGE.top, { width: PAGE.right - PAGE.left, height: 2 * ROW, ellipsis: true })
  const table = tableOn(doc, columns.map(widthOf), TOP, foot)
  try {
    const sums = createSums()
    let drawn = 0
    for await (const rows of pages)
      for (const row of rows) {
        sums.add(row)
        table.row(cellsOf(row, columns).map(textOf), row.kind === 'opening' || row.kind === 'closing')
        if (++drawn % ROWS === 0) await othersTurn()
      }
    const totals = sums.end()
    table.row(
      columns.map(({ key }, i) => (i === 0 ? 'Σ' : key === 'debit' || key === 'credit' ? german(moneyText(totals[key])) : '')),
      true,
    )
  } catch (error) {
    doc.destroy(error as Error)
    throw error
  }
  doc.end()
  await passedOn
}

const widthOf = ({ key, header, kind }: Column): PdfColumn => ({ label: header, isNumber: kind === 'money', share: SHARES[key] ?? 1 })

const amountOf = (value: unknown): Money => (typeof value === 'string' ? (parseMoney(value) ?? 0) : 0)

/** Checks, from the oldest row to the newest, that each row's balance follows from the one before, and adds up debit and credit. */
function createSums() {
  const sums = { debit: 0, credit: 0 }
  let balance: Money | undefined
  let isClosed = false
  return {
    add({ kind, debit, credit, balance_after }: WireRow): void {
      const after = amountOf(balance_after)
      balance = kind === 'opening' ? after : (balance ?? Number.NaN) + amountOf(credit) - amountOf(debit)
      sums.debit += amountOf(debit)
      sums.credit += amountOf(credit)
      isClosed = kind === 'closing'
      if (balance !== after) throw new Error('a ledger whose rows do not lead to their balance')
    },
    end() {
      if (!isClosed) throw new Error('a ledger without its end')
      return sums
    },
  }
}

/** The text of a cell: amounts with a decimal comma, and times such as `2026-01-31 10:00:00` in German format. */
function textOf(cell: Cell): string {
  if (cell === null) return ''
  if ('number' in cell) return german(cell.number)
  if ('at' in cell) return `${cell.at.slice(0, 10).split('-').reverse().join('.')} ${cell.at.slice(11, 16)}`
  return 'text' in cell ? cell.text : ''
}

const grouped = new Intl.NumberFormat('de-DE', { minimumFractionDigits: 2, maximumFractionDigits: 4 })
const german = (decimal: string): string => grouped.format(Number(decimal))
