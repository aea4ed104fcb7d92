// Rounding in reports, checked as a reader with a calculator would: the displayed cents add up, and single bookings are exact.
import { parse } from 'csv-parse/sync'
import { beforeAll, expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import type { Call } from '../../../../contract/kit/call.ts'
import { toCents } from '../../../../contract/kit/cents.ts'
import { EURO, parseMoney } from '../../../../contract/kit/money.ts'
import { areBookings, rowKinds, totalKinds } from '../../../../contract/kit/row-kinds.ts'
import { figures } from '../../../figures/roll-ups.ts'
import { tallyTenant } from '../../../figures/tallies.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { giveWallet, goods } from '../../../test/arrange.ts'
import { claimed } from '../../../test/claims.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const DAY_MS = 86_400_000
const daysAgo = (days: number) => berlinDay(new Date(w.clock.now().getTime() - days * DAY_MS))
const year = { date_from: daysAgo(120), date_to: daysAgo(0) }
const people = new Map<string, Person>()
const who = (name: string) => people.get(name) as Person

type Shown = Record<string, unknown> & { cents?: Record<string, number> }
type Answer = { content: Shown[]; totals: Shown; filters: { total_count: number } }
const ask = (person: Person, call: string, input: object) => (person.calls as unknown as Record<string, (input: object) => Promise<Answer>>)[call]?.(input)

/** Three shops sell cards at 13.8345 €, and one card is refunded. */
beforeAll(async () => {
  for (const name of ['nord', 'sud', 'kiosque', 'gare', 'port']) people.set(name, await w.signIn(name))
  for (const euro of [15, 25, 35]) {
    const { configuration_id } = await goods(w, { pins: 60, euro, discount: 777 })
    for (const name of ['kiosque', 'gare', 'port']) {
      await giveWallet(w, who(name).customer_id, 5_000 * EURO)
      for (const quantity of [1, 2, 5]) await who(name).calls.sell({ ...(await who(name).calls.transactionKey({})), configuration_id, quantity })
    }
  }
  await claimed(w, who('kiosque'), 2)
  await tallyTenant({ db: w.db, clock: w.clock.now }, 1, figures)
})

/** Reads all rows of a report, page by page. */
async function whole(person: Person, call: string, input: object, limit: number): Promise<Answer> {
  const rows: Shown[] = []
  for (let page = 0; ; page++) {
    const answer = (await ask(person, call, { ...input, page, limit })) as Answer
    rows.push(...answer.content)
    if (answer.content.length < limit) return { ...answer, content: rows }
  }
}

const centsOf = (row: Shown, name: string) => row.cents?.[name] ?? toCents(Number(row[name] ?? 0))
const added = (rows: Shown[], of: (row: Shown) => number) => rows.reduce((sum, row) => sum + of(row), 0)

const AMOUNTS = [
  'face_total',
  'total_sale_amount',
  'total_buying_amount',
  'margin_total',
  'total_sale_amount_2',
  'total_buying_amount_2',
  'difference',
] as const
const asGroups = [['customer'], ['seller'], ['product'], ['configuration'], ['user'], ['day'], ['product', 'day'], ['supplier', 'configuration']]

test.each(['nord', 'sud', 'kiosque'])('for %s the rows of every report of sums add up to the totals shown', async (name) => {
  const second = { date_from_2: daysAgo(200), date_to_2: daysAgo(2) }
  let [others, alone] = [0, 0]
  for (const group_by of asGroups) {
    for (const days of [year, { ...year, ...second }]) {
      const { content, totals } = await whole(who(name), 'salesByGroup', { ...days, group_by }, 30)
      for (const amount of AMOUNTS)
        expect([group_by, amount, added(content, (row) => centsOf(row, amount))]).toEqual([group_by, amount, centsOf(totals, amount)])
      for (const row of [...content, totals]) {
        const shown = (amount: (typeof AMOUNTS)[number]) => centsOf(row, amount)
        if (row.margin_total !== null) expect(shown('total_sale_amount') - shown('total_buying_amount')).toBe(shown('margin_total'))
        if (row.difference !== null) expect(shown('total_sale_amount') - shown('total_sale_amount_2')).toBe(shown('difference'))
        for (const amount of ['face_total', 'total_sale_amount', 'total_buying_amount', 'total_sale_amount_2'] as const)
          expect(Math.abs(shown(amount) - Number(row[amount]))).toBeLessThanOrEqual(100)
      }
      expect(AMOUNTS.slice(0, 3).map((amount) => centsOf(totals, amount))).toEqual(AMOUNTS.slice(0, 3).map((amount) => toCents(Number(totals[amount] ?? 0))))
      alone += AMOUNTS.filter((amount) => added(content, (row) => toCents(Number(row[amount] ?? 0))) !== centsOf(totals, amount)).length
      others += content.filter((row) => AMOUNTS.some((amount) => centsOf(row, amount) !== toCents(Number(row[amount] ?? 0)))).length
    }
  }
  // Control: rows that are rounded one by one often do not add up to their totals.
  expect(alone).toBeGreaterThan(0)
  expect(others).toBeGreaterThan(0)
})

test('a row of a report of sums shows the same cents however the rows are sorted', async () => {
  const of = async (sort: string) =>
    new Map((await whole(who('nord'), 'salesByGroup', { ...year, group_by: ['product'], sort }, 5)).content.map((row) => [row.row_id, row.cents]))
  expect(await of('-quantity')).toEqual(new Map(await of('margin_total')))
})

test('a user who may not see discounts gets no costs and no margins in reports, neither exactly nor in cents', async () => {
  const { content, totals } = await whole(who('gare'), 'salesByGroup', { ...year, group_by: ['product'] }, 50)
  for (const row of [...content, totals])
    expect([row.margin_total, row.cents?.margin_total, row.cents?.total_buying_amount]).toEqual([null, undefined, undefined])
})

test('every report except the sums by group shows amounts as booked, and its rows add up to its totals', async () => {
  const reports = Object.entries(calls as Record<string, Call>).filter(([, call]) => 'totals' in call.output.shape)
  expect(reports.filter(([, call]) => !areBookings(call)).map(([name]) => name)).toEqual(['salesByGroup'])
  const looked: string[] = []
  for (const [name, call] of reports.filter(([, call]) => areBookings(call))) {
    const rows = rowKinds(call)
    const both = [...totalKinds(call)].filter(([key, kind]) => kind === 'money' && rows.get(key) === 'money').map(([key]) => key)
    for (const person of ['nord', 'kiosque']) {
      const { date_from } = call.input.shape as { date_from?: unknown }
      const answer = await whole(who(person), name, date_from ? year : {}, 100).catch(() => undefined)
      // Changes of credit limits have a total of their own, so they are subtracted from the sum of the rows.
      const limits = Number(answer?.totals.limits ?? 0)
      for (const key of answer ? both : []) {
        expect([name, key, added(answer?.content ?? [], (row) => Number(row[key] ?? 0)) - limits]).toEqual([name, key, answer?.totals[key]])
        if ((answer?.content.length ?? 0) > 0) looked.push(name)
      }
    }
  }
  for (const name of ['salesList', 'walletHistory', 'stockReport', 'customersForInvoice']) expect(looked).toContain(name)
})

test('the rows of a ledger lead from its opening balance to its closing balance', async () => {
  const { content, totals } = await whole(who('kiosque'), 'ledgerOwn', { filters: year, sort: 'created_at' }, 40)
  let balance = Number(totals.opening_balance)
  for (const row of content) {
    balance += Number(row.credit ?? 0) - Number(row.debit ?? 0)
    expect(row.balance_after).toBe(balance)
  }
  expect(balance).toBe(totals.closing_balance)
})

test('an exported file of sums contains the cents shown on the screen', async () => {
  const nord = who('nord')
  const { download_id } = await nord.calls.salesDownload({ ...year, report: 'groups', group_by: ['configuration'] })
  await expect.poll(async () => (await nord.calls.exportProgress({ download_id })).state).toBe('ready')
  const { bytes } = await nord.calls.exportFetch({ download_id })
  const [head = [], ...rows] = parse(Buffer.from(bytes, 'base64'), { bom: true, delimiter: ';' }) as string[][]
  const { totals } = await whole(nord, 'salesByGroup', { ...year, group_by: ['configuration'] }, 100)
  expect(head).not.toContain('cents')
  for (const amount of ['total_sale_amount', 'total_buying_amount', 'margin_total'] as const) {
    const amounts = rows.map((row) => parseMoney(row[head.indexOf(amount.replaceAll('_', ' '))] ?? '') ?? Number.NaN)
    expect(amounts.every((one) => one % 100 === 0)).toBe(true)
    expect(amounts.reduce((sum, one) => sum + one, 0)).toBe(centsOf(totals, amount))
  }
})
