// Compares the Z-reports, and the X-reports made in between, with the test's own book.
import { Book, type Entry, type Name } from './book.ts'
import { Compared } from './compare.ts'
import { isMasked } from './lists.ts'
import type { Month } from './month.ts'
import { amountOf, listOf, maybe, objectOf, type Row, TILLS, type Till } from './people.ts'
import type { Look } from './trade.ts'

type Sums = readonly [sales: number, quantity: number, face: number, bought: number | null]
const EMPTY: Sums = [0, 0, 0, 0]
const told = ({ sales, quantity, face_total, bought_total }: Row): Sums => [Number(sales), Number(quantity), amountOf(face_total), maybe(bought_total)]

function sumsOf(shop: Name, entries: readonly Entry[]): Sums {
  const book = new Book(entries)
  const counter = book.lines(shop, 'drawer')
  const quantity = counter.reduce((all, { quantity: pieces = 0 }) => all + pieces, 0)
  return [entries.length, quantity, book.sum(shop, 'drawer'), isMasked(shop) ? null : book.sum(shop, 'cost')]
}

function grouped(shop: Name, entries: readonly Entry[], keyOf: (entry: Entry) => string): Map<string, Sums> {
  const keys = [...new Set(entries.map(keyOf))]
  return new Map(
    keys.map((key) => [
      key,
      sumsOf(
        shop,
        entries.filter((entry) => keyOf(entry) === key),
      ),
    ]),
  )
}

/** Sums the movements of the shop's credit, by their names in a Z-report. */
function movementsOf(shop: Name, till: Till, entries: readonly Entry[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const line of new Book(entries).lines(shop, 'wallet')) {
    const kind = line.kind === 'sale' ? 'sales' : line.kind === 'refund' ? 'refunds' : line.kind
    const name = line.till && line.till !== till ? `other_${kind}` : kind
    sums.set(name, (sums.get(name) ?? 0) + line.amount)
  }
  return sums
}

function compareLook(said: Compared, book: Book, { till, from, to, counted, report }: Look): void {
  const shop = TILLS[till]
  const during = book.entries.slice(from, to)
  const own = during.filter((entry) => entry.till === till)
  const [sales, refunds] = [own.filter(({ kind }) => kind === 'sale'), own.filter(({ kind }) => kind === 'refund')]
  const what = `Z ${report.number} of ${till}`
  said.same(what, told(report), sumsOf(shop, sales))
  const list = (name: string, keyOf: (row: Row) => string) => new Map(listOf(report, name).map((row) => [keyOf(row), told(row)]))
  said.rows(
    `${what} by kind`,
    list('types', (row) => String(row.product_type)),
    grouped(shop, sales, ({ type = '' }) => type),
  )
  said.rows(
    `${what} by value`,
    list('goods', (row) => `${row.product_type} ${amountOf(row.value)}`),
    grouped(shop, sales, ({ type, value }) => `${type} ${value}`),
  )
  said.rows(
    `${what} by payment`,
    list('payments', (row) => String(row.kind ?? '')),
    grouped(shop, sales, ({ payment = '' }) => payment),
  )
  const back = objectOf(report, 'refunds')
  const [, quantity, face, bought] = refunds.length > 0 ? sumsOf(shop, refunds) : EMPTY
  const given = [0 - quantity, 0 - face, isMasked(shop) ? null : 0 - (bought ?? 0)]
  said.same(`${what}, given back`, [back.quantity, amountOf(back.face_total), maybe(back.bought_total)].map(plain), given.map(plain))
  const ends = [objectOf(report, 'first').sale_id, objectOf(report, 'last').sale_id]
  // Ids are in the order of time, also within one basket, so sorting them gives the first and the last sale.
  const ids = sales.map(({ sale_id }) => sale_id).sort()
  said.same(`${what}, first and last`, ends, [ids[0], ids.at(-1)])
  const hours = listOf(report, 'hours')
  said.same(
    `${what} by hour`,
    hours.reduce((all, hour) => all + amountOf(hour.face_total), 0),
    told(report)[2],
  )
  if (counted !== null) {
    const cash = new Book(own).sum(shop, 'drawer', ({ payment = '' }) => payment !== 'card' && payment !== 'other')
    const drawer = objectOf(report, 'drawer')
    said.same(`${what}, drawer`, [amountOf(drawer.counted), amountOf(drawer.expected)], [counted, cash])
  }
  if (isMasked(shop)) {
    said.same(`${what}, credit is hidden`, report.credit, null)
    return
  }
  const credit = objectOf(report, 'credit')
  const since = from === 0 ? book.entries.findIndex((entry) => entry.till === till) : from
  const [before, after] = [since, to].map((end) => new Book(book.entries.slice(0, end)).sum(shop, 'wallet'))
  said.same(`${what}, credit`, [amountOf(credit.before), amountOf(credit.after)], [before, after])
  const moved = new Map(listOf(credit, 'movements').flatMap(({ kind, amount }) => (amountOf(amount) === 0 ? [] : [[String(kind), amountOf(amount)] as const])))
  said.rows(`${what}, credit by`, moved, movementsOf(shop, till, book.entries.slice(since, to)))
}
const plain = (amount: unknown) => (amount === 0 ? 0 : amount)

export async function shifts(month: Month, book: Book): Promise<Compared> {
  const said = new Compared()
  for (const look of month.looks) compareLook(said, book, look)
  for (const shop of ['kiosque', 'gare', 'port'] as const) {
    const closed = month.looks.filter(({ till, number }) => TILLS[till] === shop && number !== null)
    const numbers = closed.map(({ number }) => number ?? 0)
    said.same(
      `numbers of ${shop}`,
      numbers,
      numbers.map((_, i) => (numbers[0] ?? 0) + i),
    )
    // The list is filtered by the day on which a report was made; the last reports were made on the day after the last sales, still in this month.
    const { content, last } = await month.people.all(shop, '/view_z_reports/', { filters: { ...month.period } }, 20)
    const got = new Map(content.map((row) => [String(row.number), [told(row), amountOf(row.refunds_total), maybe(row.difference)]]))
    const due = new Map(
      closed.map(({ till, from, to, counted, number }) => {
        const own = book.entries.slice(from, to).filter((entry) => entry.till === till)
        const of = (kind: Entry['kind']) => own.filter((entry) => entry.kind === kind)
        const cash = new Book(own).sum(shop, 'drawer', ({ payment = '' }) => payment !== 'card' && payment !== 'other')
        const back = 0 - sumsOf(shop, of('refund'))[2]
        return [String(number), [sumsOf(shop, of('sale')), plain(back), counted === null ? null : counted - cash]]
      }),
    )
    said.rows(`Zs of ${shop}:`, got, due)
    const face = (kind: Entry['kind']) => book.sum(shop, 'drawer', (line) => line.kind === kind)
    const totals = objectOf(last, 'totals')
    said.same(`totals of the Zs of ${shop}`, [amountOf(totals.face_total), amountOf(totals.refunds_total)], [face('sale'), plain(0 - face('refund'))])
    for (const { document_id, number, report } of closed) {
      const { report: again } = await month.people.done(shop, '/z_report_details/', { document_id })
      said.same(`Z ${number} of ${shop} once more`, again, report)
    }
  }
  return said
}
