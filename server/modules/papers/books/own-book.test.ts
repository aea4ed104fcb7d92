// A client program, written only from the specification, trades for a month on three levels of organisations and keeps its own books (server/test/month). The
// test compares the portal's figures with these books on every level. No expected figure is read from the portal's tables.
import { expect, test, vi } from 'vitest'
import type { Book, Line } from '../../../test/month/book.ts'
import type { Compared } from '../../../test/month/compare.ts'
import { bookings, drawings, invoices, monthPack } from '../../../test/month/documents.ts'
import { files } from '../../../test/month/files.ts'
import { bookedAndOwn, ledgers, sales, wallets } from '../../../test/month/lists.ts'
import { Month } from '../../../test/month/month.ts'
import { details, sums, suppliers } from '../../../test/month/reports.ts'
import { shifts } from '../../../test/month/shifts.ts'
import { stock } from '../../../test/month/stock.ts'
import { fileWorld } from '../../../test/world.ts'

vi.setConfig({ testTimeout: 120_000 })

const w = await fileWorld()
const month = new Month(w)
await month.live()
month.people.remember()
const { book } = month

const checks: Record<string, (month: Month, book: Book) => Promise<Compared>> = {
  wallets,
  ledgers,
  sales,
  stock,
  sums,
  suppliers,
  details,
  shifts,
  files,
  bookedAndOwn,
  invoices,
  drawings,
  bookings,
  monthPack,
}

test('control: the month contains sales on at least twenty days, every kind of entry and every chain of organisations', () => {
  const days = new Set(book.lines('kiosque', 'drawer', ({ kind }) => kind === 'sale').map(({ day }) => day))
  expect(days.size).toBeGreaterThanOrEqual(20)
  const kinds = new Set(book.entries.map(({ kind }) => kind))
  expect(kinds).toEqual(new Set(['opening', 'import', 'sale', 'refund', 'top_up', 'auto_credit', 'correction', 'paper', 'payment']))
  const sold = month.sold.map(({ chain }) => `${chain}`)
  expect(new Set(sold)).toEqual(new Set(['kiosque,nord', 'gare,nord', 'port,sud,nord', 'port,sud', 'kiosque,nord,platform', 'port,sud,nord,platform']))
  expect(month.sold.filter(({ costs }) => costs.length > 1).length).toBeGreaterThan(0)
  expect(book.mirrored()).toEqual([])
})

test('the slips, bookings and other answers of the month’s calls agree with the books that the test keeps itself', () => {
  expect(month.said.wrong).toEqual([])
  expect(month.said.count).toBeGreaterThan(150)
})

test.each(Object.entries(checks))('the portal’s %s agree with the books that the test keeps itself', async (_, check) => {
  const { count, wrong } = await check(month, book)
  expect(wrong.slice(0, 20)).toEqual([])
  expect(count).toBeGreaterThan(5)
})

const kind = (of: Line['kind']) => (line: Line) => line.kind === of
const CENT = 100
test.each<[what: string, isMeant: (line: Line) => boolean, seers: readonly string[]]>([
  ['a top-up', (line) => kind('top_up')(line) && line.org === 'sud' && line.account === 'wallet', ['wallets', 'ledgers']],
  ['what a shop pays', (line) => kind('sale')(line) && line.org === 'port' && line.account === 'wallet', ['wallets', 'ledgers']],
  ['what a shop was refunded', (line) => kind('refund')(line) && line.org === 'kiosque' && line.account === 'wallet', ['wallets', 'ledgers']],
  ['what a customer owes its parent', (line) => kind('sale')(line) && line.org === 'nord' && line.account === 'customers', ['wallets']],
  ['the revenue of the sub-reseller', (line) => kind('sale')(line) && line.org === 'sud' && line.account === 'revenue', ['sales']],
  ['the cost of the sub-reseller', (line) => kind('refund')(line) && line.org === 'sud' && line.account === 'cost', ['sales']],
  ['what the platform pays a supplier', (line) => kind('sale')(line) && line.org === 'platform' && line.account === 'cost', ['sales']],
  ['a delivery', (line) => kind('import')(line) && line.org === 'nord' && line.account === 'stock', ['stock']],
  ['the cost of a refunded card', (line) => kind('refund')(line) && line.org === 'nord' && line.account === 'cost', ['sales', 'stock']],
  ['what people pay at a shop’s counter', (line) => kind('sale')(line) && line.org === 'kiosque' && line.account === 'drawer', ['sums', 'shifts', 'files']],
  ['what people got back at a counter', (line) => kind('refund')(line) && line.org === 'port' && line.account === 'drawer', ['shifts', 'files']],
  [
    'what a reseller earned with a supplier’s goods',
    (line) => kind('sale')(line) && line.org === 'nord' && line.account === 'revenue',
    ['suppliers', 'details'],
  ],
  ['a correction of credit', (line) => kind('correction')(line) && line.org === 'kiosque' && line.account === 'wallet', ['bookedAndOwn', 'files']],
  ['the net of a document', (line) => kind('paper')(line) && line.org === 'nord' && line.account === 'net', ['invoices', 'drawings', 'bookings']],
  ['the tax of a document', (line) => kind('paper')(line) && line.org === 'nord' && line.account === 'tax', ['invoices', 'drawings', 'bookings']],
  ['what the sub-reseller is owed', (line) => kind('paper')(line) && line.org === 'sud' && line.account === 'debtor', ['invoices', 'drawings']],
  ['a payment', (line) => kind('payment')(line) && line.org === 'nord' && line.account === 'bank', ['drawings', 'bookings']],
  ['what a balance settled', (line) => kind('payment')(line) && line.org === 'nord' && line.account === 'balances', ['bookings']],
  ['what the sub-reseller paid', (line) => kind('sale')(line) && line.org === 'sud' && line.account === 'wallet', ['monthPack']],
])('control: the comparisons fail if, in the test’s own books, %s is a cent too high', async (_, isMeant, seers) => {
  const spoilt = book.spoilt(isMeant, CENT)
  for (const name of seers) expect([name, (await checks[name]?.(month, spoilt))?.wrong.length]).not.toEqual([name, 0])
})

const [bought] = month.sold.filter(({ chain }) => chain.length > 2)
const open = month.papers.made.find(({ customer }) => customer === 'kiosque')
const add = (table: string, column: string, by: number, where: string) =>
  [by, -by].map((each) => `update ${table} set ${column} = ${column} + ${each} where tenant_id = 1 and ${where}`)
test.each<[what: string, spoil: readonly string[], seers: readonly string[]]>([
  ['the price of the sub-reseller', add('sales', 'prices[2]', 100, `id = '${bought?.sale_id}'`), ['sales']],
  ['the amount of a transfer', add('transfers', 'amount', 1, `kind = 'sale' and cause_id = '${bought?.sale_id}'`), ['ledgers']],
  ['the running total of sales', add('figures_to_date', 'sold_total', 1, `day = '${month.day(10)}'`), ['sales']],
  [
    'the running total of PINs sold from stock',
    add('stock_to_date', 'sold', 1, `configuration_id = '${month.goods.card('ten').configuration_id}' and day = '${month.day(10)}'`),
    ['stock'],
  ],
  ['the payment of a document', add('invoice_payments', 'amount', 100, `amount > 0`), ['drawings', 'bookings']],
  ['the paid amount of a document in the lists', add('invoices', 'paid', 100, `document_no = '${open?.document_no}'`), ['invoices']],
])('control: the comparisons fail if %s is changed directly in the database', async (_, [spoil = '', undo = ''], seers) => {
  const behind = (sql: string) => w.owner.query(`begin; set local app.tenant = '1'; ${sql}; commit`)
  month.people.remember(true)
  await behind(spoil)
  const blind: string[] = []
  for (const name of seers) if ((await checks[name]?.(month, book))?.wrong.length === 0) blind.push(name)
  await behind(undo)
  month.people.remember(true)
  expect(blind).toEqual([])
})
