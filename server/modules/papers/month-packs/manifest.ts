// Writes the manifest of a month's pack: which files the pack has, with their hashes, what is left out and why, and the totals of its tables.
import { moneyText } from '../../../../contract/kit/money.ts'
import type { PeriodDocument } from '../invoices/invoices.ts'
import type { Ledgers, Stock, ZReports } from './tables.ts'
import type { Listed } from './zip.ts'

/** The totals of the tables, which are filled in while the files are written. `own` and `customers` are the totals of ledgers. */
export type Totals = {
  own: Ledgers
  customers: Ledgers
  stock: Stock
  zReports: ZReports
  datev: { bookings: number; amount: string } | null
  leftOut: { part: string; why: string }[]
}

const noLedgers = (): Ledgers => ({ opening: 0, credit: 0, debit: 0, closing: 0, rows: 0 })

export const noTotals = (): Totals => ({
  own: noLedgers(),
  customers: noLedgers(),
  stock: { closing: 0, cost: 0, value: 0 },
  zReports: { reports: 0, face_total: 0, refunds_total: 0 },
  datev: null,
  leftOut: [],
})

/** The text of the manifest. `about`: the organisation whose pack it is, and the days that it covers. */
export function manifestText(
  about: Readonly<Record<string, string>>,
  files: readonly Listed[],
  documents: readonly PeriodDocument[],
  { own, customers, stock, zReports, datev, leftOut }: Totals,
): string {
  const manifest = {
    ...about,
    files,
    left_out: leftOut,
    totals: {
      issued: totalsOf(documents.filter(({ is_issued }) => is_issued)),
      received: totalsOf(documents.filter(({ is_issued }) => !is_issued)),
      datev,
      ledger_own: ledgerTotals(own),
      ledger_customers: ledgerTotals(customers),
      z_reports: { ...zReports, face_total: moneyText(zReports.face_total), refunds_total: moneyText(zReports.refunds_total) },
      stock: { closing: stock.closing, cost: moneyText(stock.cost), value: moneyText(stock.value) },
    },
  }
  return `${JSON.stringify(manifest, null, 2)}\n`
}

const totalsOf = (documents: readonly PeriodDocument[]) => {
  const sum = (of: 'net' | 'tax' | 'total') => moneyText(documents.reduce((all, document) => all + document[of], 0))
  return { documents: documents.length, net: sum('net'), tax: sum('tax'), total: sum('total') }
}

/** The totals of ledgers. `adds_up`: whether the rows lead from the opening balances to the closing ones. */
const ledgerTotals = ({ opening, credit, debit, closing, rows }: Ledgers) => ({
  ...{ opening: moneyText(opening), credit: moneyText(credit), debit: moneyText(debit), closing: moneyText(closing), rows },
  adds_up: opening + credit - debit === closing,
})
