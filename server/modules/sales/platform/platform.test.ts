// The platform's start page: each reseller as the platform sees it, and the state of the server, for managers of the platform only.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { TREND_DAYS } from '../../../../contract/sales/platform.ts'
import { giveWallet, rowsOf } from '../../../test/arrange.ts'
import { claimed } from '../../../test/claims.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const shop = await w.signIn('kiosque')
const tenants = async () => (await platform.calls.tenantsToday({})).content
const part = async (name: string) => (await platform.calls.portalHealth({})).parts.find((one) => one.part === name)

test('each reseller is shown with the figures, waiting matters and suppliers that the platform sees when viewing it; the viewed reseller does not change', async () => {
  await claimed(w, shop)
  const rows = await tenants()
  expect(rows.length).toBe((await platform.calls.tenantsList({})).content.length)
  for (const row of rows) {
    await platform.calls.tenantChoose({ tenant_id: row.tenant_id })
    const [{ sales }, { counts }, { content }, spans] = await Promise.all([
      platform.calls.dashboard({ part: 'sales' }),
      platform.calls.waitingCounts({}),
      platform.calls.connectionsList({ filters: { status: true } }),
      platform.calls.salesSpans({}),
    ])
    expect(row.sales).toMatchObject({
      today: { count: sales?.today.count, face_total: sales?.today.face_total },
      yesterday: { count: sales?.yesterday.count, face_total: sales?.yesterday.face_total },
    })
    expect(row.sales?.days).toEqual(
      spans.days
        .slice(-TREND_DAYS + 1)
        .map(({ day, face_total }) => ({ day, face_total }))
        .concat(row.sales?.days.at(-1) ?? []),
    )
    expect(row.waiting).toEqual(counts.filter(({ count }) => count > 0))
    expect(row.connections?.map(({ connection_id, weather, balance }) => [connection_id, weather, balance])).toEqual(
      content.map(({ connection_id, weather, balance }) => [connection_id, weather, balance]),
    )
    expect((await tenants()).filter(({ chosen }) => chosen).map(({ tenant_id }) => tenant_id)).toEqual([row.tenant_id])
  }
  expect(rows.flatMap(({ waiting }) => waiting?.map(({ kind }) => kind))).toContain('claims')
})

test('a sale is counted in its reseller’s figures of today and in the trend’s last day, and for no other reseller', async () => {
  const of = async () =>
    (await tenants()).map(({ tenant_id, sales }) => ({ tenant_id, today: sales?.today.face_total ?? 0, last: sales?.days.at(-1)?.face_total ?? 0 }))
  const before = await of()
  await giveWallet(w, shop.customer_id, 1_000 * EURO)
  const offer = (await shop.calls.sellerProductsV2({})).content.find(({ left }) => left === null || left > 0)
  const key = (await shop.calls.transactionKey({})).transaction_key
  await shop.calls.sell({ transaction_key: key, configuration_id: offer?.configuration_id ?? '', quantity: 1 })
  const value = offer?.value ?? 0
  expect(value).toBeGreaterThan(0)
  expect(await of()).toEqual(before.map((row) => (row.tenant_id === 1 ? { ...row, today: row.today + value, last: row.last + value } : row)))
})

test('a reseller whose figures cannot be read is listed without figures, and the others with theirs', async () => {
  const { first } = w.services.lists
  w.services.lists.first = (name, asked, context, most) =>
    name === 'dashboard' && (context as { actor: { tenant_id: number } }).actor.tenant_id === 2
      ? Promise.reject(new Error('away'))
      : first(name, asked, context, most)
  const rows = await tenants()
  w.services.lists.first = first
  expect(rows.map(({ tenant_id, sales, waiting }) => [tenant_id, sales === null, waiting === null]).sort()).toEqual([
    [1, false, false],
    [2, true, false],
  ])
})

test('resellers are listed page by page, ordered by name, with the number of all resellers', async () => {
  const all = await tenants()
  const pages = await Promise.all([0, 1, 2].map((page) => platform.calls.tenantsToday({ page, limit: 1 })))
  expect(pages.flatMap(({ content }) => content.map(({ name }) => name))).toEqual(all.map(({ name }) => name))
  expect(pages.map(({ filters }) => filters.total_count)).toEqual([2, 2, 2])
  expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).sort())
})

test('a job that was not begun although it is due is reported until it is done, and tills can sell meanwhile', async () => {
  expect(await part('jobs')).toMatchObject({ ok: true, sells: true })
  await rowsOf(w, `select graphile_worker.add_job('forget_exports', run_at := now() - interval '1 hour', job_key := 'late')`)
  expect(await part('jobs')).toMatchObject({ ok: false, sells: true, detail: 'forget_exports (0)' })
  await rowsOf(w, `select graphile_worker.remove_job('late')`)
  expect(await part('jobs')).toMatchObject({ ok: true })
})

test('a finding of the money check is reported with the time of the check, and the disk with its free space', async () => {
  w.services.metrics.moneyCheckedAt.set(Date.parse('2026-11-27T12:00:00Z') / 1000)
  w.services.metrics.moneyWrong.set({ tenant_id: 1, check: 'balances' }, 1)
  expect(await part('money')).toMatchObject({ ok: false, sells: false, at: '2026-11-27T12:00:00.000Z', detail: 'balances of tenant 1' })
  w.services.metrics.moneyWrong.set({ tenant_id: 1, check: 'balances' }, 0)
  expect(await part('money')).toMatchObject({ ok: true, sells: true })
  expect((await part('disk'))?.free_bytes).toBeGreaterThan(0)
})

test('only managers of the platform can read the figures of all resellers and the state of the server', async () => {
  const people = [await w.signIn('nord'), shop, await w.signIn('rhein', { host: 'rhein.localhost' }), await w.signIn('support', { host: 'platform.localhost' })]
  for (const { calls } of people) for (const ask of [calls.tenantsToday, calls.portalHealth]) await expect(ask({})).rejects.toMatchObject({ code: 'forbidden' })
})
