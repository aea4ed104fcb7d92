// One random year, and everything that is computed from it: for every hop, the reports, ledgers, stock, Z-reports and invoices equal what the test calculates
// from the year's sales and refunds, and so also equal each other.
import { expect, test } from 'vitest'
import { seeded } from '../../../sweeps/dice.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { tallyAll } from '../../../test/busy-books.ts'
import { type Line, type Till, Year } from '../../../test/lived-year.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties } from '../invoices/fixtures/lines.ts'

const issuers = [
  ['nord', ['kiosque', 'gare', 'sud']],
  ['sud', ['port']],
] as const
const shops = ['kiosque', 'gare', 'port'] as const

const SEED = Number(process.env.SEED ?? 11)
const w = await fileWorld()
const dice = seeded(SEED)
const year = new Year(w, SEED)
await completeParties(w)
await year.live(afterwards)
const { ids, people, lines } = year
const days = [...new Set(lines.map(({ day }) => day))].sort()
const whole = { date_from: days[0] ?? '', date_to: days.at(-1) ?? '' }

/**
 * For each issuer: bills the month that ends on the day before `day`, or by chance instead the next month up to `day`; corrects documents for refunds; cancels
 * one document; and by chance bills the earlier month (again).
 */
async function afterwards(day: string) {
  const of = day.slice(0, 7)
  const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10)
  for (const [issuer, customers] of issuers) {
    await year.signIn(issuer)
    const person = year.people[issuer]
    const asked = customers.map((name) => year.ids[name])
    if (issuer === 'nord') await person.calls.invoiceTermsUpdate({ customer_id: year.ids.gare, billing: 'combined' })
    const whole_month = { date_from: `${before.slice(0, 7)}-01`, date_to: before }
    const made = await billed(w, person, asked, dice.chance(0.5) ? whole_month : { date_from: `${of}-01`, date_to: day })
    await billed(w, person, asked, { date_from: `${Number(of.slice(0, 4)) - 2}-01-01`, date_to: day }, 'reclamationInvoicesGenerate')
    const [document] = made.flatMap(({ documents }) => documents)
    // The call is refused if a part of the document is already corrected. The test accepts that.
    if (document) await person.calls.invoiceCancel({ invoice_id: document.invoice_id, reason: 'wrong address' }).catch(() => undefined)
    if (dice.chance(0.5)) await billed(w, person, asked, whole_month)
  }
}

type Period = { date_from: string; date_to: string }
const within = ({ date_from, date_to }: Period) => lines.filter(({ day }) => day >= date_from && day <= date_to)
const total = (all: readonly Line[], amount: (line: Line) => number) => all.reduce((sum, line) => sum + line.sign * line.quantity * amount(line), 0)

/** The figures that an organisation should see: what its customers paid, and what the goods cost the organisation. */
function figuresOf(all: readonly Line[], id: string) {
  const mine = all.filter(({ chain }) => chain.includes(id))
  return {
    quantity: total(all, () => 1),
    sold: total(mine, ({ chain, prices, value }) => (chain[0] === id ? value : (prices[chain.indexOf(id) - 1] ?? 0))),
    bought: total(mine, ({ chain, prices, cost }) => (chain.at(-1) === id ? cost : (prices[chain.indexOf(id)] ?? 0))),
  }
}
const seenBy = (all: readonly Line[], name: keyof typeof ids) =>
  all.filter(({ chain, till }) => name === 'nord' || chain.includes(ids[name]) || (name === 'sud' && till === 'port'))

const periods: readonly Period[] = [
  whole,
  ...Array.from({ length: 3 }, () => [dice.pick(days), dice.pick(days)].sort()).map(([date_from = '', date_to = '']) => ({ date_from, date_to })),
]
const differ = (what: string, got: unknown, due: unknown) =>
  JSON.stringify(got) === JSON.stringify(due) ? [] : [`${what}: ${JSON.stringify(got)} for ${JSON.stringify(due)}`]

const keyOf = { day: ({ day }: Line) => day, configuration: ({ configuration_id }: Line) => configuration_id, seller: ({ chain }: Line) => chain[0] ?? '' }

/** Each check compares one kind of report with the calculation, and returns the values that differ. */
const checks = {
  async reports() {
    const wrong: string[] = []
    for (const name of ['nord', 'sud', ...shops] as const)
      for (const days of periods) {
        const { calls } = people[name]
        const all = seenBy(within(days), name)
        const due = figuresOf(all, ids[name])
        const list = await calls.salesList({ ...days, limit: 1 })
        const { quantity, sold_total, bought_total } = list.totals
        wrong.push(...differ(`list of ${name}`, [quantity, sold_total, bought_total ?? due.bought], [due.quantity, due.sold, due.bought]))
        if (!list.agrees.agrees) wrong.push(`the mark of ${name}`)
        const by = dice.pick(['day', 'configuration', 'seller'] as const)
        const { content } = await calls.salesByGroup({ ...days, group_by: [by], limit: 100 })
        const got = content.map((row) => [row.day ?? row.configuration_id ?? row.seller_id ?? '', row.quantity, row.total_sale_amount])
        const groups = [...new Set(all.map(keyOf[by]))].map((key) => {
          const { quantity, sold } = figuresOf(
            all.filter((line) => keyOf[by](line) === key),
            ids[name],
          )
          return [key, quantity, sold]
        })
        wrong.push(...differ(`${by} of ${name}`, got.sort(), groups.sort()))
      }
    return wrong
  },
  async ledgers() {
    const wrong: string[] = []
    for (const name of ['sud', ...shops] as const)
      for (const days of periods) {
        const ledger = async (kind?: 'sale' | 'refund') =>
          people.nord.calls.ledgerCustomer({ customer_id: ids[name], filters: { ...days, ...(kind ? { kind } : {}) }, limit: 1 })
        const [all, sales, refunds] = [await ledger(), await ledger('sale'), await ledger('refund')]
        const paid = (sign: number) =>
          figuresOf(
            within(days).filter((line) => line.sign === sign && line.chain.at(-1) !== ids[name]),
            ids[name],
          ).bought
        wrong.push(...differ(`ledger of ${name}`, [sales.totals.debit_total, refunds.totals.credit_total], [paid(1), 0 - paid(-1)]))
        const { opening_balance, credit_total, debit_total, closing_balance } = all.totals
        if (!all.agrees.agrees || opening_balance + credit_total - debit_total !== closing_balance) wrong.push(`balances of ${name}`)
      }
    return wrong
  },
  async stock() {
    const wrong: string[] = []
    for (const { configuration_id, owner } of year.cards)
      for (const days of periods) {
        const asked = { ...days, limit: 100, filters: { configuration_id } }
        const { calls } = people[owner === 'sud' ? 'sud' : 'nord']
        const [{ totals, agrees }, batches] = [await calls.stockReport(asked), await calls.stockReport({ ...asked, by: 'batch' })]
        const of = (name: 'sold' | 'reclaimed') => batches.content.reduce((all, row) => all + row[name], 0)
        const mine = within(days).filter((line) => line.configuration_id === configuration_id)
        const back = mine.filter(({ sign }) => sign < 0).length
        const due = [total(mine, () => 1), back, true]
        wrong.push(...differ('stock', [totals.sold, totals.reclaimed, agrees.agrees], due))
        wrong.push(...differ('stock by batch', [of('sold'), of('reclaimed'), batches.agrees.agrees], due))
      }
    return wrong
  },
  async zs() {
    const wrong = year.looks.flatMap(({ till, report, due }) =>
      differ(`look at ${till}`, { sales: report.sales, face: report.face_total, refunds: report.refunds.face_total }, due),
    )
    for (const shop of shops) {
      const mine = lines.filter(({ chain }) => chain[0] === ids[shop])
      const list = await people[shop].calls.zReportsList({ limit: 100 })
      const face = (sign: number) =>
        total(
          mine.filter((line) => line.sign === sign),
          ({ value }) => value,
        )
      wrong.push(...differ(`Zs of ${shop}`, [list.totals.face_total, list.totals.refunds_total], [face(1), 0 - face(-1)]))
      wrong.push(
        ...differ(
          `numbers of ${shop}`,
          list.content.map(({ number }) => number),
          list.content.map((_, i) => list.content.length - i),
        ),
      )
      const reports = await Promise.all(list.content.map(async ({ document_id }) => (await people[shop].calls.zReportDetails({ document_id })).report))
      for (const { credit } of reports)
        if (credit && credit.before + credit.movements.reduce((sum, { amount }) => sum + amount, 0) !== credit.after) wrong.push(`credit of ${shop}`)
    }
    return wrong
  },
  async invoices() {
    const wrong: string[] = []
    for (const [issuer, customers] of issuers)
      for (const name of customers) {
        const { calls } = people[issuer]
        const open = async (call: 'customersForInvoice' | 'customersForReclamationInvoice') =>
          (await calls[call](whole)).content.find(({ customer_id }) => customer_id === ids[name])?.amount ?? 0
        const [row] = await rowsOf<{ total: number }>(
          w,
          'select coalesce(sum(lines_total), 0)::bigint as total from invoices where tenant_id = 1 and customer_id = $1',
          [ids[name]],
        )
        const all = (row?.total ?? 0) + (await open('customersForInvoice')) - (await open('customersForReclamationInvoice'))
        const bought = figuresOf(
          lines.filter(({ chain }) => chain.includes(ids[name]) && chain.at(-1) !== ids[name]),
          ids[name],
        ).bought
        wrong.push(...differ(`invoices of ${name}`, all, bought))
      }
    return wrong
  },
  books: async () => (await w.services.money.check(1, { full: true })).filter(({ wrong }) => wrong > 0).map(({ name }) => name),
}

test('control: the year contains sales, refunds, both clock changes, a turn of the year, every till and corrections', async () => {
  expect(lines.filter(({ sign }) => sign > 0).length).toBeGreaterThan(50)
  expect(lines.filter(({ sign }) => sign < 0).length).toBeGreaterThan(5)
  expect(new Set(lines.map(({ till }) => till))).toEqual(new Set<Till>(['kiosque', 'kiosque-caisse', 'gare', 'port']))
  expect(days.length).toBeGreaterThan(6)
  const kinds = await rowsOf<{ n: number }>(w, `select count(*)::int as n from invoices where tenant_id = 1 and corrects_id is not null`)
  expect(kinds[0]?.n).toBeGreaterThan(0)
})

test.each(Object.entries(checks))('the year’s %s agree with the sales and refunds that the test made', async (_, check) => {
  expect(await check()).toEqual([])
})

test('the reports and the stock still agree with the year’s sales after the tallies have counted the rest of the year', async () => {
  await tallyAll(w)
  for (const name of ['reports', 'stock'] as const) expect(await checks[name]()).toEqual([])
})

/** The tampering below changes one line of each kind in the database. Each case has SQL that undoes it, and names the checks that must notice it. */
const [sold, back] = [lines.find(({ sign, chain }) => sign > 0 && chain.length > 2), lines.find(({ sign }) => sign < 0)]
const add = (table: string, column: string, where: string) =>
  [1, -1].map((by) => `update ${table} set ${column} = ${column} + ${by} where tenant_id = 1 and ${where}`)
const taken = (table: string, where: string) => [
  `create table taken as select * from ${table} where tenant_id = 1 and ${where}; delete from ${table} where tenant_id = 1 and ${where}`,
  `insert into ${table} select * from taken; drop table taken`,
]
const one = (table: string, key: string, where = 'true') => `${key} = (select min(${key}::text)::uuid from ${table} where tenant_id = 1 and ${where})`

test.each([
  ['a price of a sale that is a ten-thousandth too high', add('sales', 'prices[1]', `id = '${sold?.sale_id}'`), ['books']],
  ['a card that is refunded twice', add('refunds', 'quantity', one('refunds', 'id', `sale_id = '${back?.sale_id}'`)), ['books']],
  ['a day with too high a sum in the roll-up', add('figures_to_date', 'sold_total', `day = '${days[2]}'`), ['reports', 'books']],
  ['a transfer of too high an amount', add('transfers', 'amount', `kind = 'sale' and cause_id = '${sold?.sale_id}'`), ['ledgers', 'books']],
  [
    'a day of a batch with a sold PIN too many',
    add('stock_days', 'sold', `configuration_id = '${year.cards[0]?.configuration_id}' and day = '${days[1]}'`),
    ['stock', 'books'],
  ],
  [
    'a month of a batch with a sold PIN too many',
    add('stock_months', 'sold', `configuration_id = '${year.cards[0]?.configuration_id}' and month = date_trunc('month', '${days[1]}'::date)::date`),
    ['stock', 'books'],
  ],
  [
    'a running total with a sold PIN too many',
    add('stock_to_date', 'sold', `configuration_id = '${year.cards[0]?.configuration_id}' and day = (select max(day) from stock_to_date)`),
    ['stock', 'books'],
  ],
  ['a missing Z-report', taken('documents', one('documents', 'id', `kind = 'z_report'`)), ['zs', 'books']],
  [
    'a line that is missing from its invoice',
    taken('invoiced_lines', one('invoiced_lines', 'line_id', 'line_id = sale_id and sale_id not in (select sale_id from refunds where tenant_id = 1)')),
    ['invoices', 'books'],
  ],
] as const)('control: the comparisons with the year’s sales and refunds find %s', async (_, [spoil = '', undo = ''], seers) => {
  const behind = (sql: string) => w.owner.query(`begin; set local app.tenant = '1'; ${sql}; commit`)
  await behind(spoil)
  const blind: string[] = []
  for (const name of seers) if ((await checks[name]()).length === 0) blind.push(name)
  await behind(undo)
  expect(blind).toEqual([])
})

test('after the last tampering was undone, the money check has no findings', async () => {
  expect(await checks.books()).toEqual([])
})
