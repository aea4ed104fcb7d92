// Writes the content of a month's pack. The month's books are closed, so the data cannot change any more. Therefore no snapshot is needed, and a pack that is
// made again, even by another server, has the same bytes.
import { setImmediate } from 'node:timers/promises'
import { moneyText } from '../../../../contract/kit/money.ts'
import { codeOf, Refusal } from '../../../kit/errors.ts'
import type { Making } from '../exports/exports.ts'
import { datevOf, documentsBetween, filesOf, type PeriodDocument } from '../invoices/invoices.ts'
import { manifestText, noTotals, type Totals } from './manifest.ts'
import { customersBy, namesOf, type Of } from './month-packs.sql.ts'
import { ledgerCsv, type Reading, stockCsv, zReportCsv } from './tables.ts'
import { type Entry, writeZip } from './zip.ts'

export type Month = { month: string }

/** The first and the last day of a month, and the first day of the next month. */
export function daysOf({ month }: Month) {
  const [year = 0, of = 0] = month.split('-').map(Number)
  const day = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { date_from: `${month}-01`, date_to: day(Date.UTC(year, of, 0)), next: day(Date.UTC(year, of, 1)) }
}

/** The shortest time between two savings of the progress. A large month has a step for each of many documents and customers. */
const SAVE_MS = 2_000

/** What a pack is made from. `totals` are added up while the files are written. */
type Pack = {
  reading: Reading
  of: Of
  /** The first day after the month. */
  next: string
  names: Readonly<Record<string, string>>
  documents: readonly PeriodDocument[]
  customers: readonly { id: string }[]
  totals: Totals
  steps: Steps
}

/** Writes the archive of a month. */
export async function writePack(reading: Reading, { month }: Month, { into, progress }: Making): Promise<void> {
  const { db, actor, now } = reading
  const { tenant_id, organisation_id } = actor
  const { next, ...days } = daysOf({ month })
  const of: Of = { tenant_id, organisation_id, ...days }
  const names = await db.write(tenant_id, (q) => namesOf(q, of, now()))
  const documents = await db.list(actor, (q) => documentsBetween(q, of))
  const customers = await db.list(actor, (q) => customersBy(q, of))
  const totals = noTotals()
  const count = documents.length + customers.length + 1
  const pack: Pack = { reading, of, next, names, documents, customers, totals, steps: stepsOf(count, progress) }
  const about = { organisation_id, organisation_name: names[organisation_id] ?? '', month, ...days }

  await progress(count, 0)
  await into((out) => writeZip(entries(pack), (files) => ({ name: 'manifest.json', text: manifestText(about, files, documents, totals) }), out))
  await progress(count, count)
}

async function* entries(pack: Pack): AsyncGenerator<Entry> {
  const { reading, of, names, documents, customers, totals, steps } = pack
  const paging = { ...reading, beat: steps.beat }
  for (const document of documents) {
    yield* filesOfOne(pack, document)
    await steps.done()
  }
  if (mayRead(reading, 'ledgerOwn')) yield { name: 'ledger-own.csv', bytes: ledgerCsv(paging, of, named(names, [{ id: of.organisation_id }]), totals.own) }
  yield { name: 'ledger-customers.csv', bytes: ledgerCsv(paging, of, named(names, customers, steps.done), totals.customers) }
  yield { name: 'z-reports.csv', bytes: zReportCsv(paging, of, totals.zReports) }
  if (mayRead(reading, 'stockReport')) yield { name: 'stock.csv', bytes: stockCsv(reading, of, names, totals.stock) }
  else totals.leftOut.push({ part: 'stock', why: 'forbidden: the right to read stock reports is missing' })
  const file = await datevFile(pack)
  if (file) yield file
}

async function* filesOfOne({ reading: { db, actor }, of }: Pack, document: PeriodDocument): AsyncGenerator<Entry> {
  const folder = document.is_issued ? 'issued' : 'received'
  const files = await db.list(actor, (q) => filesOf(q, of.tenant_id, document))
  for (const { file_name, bytes } of files) yield { name: `${folder}/${file_name}`, bytes: [bytes], isPacked: file_name.endsWith('.pdf') }
}

async function datevFile({ reading: { db, actor }, of, next, totals }: Pack): Promise<Entry | undefined> {
  try {
    const file = await db.reports(actor, (q) => datevOf(q, { ...of, by: 'issued', made_at: new Date(`${next}T00:00:00Z`) }))
    totals.datev = { bookings: file.bookings, amount: moneyText(file.amount) }
    return { name: file.file_name, bytes: [file.bytes] }
  } catch (error) {
    if (!(error instanceof Refusal) || !(error.code in WHY)) throw error
    const { document_no, rule } = error.detail ?? {}
    totals.leftOut.push({ part: 'datev', why: `${error.code}: ${document_no ? `${document_no} (${rule})` : WHY[error.code]}` })
    return undefined
  }
}

const WHY: Record<string, string> = {
  datev_incomplete: 'the tax adviser’s numbers are not in the settings',
  too_large: 'more documents than one file may hold',
}

async function* named(names: Pack['names'], all: readonly { id: string }[], after = async () => {}) {
  for (const { id } of all) {
    yield { id, name: names[id] ?? '' }
    await after()
  }
}

function mayRead({ lists, actor }: Reading, list: string): boolean {
  try {
    lists.admit(list, actor)
    return true
  } catch (error) {
    if (codeOf(error) !== 'forbidden') throw error
    return false
  }
}

type Steps = { done: () => Promise<void>; beat: () => Promise<void> }

/**
 * Reports the progress in steps. `beat` is called within a step: from time to time it saves the progress, and it throws when the work has to stop.
 */
function stepsOf(count: number, progress: Making['progress']): Steps {
  let [done, saved] = [0, 0]
  async function beat(): Promise<void> {
    if (performance.now() - saved < SAVE_MS) return
    await progress(count, done)
    saved = performance.now()
  }
  return {
    beat,
    async done() {
      done++
      // Other work gets a turn after each document, because drawing one keeps the processor busy.
      await setImmediate()
      await beat()
    },
  }
}
