// The history of credit: what was booked and how limits changed, its totals and filters, and which organisation sees whose history.

import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const kiosque = await organisationId(w, 'kiosque')
const gare = await organisationId(w, 'gare')

type WalletHistoryInput = Parameters<Person['calls']['walletHistory']>[0]
const history = (asked: WalletHistoryInput = {}, person = nord) => person.calls.walletHistory(asked)
const book = async (customer_id: string, amount: number, more: object = {}) =>
  nord.calls.walletChange({ transaction_key: (await nord.calls.transactionKey({})).transaction_key, customer_id, amount, ...more })

test('bookings and changes of limits are in one list, newest first, each with the amount before, the amount after and the author', async () => {
  const top_up = await book(kiosque, 30 * EURO, { payment_mode: 'card', remarks: 'counter' })
  const limit = await book(kiosque, 900 * EURO, { type: 'credit_limit' })
  const { content } = await history({ filters: { customer_id: kiosque }, limit: 2 })
  expect(content).toMatchObject([
    { kind: 'credit_limit', before: limit.credit_limit_before, after: 900 * EURO, amount: 900 * EURO - limit.credit_limit_before },
    { kind: 'top_up', before: top_up.balance_before, after: top_up.balance_after, amount: 30 * EURO, payment_mode: 'card', remarks: 'counter' },
  ])
  expect(content.map((row) => row.created_by)).toEqual(['Nadia Norbert', 'Nadia Norbert'])
  expect((await nord.calls.creditLogs({ filters: { customer_id: kiosque }, limit: 1 })).content).toMatchObject([{ kind: 'credit_limit', after: 900 * EURO }])
})

test('the totals cover exactly the rows that the filters select, whichever page is shown', async () => {
  const filters = { customer_id: kiosque, kind: 'top_up' as const }
  const [page, whole] = await Promise.all([history({ filters, limit: 1 }), history({ filters, limit: 100 })])
  expect(page.totals).toEqual(whole.totals)
  expect(whole.totals).toEqual({ amount: whole.content.reduce((sum, { amount }) => sum + amount, 0), limits: 0, bookings: whole.content.length })
  expect(page.filters.total_count).toBe(whole.content.length)
})

test('the history can be filtered by kind, payment mode and name, and a page after the last is empty', async () => {
  expect((await history({ filters: { payment_mode: 'card' } })).content.map((row) => row.remarks)).toEqual(['counter'])
  expect(new Set((await history({ search_text: 'tabac', limit: 100 })).content.map((row) => row.customer_id))).toEqual(new Set([gare]))
  expect((await history({ search_text: '%' })).content).toEqual([])
  expect((await history({ page: 9_999 })).content).toEqual([])
})

test('the history of a day includes its last minute in Berlin, and not the first minute of the next day', async () => {
  const instants = ['2026-07-01T21:59:59.999Z', '2026-07-01T22:00:00Z']
  for (const [i, at] of instants.entries())
    await rowsOf(
      w,
      `insert into credit_limit_changes (tenant_id, id, wallet_id, limit_before, limit_after, remarks, created_by, created_at)
       values (1, gen_random_uuid(), $1, 0, $2, 'summer', gen_random_uuid(), $3)`,
      [gare, i, at],
    )
  const on = async (day: string) => (await history({ filters: { customer_id: gare, date_from: day, date_to: day } })).content.map((row) => row.after)
  expect([await on('2026-07-01'), await on('2026-07-02'), await on('2026-06-30')]).toEqual([[0], [1], []])
})

test('each organisation sees the bookings of its own customers, and the platform sees all bookings', async () => {
  const [sud, platform] = [await w.signIn('sud'), await w.signIn('platform', { host: 'platform.localhost' })]
  const port = await organisationId(w, 'port')
  const whose = async (person: Person) => new Set((await history({ limit: 100 }, person)).content.map((row) => row.customer_id))
  expect(await whose(sud)).toEqual(new Set([port]))
  expect((await whose(nord)).has(port)).toBe(false)
  expect((await history({ filters: { customer_id: nord.customer_id } }, platform)).totals.bookings).toBeGreaterThan(0)
  expect((await history({ filters: { customer_id: nord.customer_id } })).content).toEqual([])
})

test('a shop reads its own bookings and limits without its parent’s notes and users’ names, and reads nothing about other shops', async () => {
  const shop = await w.signIn('kiosque')
  await book(kiosque, 44 * EURO, { payment_mode: 'invoice', remarks: 'pays late' })
  const { content, totals } = await shop.calls.walletOwn({ limit: 1 })
  expect(content).toMatchObject([{ kind: 'top_up', amount: 44 * EURO, payment_mode: 'invoice' }])
  expect(JSON.stringify(content)).not.toMatch(/pays late|Nadia/)
  const theirs = await history({ filters: { customer_id: kiosque } })
  expect(totals).toEqual(theirs.totals)
  expect((await shop.calls.walletOwn({ filters: { kind: 'credit_limit' } })).content.length).toBeGreaterThan(0)
  const empty = { content: [], totals: { bookings: 0 } }
  expect(await (await w.signIn('port')).calls.walletOwn({ filters: { kind: 'credit_limit' } })).toMatchObject(empty)
})

test('shops, and staff without the right to credit, see no other organisation’s credit', async () => {
  await rowsOf(w, `update users set flags = '{has_inventory}', otp_required = false, otp_type = 'none' where tenant_id = 1 and username = 'nord-stock'`)
  const [stock, cashier, shop] = [await w.signIn('nord-stock'), await w.signIn('kiosque-caisse'), await w.signIn('kiosque')]
  for (const person of [stock, cashier, shop]) {
    await expect(history({}, person)).rejects.toMatchObject({ status: 403, code: 'forbidden' })
    await expect(person.calls.creditLogs({})).rejects.toMatchObject({ code: 'forbidden' })
    await expect(person.calls.walletChangeMany({ rows: [{ transaction_key: 'x', username: 'gare', amount: EURO }] })).rejects.toMatchObject({
      code: 'forbidden',
    })
  }
  for (const person of [stock, cashier]) await expect(person.calls.walletOwn({})).rejects.toMatchObject({ code: 'forbidden' })
})
