// The content of a month's pack. The month's books are closed, so nothing it reads can change any more: no snapshot is needed, and every repetition, also on
// another server after a stop, makes the same bytes.
import { setImmediate } from 'node:timers/promises'
import { moneyText } from '../../../../contract/kit/money.ts'
import { codeOf, Refusal } from '../../../kit/errors.ts'
import type { Making } from '../exports/exports.ts'
import { datevOf, documentsBetween, filesOf, type PeriodDocument } from '../invoices/invoices.ts'
import { customersBy, namesOf, type Of } from './month-packs.sql.ts'
import { type Ledgers, ledgerCsv, type Reading, type Stock, stockCsv, type ZReports, zReportCsv } from './tables.ts'
import { type Entry, type Listed, writeZip } from './zip.ts'

export type Month = { month: string }

/** The first and last day of a month, and the first of the next. */
export function daysOf({ month }: Month) {
  const [year = 0, of = 0] = month.split('-').map(Number)
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { date_from: `${month}-01`, date_to: day(Date.UTC(year, of, 0)), next: day(Date.UTC(year, of, 1)) }
}

/** How often progress is saved: one step of a large month is a document or a customer. */
const SAVE_MS = 2_000

type LeftOut = { part: string; why: string }

/** Writes the archive of a month. */
export async function writePack(reading: Reading, month: Month, { into, progress }: Making): Promise<void> {
  const { db, actor, now } = reading
  const { tenant_id, organisation_id } = actor
  const { next, ...days } = daysOf(month)
  const of: Of = { tenant_id, organisation_id, ...days }
  const names = await db.write(tenant_id, (q) => namesOf(q, of, now()))
  const documents = await db.list(actor, (q) => documentsBetween(q, of))
  const customers = await db.list(actor, (q) => customersBy(q, of))

  const own: Ledgers = { opening: 0, credit: 0, debit: 0, closing: 0, rows: 0 }
  const theirs: Ledgers = { ...own }
  const stock: Stock = { closing: 0, cost: 0, value: 0 }
  const zReports: ZReports = { reports: 0, face_total: 0, refunds_total: 0 }
  let datev: { bookings: number; amount: string } | null = null
  const leftOut: LeftOut[] = []

  const steps = documents.length + customers.length + 1
  let [done, saved] = [0, 0]
  async function step(): Promise<void> {
    done++
    // Drawing keeps the processor busy: other work gets a turn after each document.
    await setImmediate()
    await beat()
  }
  async function beat(): Promise<void> {
    if (performance.now() - saved < SAVE_MS) return
    await progress(steps, done)
    saved = performance.now()
  }

  const paging = { ...reading, beat }
  const mayRead = (list: string) => {
    try {
      reading.lists.admit(list, actor)
      return true
    } catch (error) {
      if (codeOf(error) !== 'forbidden') throw error
      return false
    }
  }

  async function* entries(): AsyncGenerator<Entry> {
    for (const document of documents) {
      yield* filesOfOne(document)
      await step()
    }
    if (mayRead('ledgerOwn')) yield { name: 'ledger-own.csv', bytes: ledgerCsv(paging, of, named([{ id: organisation_id }]), own) }
    yield { name: 'ledger-customers.csv', bytes: ledgerCsv(paging, of, named(customers, step), theirs) }
    yield { name: 'z-reports.csv', bytes: zReportCsv(paging, of, zReports) }
    if (mayRead('stockReport')) yield { name: 'stock.csv', bytes: stockCsv(reading, of, names, stock) }
    else leftOut.push({ part: 'stock', why: 'forbidden: the right to read stock reports is missing' })
    const file = await datevFile()
    if (file) yield file
  }

  async function* filesOfOne(document: PeriodDocument): AsyncGenerator<Entry> {
    const folder = document.is_issued ? 'issued' : 'received'
    const files = await db.list(actor, (q) => filesOf(q, tenant_id, document))
    for (const { file_name, bytes } of files) yield { name: `${folder}/${file_name}`, bytes: [bytes], isPacked: file_name.endsWith('.pdf') }
  }

  async function* named(all: readonly { id: string }[], after = async () => {}) {
    for (const { id } of all) {
      yield { id, name: names[id] ?? '' }
      await after()
    }
  }

  async function datevFile(): Promise<Entry | undefined> {
    try {
      const file = await db.reports(actor, (q) => datevOf(q, { ...of, by: 'issued', made_at: new Date(`${next}T00:00:00Z`) }))
      datev = { bookings: file.bookings, amount: moneyText(file.amount) }
      return { name: file.file_name, bytes: [file.bytes] }
    } catch (error) {
      if (!(error instanceof Refusal) || !(error.code in WHY)) throw error
      const { document_no, rule } = error.detail ?? {}
      leftOut.push({ part: 'datev', why: `${error.code}: ${document_no ? `${document_no} (${rule})` : WHY[error.code]}` })
      return undefined
    }
  }

  const manifest = (files: readonly Listed[]) => ({
    name: 'manifest.json',
    text: `${JSON.stringify(
      {
        organisation_id,
        organisation_name: names[organisation_id] ?? '',
        month: month.month,
        ...days,
        files,
        left_out: leftOut,
        totals: {
          issued: totalsOf(documents.filter(({ is_issued }) => is_issued)),
          received: totalsOf(documents.filter(({ is_issued }) => !is_issued)),
          datev,
          ledger_own: said(own),
          ledger_customers: said(theirs),
          z_reports: { ...zReports, face_total: moneyText(zReports.face_total), refunds_total: moneyText(zReports.refunds_total) },
          stock: { closing: stock.closing, cost: moneyText(stock.cost), value: moneyText(stock.value) },
        },
      },
      null,
      2,
    )}\n`,
  })

  await progress(steps, 0)
  await into((out) => writeZip(entries(), manifest, out))
  await progress(steps, steps)
}

const WHY: Record<string, string> = {
  datev_incomplete: 'the tax adviser’s numbers are not in the settings',
  too_large: 'more documents than one file may hold',
}

const totalsOf = (documents: readonly PeriodDocument[]) => {
  const sum = (of: 'net' | 'tax' | 'total') => moneyText(documents.reduce((all, document) => all + document[of], 0))
  return { documents: documents.length, net: sum('net'), tax: sum('tax'), total: sum('total') }
}

/** `adds_up`: the rows lead from the opening balances to the closing ones. */
const said = ({ opening, credit, debit, closing, rows }: Ledgers) => ({
  ...{ opening: moneyText(opening), credit: moneyText(credit), debit: moneyText(debit), closing: moneyText(closing), rows },
  adds_up: opening + credit - debit === closing,
})
