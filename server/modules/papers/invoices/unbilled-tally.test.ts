// The amounts to be billed are exactly those that no document covers, line by line, up to whatever time the tally has counted. A run then bills exactly these
// amounts.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { seeded } from '../../../sweeps/dice.ts'
import { rowsOf, sabotage } from '../../../test/arrange.ts'
import { somebodyWaits } from '../../../test/meeting-point.ts'
import { fileWorld } from '../../../test/world.ts'
import { billed, completeParties, givenBack, idsOf, soldAt, treatments } from './fixtures/lines.ts'
import { billSales } from './issue.ts'
import { unbilled, wholeMonths } from './unbilled-tally.ts'

const HOUR_MS = 3_600_000
const w = await fileWorld()
await completeParties(w)
const dice = seeded(36)
const ids = await idsOf(w, ['nord', 'sud', 'kiosque', 'gare', 'port'])
const people = { nord: await w.signIn('nord'), sud: await w.signIn('sud') }
await people.nord.calls.invoiceTermsUpdate({ customer_id: ids.gare, billing: 'combined' })
const issuers = { nord: [ids.kiosque, ids.gare, ids.sud], sud: [ids.port] } as const
const CHAINS = [
  { chain: [ids.kiosque, ids.nord], prices: [9 * EURO] },
  { chain: [ids.gare, ids.nord], prices: [8 * EURO] },
  { chain: [ids.port, ids.sud, ids.nord], prices: [7 * EURO, 6 * EURO] },
  { chain: [ids.port, ids.sud], prices: [5 * EURO] },
] as const

/** Runs one step of the tally's job up to a time. The test need not wait until the books are closed, because no row in this test is booked late. */
const tallied = (to: Date) =>
  w.db.write(1, async (q: Query) => {
    await q.query(`insert into tallied (tenant_id, name, until) values (1, 'unbilled', 'epoch') on conflict do nothing`)
    const [row] = await q.query<{ until: string }>(`select until from tallied where tenant_id = 1 and name = 'unbilled' for update`)
    const from = new Date(row?.until ?? 0)
    if (from >= to) return
    await unbilled.add(q, 1, from, to)
    await q.query(`update tallied set until = $1 where tenant_id = 1 and name = 'unbilled'`, [to])
  })

type Line = { id: string; sale_id: string; chain: string[]; prices: number[]; quantity: number; day: string }
type Period = { date_from: string; date_to: string }
const ASKED = { sales: 'customersForInvoice', refunds: 'customersForReclamationInvoice' } as const

/**
 * Computes by brute force the amounts that no document covers. `sales`: a customer's sales that are on no document, less the refunds of these sales
 * that are on no document. `refunds`: the refunds that are on no document although the refunded sales are on one.
 */
async function due(issuer: string, { date_from, date_to }: Period) {
  const read = (table: string, sale: string) =>
    rowsOf<Line>(
      w,
      `select id, ${sale} as sale_id, chain, prices, quantity, (created_at at time zone 'Europe/Berlin')::date::text as day from ${table} where tenant_id = 1`,
    )
  const [sales, refunds] = [await read('sales', 'id'), await read('refunds', 'sale_id')]
  const claims = new Set(
    (await rowsOf<{ claim: string }>(w, `select customer_id || ' ' || line_id as claim from invoiced_lines where tenant_id = 1`)).map(({ claim }) => claim),
  )
  const sums = { sales: new Map<string, number[]>(), refunds: new Map<string, number[]>() }
  const add = (to: Map<string, number[]>, id: string, amount: number) => to.set(id, [(to.get(id)?.[0] ?? 0) + 1, (to.get(id)?.[1] ?? 0) + amount])
  const hopOf = ({ chain, prices, day }: Line) => {
    const at = chain.indexOf(issuer) - 1
    return at >= 0 && day >= date_from && day <= date_to ? { customer: chain[at] ?? '', price: prices[at] ?? 0 } : undefined
  }
  for (const sale of sales) {
    const hop = hopOf(sale)
    if (!hop || claims.has(`${hop.customer} ${sale.id}`)) continue
    const back = refunds.filter((one) => one.sale_id === sale.id && !claims.has(`${hop.customer} ${one.id}`))
    const left = back.reduce((all, { quantity }) => all - quantity, sale.quantity)
    if (left > 0) add(sums.sales, hop.customer, left * hop.price)
  }
  for (const refund of refunds) {
    const hop = hopOf(refund)
    if (hop && claims.has(`${hop.customer} ${refund.sale_id}`) && !claims.has(`${hop.customer} ${refund.id}`))
      add(sums.refunds, hop.customer, refund.quantity * hop.price)
  }
  return { sales: [...sums.sales].sort(), refunds: [...sums.refunds].sort() }
}

async function shown(name: keyof typeof issuers, period: Period) {
  const rows = async (what: keyof typeof ASKED) => {
    const { content, totals } = await people[name].calls[ASKED[what]]({ ...period, limit: 100 })
    expect(totals.amount).toBe(content.reduce((all, { amount }) => all + amount, 0))
    return content.map(({ customer_id, lines, amount }) => [customer_id, [lines, amount]] as [string, number[]]).sort()
  }
  return { sales: await rows('sales'), refunds: await rows('refunds') }
}

const sold: string[] = []
const back = new Map<string, number>()
let at = Date.UTC(2026, 0, 20, 22)
const day = (ms: number) => berlinDay(new Date(ms))
const months = (add: number): Period => {
  const first = new Date(Date.UTC(2026, new Date(at).getUTCMonth() + add, 1))
  return { date_from: day(first.getTime()), date_to: day(Date.UTC(2026, first.getUTCMonth() + 1, 0)) }
}
const anywhere = (): Period => ({ date_from: day(at - dice.below(70) * 24 * HOUR_MS), date_to: day(at) })

async function sell() {
  const quantity = 1 + dice.below(3)
  sold.push(await soldAt(w, { ...dice.pick(CHAINS), vat: dice.pick(treatments), at: new Date(at), quantity }))
  back.set(sold.at(-1) ?? '', quantity)
}
async function giveBack() {
  const sale = dice.pick(sold)
  const left = back.get(sale) ?? 0
  if (left === 0) return
  const quantity = 1 + dice.below(left)
  back.set(sale, left - quantity)
  await givenBack(w, sale, new Date(at), quantity)
}
async function bill(what: 'invoicesGenerate' | 'reclamationInvoicesGenerate') {
  const name = dice.pick(['nord', 'nord', 'sud'] as const)
  await billed(w, people[name], [...issuers[name]], dice.chance(0.6) ? months(-1) : anywhere(), what)
}
/** Cancels a document. The call is refused if a part of the document is already corrected. */
async function cancel() {
  const [invoice] = await rowsOf<{ id: string; issuer_id: string }>(
    w,
    'select id, issuer_id from invoices where tenant_id = 1 and cancelled_by is null and corrects_id is null order by random() limit 1',
  )
  if (invoice)
    await people[invoice.issuer_id === ids.nord ? 'nord' : 'sud'].calls.invoiceCancel({ invoice_id: invoice.id, reason: 'wrong' }).catch(() => undefined)
}

/** Returns the periods and issuers for which the list shows other amounts than the test has computed. */
async function apart() {
  const found: unknown[] = []
  for (const name of ['nord', 'sud'] as const)
    for (const period of [months(-1), months(0), { date_from: '2026-01-01', date_to: day(at) }, anywhere()]) {
      const [is, should] = [await shown(name, period), await due(ids[name], period)]
      if (JSON.stringify(is) !== JSON.stringify(should)) found.push({ name, period, is, should })
    }
  return found
}
const wrong = async () => {
  const client = await w.owner.connect()
  try {
    await client.query(`begin; set local app.tenant = '1'`)
    return (await client.query<{ wrong: number; sample: string }>(`select * from wrong_unbilled(1, '1970-01-01') where wrong > 0`)).rows
  } finally {
    await client.query('rollback')
    client.release()
  }
}

async function live(actions: number) {
  for (let n = 0; n < actions; n++) {
    at += dice.below(30) * HOUR_MS
    const tally = () => tallied(new Date(at - dice.below(48) * HOUR_MS))
    const act = [sell, sell, sell, sell, giveBack, giveBack, tally, () => bill('invoicesGenerate'), () => bill('reclamationInvoicesGenerate'), cancel]
    await dice.pick(act)()
  }
}

test('the list of amounts to be billed shows exactly what is on no document, over months of sales, refunds, documents, corrections and cancellations', async () => {
  for (let turn = 0; turn < 4; turn++) {
    await live(30)
    expect(await apart()).toEqual([])
    expect(await wrong()).toEqual([])
  }
  const [has] = await rowsOf<{ combined: number; cancelled: number; corrected: number }>(
    w,
    `select count(*) filter (where kind = 'combined')::int as combined, count(cancelled_by)::int as cancelled,
            count(corrects_id) filter (where not cancels)::int as corrected from invoices where tenant_id = 1`,
  )
  expect(Object.values(has ?? {}).every((n) => n > 0)).toBe(true)
})

test('the sum shown as not invoiced equals the sum that a run then invoices, and afterwards nothing is left', async () => {
  const period = { date_from: '2026-01-01', date_to: day(at) }
  for (const [what, call, sign] of [
    ['refunds', 'reclamationInvoicesGenerate', -1],
    ['sales', 'invoicesGenerate', 1],
  ] as const) {
    const before = (await shown('nord', period))[what].filter(([id]) => what === 'refunds' || id !== ids.gare)
    const made = await billed(
      w,
      people.nord,
      before.map(([id]) => id),
      period,
      call,
    )
    for (const [customer, [, amount]] of before) {
      const documents = made.find(({ customer_id }) => customer_id === customer)?.documents.map(({ invoice_id }) => invoice_id)
      const [row] = await rowsOf<{ total: number }>(w, 'select coalesce(sum(lines_total), 0)::bigint as total from invoices where id = any ($1)', [documents])
      expect([customer, row?.total]).toEqual([customer, sign * (amount ?? 0)])
    }
    expect((await shown('nord', period))[what].filter(([id]) => before.some(([customer]) => customer === id))).toEqual([])
  }
  expect(await apart()).toEqual([])
  expect(await wrong()).toEqual([])
})

/** Bills a customer. After the lines are claimed, and before the claim commits, the tally counts them. */
async function tallyBeside() {
  at += 24 * HOUR_MS
  await soldAt(w, { chain: [ids.kiosque, ids.nord], prices: [3 * EURO], at: new Date(at) })
  const period = { date_from: day(at), date_to: day(at) }
  const billing = { tenant_id: 1, issuer_id: ids.nord, customer_id: ids.kiosque, run_id: newId(), user_id: newId(), now: w.clock.now(), ...period }
  let beside: Promise<void> | undefined
  await w.db.write(1, (q) =>
    billSales(
      {
        query: async (statement, values) => {
          const rows = await q.query(statement, values)
          if (typeof statement === 'string' && statement.includes('claim_sales(')) {
            beside = tallied(new Date(at + HOUR_MS))
            await somebodyWaits(w, beside)
          }
          return rows as never
        },
      },
      billing,
    ),
  )
  await beside
  return [await apart(), await wrong()].map(({ length }) => length)
}

test('lines that a document claims while the tally counts them are counted once', async () => {
  expect(await tallyBeside()).toEqual([0, 0])
})

test('control: if a claim of lines does not wait for the tally, or the tally misses a claim, the test finds wrong sums', async () => {
  await sabotage(w, 'note_billed', `name = 'unbilled' for share`, `name = 'unbilled'`)
  const [shown_wrong = 0, found = 0] = await tallyBeside().finally(() =>
    sabotage(w, 'note_billed', `name = 'unbilled'; insert`, `name = 'unbilled' for share; insert`),
  )
  expect([shown_wrong > 0, found > 0]).toEqual([true, true])
})

test('wholeMonths finds the whole months within a period; the current month counts as whole if the period reaches today', () => {
  const of = (date_from: string, date_to: string) => Object.values(wholeMonths({ date_from, date_to }, '2026-05-10'))
  expect(of('2026-01-01', '2026-01-31')).toEqual(['2026-01-01', '2026-02-01'])
  expect(of('2025-12-02', '2026-03-30')).toEqual(['2026-01-01', '2026-03-01'])
  expect(of('2026-04-30', '2026-05-10')).toEqual(['2026-05-01', '2026-06-01'])
  expect(of('2026-05-01', '2026-05-09')).toEqual(['2026-05-01', '2026-05-01'])
  expect(of('2026-02-03', '2026-02-03')).toEqual(['2026-02-03', '2026-02-03'])
  expect(of('2026-05-01', '9999-12-31')).toEqual(['2026-05-01', '2026-06-01'])
  expect(of('9999-12-01', '9999-12-31')).toEqual(['9999-12-01', '9999-12-01'])
  expect(of('0001-01-01', '2026-01-15')).toEqual(['0001-01-01', '2026-01-01'])
})
