// A day at a shop: what a Z-report contains, who may close which till, and that no Z-report ever changes.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { keyOf } from '../../../test/busy-books.ts'
import { acting, claimOne, giveBack, pinsOf, step } from '../../../test/claims.ts'
import { delivered, liveGoods } from '../../../test/holds.ts'
import { fileWorld } from '../../../test/world.ts'
import { close, creditAdded, sell, shopOf, x } from './fixtures/shop.ts'

const w = await fileWorld()
const { manager, cashier, ten, twenty } = await shopOf(w)
const gare = await w.signIn('gare')

test('an X-report adds up what its till sold, and the Z-report then has the same figures under the next number', async () => {
  const first = await sell(cashier, ten, 2)
  const last = await sell(cashier, twenty)
  const looked = await x(cashier)
  expect(looked).toMatchObject({
    ...{ document_id: null, number: null, hash: null, username: 'kiosque-caisse', closed_by: '', opened_at: null },
    ...{ sales: 2, quantity: 3, face_total: 40 * EURO, bought_total: 38 * EURO },
    ...{ first: { sale_id: first }, last: { sale_id: last } },
    types: [{ product_type: 'cash_card', sales: 2, quantity: 3, face_total: 40 * EURO, bought_total: 38 * EURO }],
    credit: { movements: [{ kind: 'sales', amount: -38 * EURO }] },
  })
  const goods = looked.goods.map(({ value, quantity, face_total }) => [value, quantity, face_total])
  expect(goods.sort(([one = 0], [other = 0]) => one - other)).toEqual([
    [10 * EURO, 2, 20 * EURO],
    [20 * EURO, 1, 20 * EURO],
  ])
  expect(looked.hours.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(3)
  const closed = await close(cashier)
  expect(closed).toEqual({
    ...looked,
    ...{ document_id: expect.any(String), number: 1, hash: expect.stringMatching(/^[0-9a-f]{64}$/), closed_at: closed.closed_at },
  })
  expect(creditAdded(closed)).toBe(closed.credit?.after)
  expect(await cashier.calls.shiftNow({})).toEqual({ opened_at: closed.closed_at, number: 1, counts_drawer: false })
})

test('a shift without sales can be closed too; its Z-report begins where the last one ended', async () => {
  const before = await close(cashier)
  const empty = await close(cashier)
  expect(empty).toMatchObject({ number: (before.number ?? 0) + 1, opened_at: before.closed_at, sales: 0, face_total: 0, first: null, last: null, types: [] })
  expect(empty.credit).toMatchObject({ from: before.credit?.to, before: before.credit?.after, movements: [] })
})

test('a Z-report shows how the shop’s credit changed during the shift, by kind, including sales of other tills', async () => {
  await close(cashier)
  const nord = await w.signIn('nord')
  await sell(cashier, ten)
  await sell(manager, twenty)
  await nord.calls.walletChange({ transaction_key: await keyOf(nord), customer_id: manager.customer_id, amount: 100 * EURO, payment_mode: 'cash' })
  const z = await close(cashier)
  expect(z.credit?.movements).toEqual([
    { kind: 'other_sales', amount: -19 * EURO },
    { kind: 'sales', amount: -9.5 * EURO },
    { kind: 'top_up', amount: 100 * EURO },
  ])
  expect(creditAdded(z)).toBe(z.credit?.after)
  expect((await manager.calls.balance({})).balance).toBe(z.credit?.after)
  expect(await wrongs(w)).toEqual([])
})

test('a copy of a slip is named once, in the Z-report of the till that printed the copy', async () => {
  const sale_id = await sell(cashier, ten)
  await close(manager)
  await manager.calls.reprint({ sale_id, reason: 'paper jam' })
  expect((await close(manager)).showings).toMatchObject([{ kind: 'reprint', sale_id, copy: 1, value: 10 * EURO }])
  expect((await close(manager)).showings).toEqual([])
  expect((await close(cashier)).showings).toEqual([])
})

test('a claim for a till’s sale is listed as open in the till’s Z-reports until the claim is decided', async () => {
  const sale_id = await sell(cashier, ten)
  const claim_id = await claimOne(w, await acting(w, 'kiosque'), (await pinsOf(w, sale_id))[0])
  const claimed = expect.objectContaining({ kind: 'reclamation', sale_id, quantity: 1 })
  expect((await x(manager)).open).not.toContainEqual(claimed)
  expect((await close(cashier)).open).toContainEqual(claimed)
  await step(w, await acting(w, 'nord'), claim_id, 'reject', 'rejected', 'desk')
  expect((await x(cashier)).open).not.toContainEqual(claimed)
})

test('a later refund is in the next Z-report of the till that sold, with the sale that was refunded', async () => {
  const sale_id = await sell(cashier, ten, 2)
  await close(cashier)
  await giveBack(w, sale_id)
  await close(manager)
  const z = await close(cashier)
  expect(z).toMatchObject({
    ...{ sales: 0, face_total: 0, first: null },
    refunds: { quantity: 2, face_total: 20 * EURO, bought_total: 19 * EURO, rows: [1, 2].map(() => ({ sale_id, quantity: 1, face_total: 10 * EURO })) },
    credit: { movements: [{ kind: 'refunds', amount: 19 * EURO }] },
  })
  expect(creditAdded(z)).toBe(z.credit?.after)
  expect((await close(cashier)).refunds.rows).toEqual([])
})

test('a purchase with an unknown outcome is named in every Z-report until it is delivered, and counted in the Z-report after its delivery', async () => {
  await close(cashier)
  const asked = (await liveGoods(w, cashier)).asked({ value: 15 * EURO })
  await w.services.money.hold(asked)
  for (const z of [await close(cashier), await close(cashier)])
    expect(z).toMatchObject({ sales: 0, open: [{ sale_id: asked.key, value: 15 * EURO, quantity: 1 }], carried: [] })
  const earlier = await close(manager)
  expect(earlier.open).toEqual([])
  const sale_id = await w.services.money.post(1, asked.key, delivered(w, asked.key))
  expect(await close(cashier)).toMatchObject({ sales: 1, face_total: 15 * EURO, open: [], carried: [{ sale_id, value: 15 * EURO }] })
  expect(await close(cashier)).toMatchObject({ sales: 0, carried: [] })
})

describe('a key for closing a shift', () => {
  test('closes one shift: used again, simultaneously or after another sale, it returns the same Z-report', async () => {
    await sell(cashier, ten)
    const transaction_key = await keyOf(cashier)
    const all = await Promise.all(Array.from({ length: 5 }, () => close(cashier, { transaction_key })))
    await sell(cashier, ten)
    const again = await close(cashier, { transaction_key })
    for (const z of all) expect(z).toEqual(again)
    expect(await x(cashier)).toMatchObject({ sales: 1 })
  })

  test('can be used by one user and for one till only', async () => {
    const transaction_key = await keyOf(cashier)
    const { till_id } = await close(cashier, { transaction_key })
    await expect(close(manager, { transaction_key })).rejects.toMatchObject({ code: 'key_invalid' })
    await sell(cashier, ten)
    const mine = await keyOf(manager)
    await close(manager, { transaction_key: mine })
    await expect(close(manager, { transaction_key: mine, till_id })).rejects.toMatchObject({ code: 'key_reused' })
    expect(await x(cashier)).toMatchObject({ sales: 1 })
  })
})

describe('tills', () => {
  test('belong to a user and a browser: after signing in again the user has the same till and shift, in another browser another till', async () => {
    await close(cashier)
    await sell(cashier, ten)
    const again = await w.signIn('kiosque-caisse', { headers: { cookie: cashier.headers.cookie ?? '' } })
    const elsewhere = await w.signIn('kiosque-caisse')
    expect([await x(again), await x(elsewhere)].map(({ sales }) => sales)).toEqual([1, 0])
  })

  test('with an open shift are shown to the manager, who can close them; the Z-report then says that the manager closed the shift', async () => {
    await close(manager)
    await close(cashier)
    await sell(cashier, ten)
    const { till_id } = await x(cashier)
    const open = (await manager.calls.shiftsOpen({})).content.find((row) => row.till_id === till_id)
    expect(open).toMatchObject({ username: 'kiosque-caisse', is_this: false, sales: 1, face_total: 10 * EURO })
    expect(await close(manager, { till_id })).toMatchObject({ till_id, username: 'kiosque-caisse', closed_by: 'kiosque', sales: 1 })
    expect((await manager.calls.shiftsOpen({})).content.map((row) => row.till_id)).not.toContain(till_id)
    expect(await x(cashier)).toMatchObject({ sales: 0 })
  })

  test('of other users are not found by a cashier, nor by another shop', async () => {
    await sell(manager, ten)
    await sell(cashier, ten)
    const { till_id } = await x(manager)
    for (const stranger of [cashier, gare]) {
      await expect(x(stranger, { till_id })).rejects.toMatchObject({ code: 'not_found' })
      await expect(close(stranger, { till_id })).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(cashier.calls.shiftsOpen({})).rejects.toMatchObject({ code: 'forbidden' })
    const [theirs, mine] = [await close(manager), await close(cashier)]
    const read = (document_id: string | null) => ({ document_id: document_id ?? '' })
    expect((await manager.calls.zReportDetails(read(mine.document_id))).report).toEqual(mine)
    for (const stranger of [cashier, gare]) await expect(stranger.calls.zReportDetails(read(theirs.document_id))).rejects.toMatchObject({ code: 'not_found' })
    expect(new Set((await cashier.calls.zReportsList({})).content.map(({ username }) => username))).toEqual(new Set(['kiosque-caisse']))
    const numbers = (await manager.calls.zReportsList({ limit: 100 })).content.map(({ number }) => number)
    expect(numbers).toEqual(numbers.map((_, i) => numbers.length - i))
  })
})

test('if a shop counts its cash at closing, staff see no sums before they have entered the amount counted', async () => {
  await close(cashier)
  await manager.calls.shiftRulesUpdate({ counts_drawer: true })
  await sell(cashier, ten, 3)
  expect(await cashier.calls.zReport({})).toEqual({ report: null, agrees: null })
  expect(await x(manager)).toMatchObject({ drawer: null })
  const missing = { code: 'invalid_input', problems: [{ field: 'counted', code: 'required' }] }
  await expect(close(cashier)).rejects.toMatchObject(missing)
  const z = await close(cashier, { counted: 29.5 * EURO })
  expect(z).toMatchObject({ sales: 1, drawer: { counted: 29.5 * EURO, expected: 30 * EURO } })
  const [row] = (await manager.calls.zReportsList({ filters: { number: z.number ?? 0 } })).content
  expect(row).toMatchObject({ difference: -0.5 * EURO, face_total: 30 * EURO })
  await manager.calls.shiftRulesUpdate({ counts_drawer: false })
})

test('a Z-report that was made while prices were hidden from the shop never shows them, even after the shop may see prices', async () => {
  const mask = (on: boolean) => rowsOf(w, 'update organisations set mask_seller_discount = $1 where tenant_id = 1 and id = $2', [on, manager.customer_id])
  await close(cashier)
  await mask(true)
  const hidden = await w.signIn('kiosque-caisse')
  await sell(hidden, ten)
  const z = await close(hidden)
  expect(z).toMatchObject({
    masked: true,
    face_total: 10 * EURO,
    bought_total: null,
    credit: null,
    types: [{ bought_total: null }],
    goods: [{ bought_total: null }],
  })
  await mask(false)
  const open = await w.signIn('kiosque')
  expect((await open.calls.zReportDetails({ document_id: z.document_id ?? '' })).report).toEqual(z)
  expect((await open.calls.zReportsList({ filters: { number: z.number ?? 0 } })).content).toMatchObject([{ bought_total: null }])
  expect(await wrongs(w)).toEqual(expect.not.arrayContaining(['z_is_the_sum_of_its_lines', 'z_credit_is_the_ledgers']))
})

test('support viewing a shop sees no till’s sales, and cannot close a shift', async () => {
  await rowsOf(w, 'update organisations set enable_web_view = true where tenant_id = 1 and id = $1', [manager.customer_id])
  const support = await w.signIn('support', { host: 'platform.localhost' })
  await support.calls.viewBegin({ tenant_id: 1, organisation_id: manager.customer_id, reason: 'ticket 4711' })
  expect(await x(support)).toMatchObject({ sales: 0, username: '', credit: null })
  await expect(close(support)).rejects.toMatchObject({ code: 'view_only' })
})

test('an X-report shows the hour that occurs twice in October as two hours', async () => {
  await close(cashier)
  // Finds the last Sunday in October of next year, when the clocks change.
  const day = new Date(Date.UTC(w.clock.now().getUTCFullYear() + 1, 9, 31))
  const sunday = new Date(day.getTime() - day.getUTCDay() * 24 * 3_600_000).toISOString().slice(0, 10)
  w.clock.advance(Date.parse(`${sunday}T00:30:00Z`) - w.clock.now().getTime())
  const [first] = [await w.signIn('kiosque-caisse')]
  await sell(first, ten)
  w.clock.advance(3_600_000)
  await sell(first, ten)
  expect((await x(first)).hours.map(({ at, sales }) => [at, sales])).toEqual([
    [`${sunday}T00:00:00.000Z`, 1],
    [`${sunday}T01:00:00.000Z`, 1],
  ])
})

test('after a restore Z-reports are numbered from 1 again, in a new series (circle)', async () => {
  const till = await w.signIn('kiosque-caisse')
  const before = await close(till)
  await w.owner.query(`select hold_stock(1, now(), $1, 'asked', null, now())`, [newId()])
  expect(await close(till)).toMatchObject({ circle: before.circle + 1, number: 1 })
  expect(await close(till)).toMatchObject({ circle: before.circle + 1, number: 2 })
})
