// Compares reports of sales with the test's own book: sums by every grouping, two periods side by side, amounts in cents, numbers of sales, single sales.
import { type Book, cents, type Line, type Name } from './book.ts'
import { Compared } from './compare.ts'
import { type Figures, figuresOf, isBelow, isMasked, VIEWERS, within } from './lists.ts'
import type { Month } from './month.ts'
import { amountOf, listOf, maybe, objectOf, type Row } from './people.ts'

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', hourCycle: 'h23', hour: '2-digit', weekday: 'short' })
const said = (at: number, type: 'hour' | 'weekday') => clock.formatToParts(at).find((part) => part.type === type)?.value ?? ''
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']

/** The groupings of sums: the field of a row, and the matching value in the book. */
const groups: Record<string, [key: string, of: (line: Line, month: Month, viewer: Name) => unknown]> = {
  customer: ['customer_id', (line, month, viewer) => month.people.ids[customerOf(viewer, line.shop ?? viewer)]],
  day: ['day', ({ day }) => day],
  seller: ['seller_id', ({ shop }, month) => month.people.ids[shop ?? 'port']],
  product: ['product_id', ({ product_id }) => product_id],
  configuration: ['configuration_id', ({ configuration_id }) => configuration_id],
  product_type: ['product_type', ({ type }) => type],
  user: ['username', ({ till }) => till],
  hour: ['hour', ({ at }) => Number(said(at, 'hour'))],
  weekday: ['weekday', ({ at }) => 1 + WEEKDAYS.indexOf(said(at, 'weekday'))],
}
/** Returns the viewer's direct customer through whom it sells to a shop; a shop that views its own sales is its own customer. */
function customerOf(viewer: Name, shop: Name): Name {
  if (viewer === shop) return shop
  return (['nord', 'sud', 'kiosque', 'gare', 'port'] as const).find((name) => isBelow(name, shop) && PARENTS[name] === viewer) ?? shop
}
const PARENTS: Partial<Record<Name, Name>> = { nord: 'platform', sud: 'nord', kiosque: 'nord', gare: 'nord', port: 'sud' }

const AMOUNTS = ['face_total', 'total_sale_amount', 'total_buying_amount', 'margin_total'] as const
const exact = (row: Row) => [row.count, row.quantity, row.given_back, ...AMOUNTS.map((name) => maybe(row[name]))]
/** Returns a row's amount as it is shown, in cents: the separate field of cents if the row has one, else the amount, rounded. */
const shownOf = (row: Row, name: string): number | null => {
  const apart = objectOf(row, 'cents')[name]
  return apart === undefined ? (row[name] === null ? null : cents(amountOf(row[name]))) : cents(amountOf(apart))
}

function due(book: Book, viewer: Name, isMeant: (line: Line) => boolean): (number | null)[] {
  const count = new Set(
    book.entries.flatMap((entry) =>
      entry.kind === 'sale' && isBelow(viewer, entry.shop) && isMeant({ ...entry, org: viewer, account: 'drawer', amount: 0 }) ? [entry.id] : [],
    ),
  )
  const { quantity, face, sold, bought }: Figures = figuresOf(book, viewer, isMeant)
  const back = figuresOf(book, viewer, (line) => line.kind === 'refund' && isMeant(line))
  return [count.size, quantity, 0 - back.quantity, face, sold, ...(isMasked(viewer) ? [null, null] : [bought, sold - bought])]
}

/** Compares sums by one grouping and by two, also with a second period beside the first. */
export async function sums(month: Month, book: Book): Promise<Compared> {
  const told = new Compared()
  const [first, second] = [
    { date_from: month.day(1), date_to: month.day(12) },
    { date_from: month.day(13), date_to: month.day(24) },
  ]
  const compared = { ...first, date_from_2: second.date_from, date_to_2: second.date_to }
  for (const viewer of VIEWERS)
    for (const group_by of [...Object.keys(groups).map((name) => [name]), ['product', 'seller'], ['customer', 'product_type'], ['day', 'user']])
      for (const period of [month.period, compared]) {
        const isWhole = period === month.period
        const { content, last } = await month.people.all(
          viewer,
          '/get_sales_report_2_with_customer_id/',
          { ...period, group_by, sort: '-total_sale_amount' },
          100,
        )
        const totals = objectOf(last, 'totals')
        const keyOf = (line: Line) => group_by.map((name) => groups[name]?.[1](line, month, viewer)).join()
        const all = book.entries.flatMap((entry) =>
          entry.sale_id && isBelow(viewer, entry.shop) ? [{ ...entry, org: viewer, account: 'drawer', amount: 0 } as Line] : [],
        )
        const inOne = within(isWhole ? month.period : first)
        const meant = all.filter((line) => inOne(line) || (!isWhole && within(second)(line)))
        const keys = [...new Set(meant.map(keyOf))]
        const what = `${group_by} of ${viewer}`
        const got = new Map(content.map((row) => [group_by.map((name) => row[groups[name]?.[0] ?? '']).join(), exact(row)]))
        told.rows(what, got, new Map(keys.map((key) => [key, due(book, viewer, (line) => inOne(line) && keyOf(line) === key)])))
        told.same(`totals of ${what}`, exact(totals), due(book, viewer, inOne))
        for (const name of AMOUNTS) {
          const shown = content.map((row) => shownOf(row, name))
          told.same(`cents of ${name} by ${what}`, shown.includes(null) ? null : shown.reduce((sum, one) => (sum ?? 0) + (one ?? 0), 0), shownOf(totals, name))
          told.same(
            `total ${name} of ${what}, shown`,
            name === 'margin_total' ? null : shownOf(totals, name),
            name === 'margin_total' || totals[name] === null ? null : cents(amountOf(totals[name])),
          )
        }
        if (isWhole) continue
        for (const row of [...content, totals]) {
          const key = row === totals ? null : group_by.map((name) => row[groups[name]?.[0] ?? '']).join()
          const of = (days: typeof first) => figuresOf(book, viewer, (line) => within(days)(line) && (key === null || keyOf(line) === key)).sold
          const [one, two] = [of(first), of(second)]
          told.same(`second period of ${what} ${key}`, [row.total_sale_amount_2, row.difference].map(maybe), [two, one - two])
          told.same(`share of ${what} ${key}`, row.difference_percentage, shareOf(one, two))
          const shown = (name: string) => shownOf(row, name) ?? 0
          told.same(`shown difference of ${what} ${key}`, shown('difference'), shown('total_sale_amount') - shown('total_sale_amount_2'))
        }
      }
  return told
}

/** Difference of the two amounts / their sum × 100, to two decimals; null if the sum is 0 and the difference is not (docs/domain.md, Comparison of periods). */
function shareOf(one: number, two: number): string | null {
  if (one === two) return '0.00'
  if (one + two === 0) return null
  const hundredths = Math.round((Math.abs(one - two) * 1_000_000) / Math.abs(one + two) / 100)
  const sign = (one - two) * (one + two) < 0 && hundredths > 0 ? '-' : ''
  return `${sign}${Math.floor(hundredths / 100)}.${String(hundredths % 100).padStart(2, '0')}`
}

/**
 * Compares sales by supplier, for an owner's goods. A sale with PINs of two deliveries counts for the supplier of its first PIN (decision 0031), while reports
 * of stock have both suppliers.
 */
export async function suppliers(month: Month, book: Book): Promise<Compared> {
  const told = new Compared()
  for (const viewer of ['nord', 'sud'] as const) {
    const { content } = await month.people.all(viewer, '/get_sales_report_2_with_customer_id/', { ...month.period, group_by: ['supplier'] }, 100)
    const sums = new Map<string, number[]>()
    for (const { postings, sale_id } of book.entries) {
      const sold = postings.filter(({ org, account }) => org === viewer && account === 'revenue').reduce((all, { amount }) => all - amount, 0)
      const costs = postings.filter(({ org, account, supplier }) => sale_id && org === viewer && account === 'cost' && supplier)
      const [first] = costs
      if (!first?.supplier) continue
      const [pieces = 0, paid = 0, cost = 0] = sums.get(first.supplier) ?? []
      const [quantity, bought] = [costs.reduce((all, one) => all + (one.quantity ?? 0), 0), costs.reduce((all, { amount }) => all + amount, 0)]
      sums.set(first.supplier, [pieces + quantity, paid + sold, cost + bought])
    }
    const got = new Map(
      content.flatMap((row) =>
        row.supplier_name ? [[String(row.supplier_name), [row.quantity, maybe(row.total_sale_amount), maybe(row.total_buying_amount)]] as const] : [],
      ),
    )
    told.rows(`by supplier of ${viewer}:`, got, sums)
    for (const { name, supplier_id } of month.goods.suppliers.filter(({ owner }) => owner === viewer)) {
      const { last } = await month.people.all(viewer, '/get_sales_report_list/', { ...month.period, filters: { supplier_id } }, 100)
      const totals = objectOf(last, 'totals')
      told.same(`list of ${name}`, [totals.quantity, maybe(totals.sold_total), maybe(totals.bought_total)], sums.get(name))
    }
  }
  return told
}

/** Compares single sales, whose chain is shown up to the viewer and no further, and the numbers of sales by state. */
export async function details(month: Month, book: Book): Promise<Compared> {
  const told = new Compared()
  for (const { sale_id, chain, quantity, serials, card } of month.sold.filter((_, i) => i % 4 === 0))
    for (const viewer of VIEWERS.filter((name) => isBelow(name, chain[0]))) {
      const answer = await month.people.done(viewer, `/get_sales_record_details/?sale_id=${sale_id}`, {}, 'GET')
      const { sold, bought } = figuresOf(book, viewer, (line) => line.sale_id === sale_id && line.kind === 'sale')
      const own = isMasked(viewer) ? null : bought
      told.same(`sale by ${viewer}`, [answer.quantity, amountOf(answer.sold_total), maybe(answer.bought_total)], [quantity, sold, own])
      const hops = listOf(answer, 'hops').map((hop) => [hop.organisation_id, amountOf(hop.bought_total)])
      const at = chain.indexOf(viewer)
      const visible = chain
        .slice(0, at + 1)
        .map((name) => [month.people.ids[name], book.sum(name, 'cost', (line) => line.sale_id === sale_id && line.kind === 'sale')])
      told.same(`hops of a sale by ${viewer}`, hops, isMasked(viewer) || at < 0 ? [] : visible)
      told.same(
        `PINs of a sale by ${viewer}`,
        listOf(answer, 'pins').length,
        serials.length > 0 || card.owner !== 'platform' ? quantity : listOf(answer, 'pins').length,
      )
    }
  for (const viewer of VIEWERS) {
    const answer = await month.people.done(viewer, '/get_sales_report_counters/', { ...month.period })
    const done = listOf(answer, 'by_status').find(({ status }) => status === 'successful')
    const figures = figuresOf(book, viewer, (line) => line.kind === 'sale' && within(month.period)(line))
    const count = book.entries.filter(({ kind, shop }) => kind === 'sale' && isBelow(viewer, shop)).length
    told.same(`counters of ${viewer}`, [done?.count, done?.quantity, amountOf(done?.sold_total)], [count, figures.quantity, figures.sold])
  }
  for (const viewer of VIEWERS) {
    const { spans, days } = await month.people.done(viewer, '/sales_spans/')
    // Only the latest days of these spans are in the month, so spans that begin before the month are left out.
    for (const { name, date_from, date_to, now } of (spans as Row[]).map((span) => ({ ...span, now: objectOf(span, 'now') })) as (Row & { now: Row })[]) {
      if (String(date_from) < month.period.date_from) continue
      const { quantity, face, sold } = figuresOf(book, viewer, within({ date_from: String(date_from), date_to: String(date_to) }))
      told.same(`${name} of ${viewer}`, [now.quantity, amountOf(now.face_total), amountOf(now.sold_total)], [quantity, face, sold])
    }
    for (const { day, face_total, sold_total } of (days as Row[]).filter((one) => String(one.day) >= month.period.date_from)) {
      const { face, sold } = figuresOf(book, viewer, (line) => line.day === day)
      told.same(`${day} of ${viewer}`, [amountOf(face_total), amountOf(sold_total)], [face, sold])
    }
  }
  for (const parent of ['nord', 'sud'] as const) {
    const { content } = await month.people.all(parent, '/view_customers/', {}, 20)
    for (const name of (['sud', 'kiosque', 'gare', 'port'] as const).filter((one) => PARENTS[one] === parent)) {
      const row = content.find(({ customer_id }) => customer_id === month.people.ids[name])
      told.same(`${name} in the list of customers`, amountOf(row?.balance), book.sum(name, 'wallet'))
    }
  }
  return told
}
