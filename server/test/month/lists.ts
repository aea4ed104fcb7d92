// Compares ledgers, balances and lists of sales with the test's own book.
import type { Book, Line, Name } from './book.ts'
import { ORGANISATIONS, PARENT } from './book.ts'
import { Compared } from './compare.ts'
import type { Month } from './month.ts'
import { amountOf, listOf, maybe, objectOf, type Row } from './people.ts'

export type Period = { date_from: string; date_to: string }
export const within =
  ({ date_from, date_to }: Period) =>
  (line: Pick<Line, 'day'>) =>
    line.day >= date_from && line.day <= date_to
export const CUSTOMERS = ORGANISATIONS.filter((name): name is Exclude<Name, 'platform'> => name !== 'platform')
/** Whether prices are hidden from this viewer: the users of gare see none. */
export const isMasked = (viewer: Name) => viewer === 'gare'

export const periodsOf = (month: Month): Period[] => [
  month.period,
  { date_from: month.day(1), date_to: month.day(10) },
  { date_from: month.day(11), date_to: month.day(20) },
  { date_from: month.day(8), date_to: month.day(8) },
]

/**
 * Compares with the book the balances seen at the end of each day, and the balances that the ledgers later show to a wallet's owner and to the owner's parent.
 */
export async function wallets(month: Month, book: Book): Promise<Compared> {
  const told = new Compared()
  for (const { day, balances } of month.evenings)
    for (const [name, balance] of Object.entries(balances) as [Name, number][])
      told.same(
        `balance of ${name} on ${day}`,
        balance,
        book.sum(name, 'wallet', (line) => line.day <= day),
      )
  for (const name of CUSTOMERS) {
    const filters = { ...month.period }
    const own = await month.people.done(name, '/view_ledger/', { filters, with_balances: 1, limit: 1 })
    const above = await month.people.done(PARENT[name] as 'nord', '/view_customer_ledger/', {
      customer_id: month.people.ids[name],
      filters,
      with_balances: 1,
      limit: 1,
    })
    for (const [whose, answer] of [
      ['own', own],
      ['above', above],
    ] as const) {
      const got = new Map(listOf(answer, 'balances').map(({ day, balance }) => [String(day), amountOf(balance)]))
      const due = new Map([...got.keys()].map((day) => [day, book.sum(name, 'wallet', (line) => line.day <= day)]))
      told.same(`days of ${name}`, got.size, Number(month.period.date_to.slice(8)))
      told.rows(`${whose} ledger of ${name}, balance on`, got, due)
    }
  }
  for (const name of CUSTOMERS) {
    const parent = PARENT[name] ?? 'platform'
    told.same(
      `${name} with ${parent}`,
      book.sum(parent, 'customers', ({ other }) => other === name),
      0 - book.sum(name, 'wallet'),
    )
  }
  return told
}

/** Compares every row of every ledger with the book: as the ledger's owner reads it, and as the owner's parent reads it. */
export async function ledgers(month: Month, book: Book): Promise<Compared> {
  const told = new Compared()
  for (const name of CUSTOMERS)
    for (const period of periodsOf(month).slice(0, 3)) {
      const customer_id = month.people.ids[name]
      const ask = async (more: object = {}) => {
        const fields = { filters: { ...period, ...more }, sort: 'created_at' }
        const own = await month.people.all(name, '/view_ledger/', fields, 20)
        const above = await month.people.all(PARENT[name] as 'nord', '/view_customer_ledger/', { ...fields, customer_id }, 100)
        return [own, above] as const
      }
      const mine = book.lines(name, 'wallet', (line) => line.kind !== 'opening' && within(period)(line))
      const opening = book.sum(name, 'wallet', (line) => line.kind === 'opening' || line.day < period.date_from)
      for (const { content, last } of await ask()) {
        told.rows(
          `ledger of ${name}`,
          counted(content.flatMap(moved)),
          counted(mine.map(({ kind, amount, day, sale_id = '' }) => `${day} ${kind} ${kind === 'sale' ? sale_id : ''} ${amount}`)),
        )
        const totals = objectOf(last, 'totals')
        const sum = (side: 1 | -1) => mine.filter(({ amount }) => amount * side > 0).reduce((all, { amount }) => all + amount * side, 0)
        const due = [opening, sum(1), sum(-1), opening + sum(1) - sum(-1), mine.length]
        const got = [...['opening_balance', 'credit_total', 'debit_total', 'closing_balance'].map((key) => amountOf(totals[key])), totals.movements]
        told.same(`totals of the ledger of ${name}`, got, due)
        told.same(`running balance of ${name}`, brokenAt(content, opening), [])
        told.same(`the mark of the ledger of ${name}`, objectOf(last, 'agrees').agrees, true)
      }
      for (const kind of ['sale', 'refund', 'top_up', 'auto_credit', 'correction'] as const)
        for (const { content, last } of await ask({ kind })) {
          const of = mine.filter((line) => line.kind === kind)
          const got = [
            content.filter((row) => row.kind === kind).length,
            amountOf(objectOf(last, 'totals').credit_total) - amountOf(objectOf(last, 'totals').debit_total),
          ]
          told.same(`${kind} in the ledger of ${name}`, got, [of.length, of.reduce((all, { amount }) => all + amount, 0)])
        }
    }
  return told
}

const counted = (texts: readonly string[]) => {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}
const signed = ({ debit, credit }: Row) => (maybe(credit) ?? 0) - (maybe(debit) ?? 0)
const berlin = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Berlin' })
export const dayOf = (row: Row) => berlin.format(new Date(String(row.created_at)))
const moved = (row: Row) =>
  row.kind === 'opening' || row.kind === 'closing' ? [] : [`${dayOf(row)} ${row.kind} ${row.kind === 'sale' ? row.cause_id : ''} ${signed(row)}`]

/** Returns the ids of the entries whose balance is not the opening balance plus all amounts up to and including their own. */
function brokenAt(rows: readonly Row[], opening: number): unknown[] {
  let balance = opening
  return rows.flatMap((row) => {
    balance += signed(row)
    return amountOf(row.balance_after) === balance ? [] : [row.entry_id]
  })
}

/** Whether a viewer sees a shop's lines: those of its own users and of everybody below it. */
export const isBelow = (viewer: Name, shop: Name | undefined): boolean => {
  for (let at = shop; at; at = PARENT[at]) if (at === viewer) return true
  return false
}

export type Figures = { quantity: number; face: number; sold: number; bought: number }
/** Returns sums over the lines that a viewer sees: pieces, retail prices, its customers' payments, its cost of goods. */
export function figuresOf(book: Book, viewer: Name, isMeant: (line: Line) => boolean): Figures {
  const sales = (line: Line) => line.sale_id !== undefined && isBelow(viewer, line.shop) && isMeant(line)
  const counter = ORGANISATIONS.flatMap((shop) => book.lines(shop, 'drawer', sales))
  return {
    quantity: counter.reduce((all, { quantity = 0 }) => all + quantity, 0),
    face: counter.reduce((all, { amount }) => all + amount, 0),
    sold: 0 - book.sum(viewer, 'revenue', sales),
    bought: book.sum(viewer, 'cost', sales),
  }
}

/** The filters of the list of sales that are tried, each with the rule that selects the same lines in the book. */
function questions(month: Month): [name: string, filters: Row, isMeant: (line: Line) => boolean][] {
  const { ids } = month.people
  const ten = month.goods.card('ten')
  return [
    ['all', {}, () => true],
    ...(['kiosque', 'gare', 'port'] as const).map((shop): [string, Row, (line: Line) => boolean] => [
      shop,
      { seller_id: ids[shop] },
      (line) => line.shop === shop,
    ]),
    ['those below sud', { customer_id: ids.sud }, ({ shop }) => shop === 'port'],
    ['a denomination', { configuration_id: ten.configuration_id }, ({ configuration_id }) => configuration_id === ten.configuration_id],
    ['a product', { product_id: ten.product_id }, ({ product_id }) => product_id === ten.product_id],
    ['sales', { kind: 'sale' }, ({ kind }) => kind === 'sale'],
    ['what was given back', { kind: 'refund' }, ({ kind }) => kind === 'refund'],
    ['soft PINs', { product_type: 'soft_pin' }, ({ type }) => type === 'soft_pin'],
    ['top-ups', { product_type: 'international_top_up' }, ({ type }) => type === 'international_top_up'],
  ]
}

export const VIEWERS = ['platform', 'nord', 'sud', 'kiosque', 'gare', 'port'] as const

/** Compares the list of sales of everybody who may read one: each row, the totals, and the same sales with other page sizes, filters and days. */
export async function sales(month: Month, book: Book): Promise<Compared> {
  const told = new Compared()
  for (const viewer of VIEWERS) {
    const asked = (more: Row = {}, period = month.period) => ({ ...period, filters: more })
    const { content, last } = await month.people.all(viewer, '/get_sales_report_list/', asked(), 100)
    const ids = [...new Set(book.entries.flatMap(({ sale_id, shop }) => (sale_id && isBelow(viewer, shop) ? [sale_id] : [])))]
    const due = new Map<string, unknown>()
    for (const id of ids)
      for (const kind of ['sale', 'refund'] as const) {
        const figures = figuresOf(book, viewer, (line) => line.sale_id === id && line.kind === kind)
        if (figures.quantity !== 0) due.set(`${kind} ${id}`, shown(viewer, figures))
      }
    const got = new Map<string, unknown>()
    for (const kind of ['sale', 'refund'])
      for (const id of new Set(content.filter((row) => row.kind === kind).map((row) => String(row.sale_id))))
        got.set(`${kind} ${id}`, summed(content.filter((row) => row.kind === kind && row.sale_id === id)))
    told.rows(`sales of ${viewer}:`, got, due)
    told.same(`the mark of ${viewer}`, objectOf(last, 'agrees').agrees, true)
    const short = await month.people.all(viewer, '/get_sales_report_list/', asked(), 23)
    const lines = (rows: readonly Row[]) => rows.map(({ line_id }) => line_id)
    told.same(`pages of ${viewer}`, lines(short.content), lines(content))
    for (const [i, period] of periodsOf(month).entries())
      for (const [name, filters, isMeant] of questions(month).slice(0, i === 0 ? undefined : 3)) {
        // A filter by customers or goods that the viewer does not have is refused, so it is left out here.
        const answer = await month.people.ask(viewer, '/get_sales_report_list/', { ...asked(filters, period), limit: 1 })
        if (answer.status === 404 || answer.status === 400) continue
        const figures = figuresOf(book, viewer, (line) => within(period)(line) && isMeant(line))
        told.same(`${name} by ${viewer} ${period.date_from}`, summed([objectOf(answer, 'totals')]), shown(viewer, figures))
      }
  }
  return told
}

const shown = (viewer: Name, { quantity, sold, bought }: Figures) => [quantity, sold, ...(isMasked(viewer) ? [null, null] : [bought, sold - bought])]
const summed = (rows: readonly Row[]) => {
  const sum = (key: string) => rows.reduce<number | null>((all, row) => (all === null || row[key] === null ? null : all + amountOf(row[key])), 0)
  return [rows.reduce((all, { quantity }) => all + Number(quantity), 0), sum('sold_total'), sum('bought_total'), sum('margin_total')]
}

/**
 * Compares bookings to wallets, as listed to the organisation that booked them and to the wallet's owner; and a cashier's sales, as listed for that cashier
 * alone.
 */
export async function bookedAndOwn(month: Month, book: Book): Promise<Compared> {
  const told = new Compared()
  const filters = { ...month.period }
  const kinds = ['top_up', 'auto_credit', 'correction', 'refund'] as const
  for (const name of CUSTOMERS) {
    const customer_id = month.people.ids[name]
    const ask = async (more: Row, days: Row = filters) => [
      await month.people.all(PARENT[name] as 'nord', '/view_wallet_history/', { filters: { ...days, customer_id, ...more } }, 10),
      await month.people.all(name, '/view_own_wallet_history/', { filters: { ...days, ...more } }, 10),
    ]
    const all = book.lines(name, 'wallet', (line) => kinds.some((kind) => kind === line.kind) && within(month.period)(line))
    for (const kind of [undefined, ...kinds]) {
      const due = all.filter((line) => kind === undefined || line.kind === kind)
      for (const { content, last } of await ask(kind ? { kind } : {})) {
        const rows = content
          .filter((row) => row.kind !== 'credit_limit')
          .map((row) => `${dayOf(row)} ${row.kind} ${amountOf(row.after) - amountOf(row.before)}`)
        told.rows(`${kind ?? 'all'} booked onto ${name}:`, counted(rows), counted(due.map((line) => `${line.day} ${line.kind} ${line.amount}`)))
        const sum = due.reduce((total, { amount }) => total + amount, 0)
        told.same(`sum of ${kind ?? 'all'} booked onto ${name}`, amountOf(objectOf(last, 'totals').amount), sum)
      }
      // Without a period the list has bookings of all days, also of those before the month.
      for (const { content, last } of kind ? await ask({ kind }, {}) : []) {
        const totals = objectOf(last, 'totals')
        const sum = content.reduce((total, row) => total + amountOf(row.amount), 0)
        told.same(`every ${kind} of ${name}`, [totals.bookings, amountOf(totals.amount)], [content.length, sum])
      }
    }
  }
  for (const till of ['kiosque', 'kiosque-caisse', 'gare', 'port'] as const) {
    const { last } = await month.people.all(till, '/view_own_sales/', { ...month.period }, 20)
    const totals = objectOf(last, 'totals')
    const counter = CUSTOMERS.flatMap((shop) => book.lines(shop, 'drawer', (line) => line.till === till))
    const due = [counter.reduce((all, { quantity = 0 }) => all + quantity, 0), counter.reduce((all, { amount }) => all + amount, 0)]
    told.same(`own sales of ${till}`, [totals.quantity, amountOf(totals.sold_total)], due)
  }
  return told
}
