// Lists across all resellers: the rows, counts and totals are those that the platform sees when it views one reseller after the other; nobody else may ask.
import { beforeAll, describe, expect, test } from 'vitest'
import type * as z from 'zod/mini'
import { type CallName, calls } from '../../contract/index.ts'
import { ACROSS_ROWS_MAX } from '../../contract/kit/across-tenants.ts'
import type { Call } from '../../contract/kit/call.ts'
import { EURO } from '../../contract/kit/money.ts'
import { rowKinds } from '../../contract/kit/row-kinds.ts'
import { rowsIn } from '../../contract/kit/rows.ts'
import { berlinDay } from '../kit/berlin.ts'
import { billed, completeParties, idsOf, months, soldAt } from '../modules/papers/invoices/fixtures/lines.ts'
import { giveWallet, organisationId } from '../test/arrange.ts'
import { claimed } from '../test/claims.ts'
import { fileWorld, type Person } from '../test/world.ts'

type Row = Record<string, unknown> & { tenant_id?: number; tenant_name?: string }
type Answer = { filters: { page: number; limit: number; total_count: number }; totals?: Record<string, number> }
type Ask = (input: object) => Promise<Answer>

const PLATFORM = { host: 'platform.localhost' }
const RHEIN = { host: 'rhein.localhost' }

const w = await fileWorld()
const platform = await w.signIn('platform', PLATFORM)
const shop = await w.signIn('kiosque')
const across = Object.entries<Call>(calls).filter(([, c]) => c.acrossTenants !== undefined) as [CallName, Call][]
const names = across.map(([name]) => name)
const asksOf = (person: Person, name: string) => (person.calls as unknown as Record<string, Ask>)[name] as Ask
const rows = (answer: Answer) => rowsIn(answer) as Row[]
const refused = (field: string, code: string) => ({ code: 'invalid_input', problems: [{ field, code }] })
const day = { date_from: berlinDay(w.clock.now()), date_to: berlinDay(w.clock.now()) }

beforeAll(async () => {
  await giveWallet(w, shop.customer_id, 1_000 * EURO)
  for (let n = 0; n < 3; n++) await claimed(w, shop)
  await completeParties(w)
  const { kiosque, nord } = await idsOf(w, ['kiosque', 'nord'])
  const month = months()()
  await soldAt(w, { chain: [kiosque, nord], prices: [9 * EURO], at: month.at(3), quantity: 10 })
  await billed(w, await w.signIn('nord'), [kiosque], month.period)
  const dom = await w.signIn('dom', RHEIN)
  const offer = (await dom.calls.sellerProductsV2({})).content.find(({ left }) => left === null || left > 3)
  for (let n = 0; n < 3; n++) {
    const { sale_id } = await dom.calls.sell({ ...(await dom.calls.transactionKey({})), configuration_id: offer?.configuration_id ?? '', quantity: 1 })
    await dom.calls.reclaimSubmit({ sale_id, reason: 'not_working' })
  }
})

/** What the platform sees when it views each reseller in turn. */
async function oneByOne(name: string, input: object = {}) {
  const { content } = await platform.calls.tenantsList({})
  const answers: { tenant_id: number; tenant_name: string; answer: Answer }[] = []
  for (const { tenant_id, name: tenant_name } of content) {
    await platform.calls.tenantChoose({ tenant_id })
    answers.push({ tenant_id, tenant_name, answer: await asksOf(platform, name)({ limit: 100, ...input }) })
  }
  return answers
}

test('claims, sales, invoices, customers, orders and cases can be read across all resellers', () => {
  expect(names.sort()).toEqual(['casesList', 'customersList', 'invoicesList', 'liveOrdersList', 'reclaimsList', 'reclamationInvoicesList', 'salesList'])
})

test.each(across)('%s: each of its orders is by a field of its rows', (_, c) => {
  const kinds = rowKinds(c)
  const { sort } = c.input.shape as { sort?: z.ZodMiniType }
  const orders = sort ? ((sort as unknown as { _zod: { def: { innerType: { options: string[] } } } })._zod.def.innerType.options ?? []) : []
  for (const order of [c.acrossTenants ?? '', ...orders]) expect([...kinds.keys()]).toContain(order.replace(/^-/, ''))
})

test.each(names)('%s: the rows of all resellers are those of each, with the same counts and totals', async (name) => {
  const input = name === 'salesList' ? day : {}
  const each = await oneByOne(name, input)
  const all = await asksOf(platform, name)({ ...input, limit: 100, filters: { tenants: 'all' } })
  const expected = each.flatMap(({ tenant_id, tenant_name, answer }) => rows(answer).map((row) => ({ ...row, tenant_id, tenant_name })))
  expect(rows(all)).toHaveLength(expected.length)
  expect(rows(all)).toEqual(expect.arrayContaining(expected))
  expect(all.filters.total_count).toBe(each.reduce((sum, { answer }) => sum + answer.filters.total_count, 0))
  for (const { answer } of each)
    expect(
      rows(answer).some((row) => row.tenant_id !== undefined),
      'a list of one reseller names none',
    ).toBe(false)
  for (const [total, value] of Object.entries(all.totals ?? {}))
    if (typeof value === 'number') expect([total, value]).toEqual([total, each.reduce((sum, { answer }) => sum + (answer.totals?.[total] ?? 0), 0)])
})

test('the invoices of all resellers have totals, so the comparison of totals can fail', async () => {
  const { totals } = await platform.calls.invoicesList({ filters: { tenants: 'all' } })
  expect(totals.total).toBeGreaterThan(0)
})

test.each(['salesList', 'reclaimsList', 'customersList'])('%s: both resellers are among the rows, so the tests here can fail', async (name) => {
  const all = await asksOf(platform, name)({ limit: 100, filters: { tenants: 'all' } })
  expect(new Set(rows(all).map(({ tenant_id }) => tenant_id))).toEqual(new Set([1, 2]))
})

test.each([
  ['reclaimsList', undefined, 'created_at', -1],
  ['reclaimsList', 'created_at', 'created_at', 1],
  ['salesList', 'value', 'value', 1],
] as const)('%s sorted by %s: pages of two resellers follow one order, and contain each row once', async (name, sort, field, direction) => {
  const input = { ...(name === 'salesList' && day), filters: { tenants: 'all' }, ...(sort && { sort }) }
  const whole = rows(await asksOf(platform, name)({ ...input, limit: 60 }))
  const pages: Row[] = []
  for (let page = 0; page < 20; page++) pages.push(...rows(await asksOf(platform, name)({ ...input, page, limit: 3 })))
  expect(pages).toEqual(whole.slice(0, 60))
  const values = whole.map((row) => row[field] as string | number)
  expect(values).toEqual([...values].sort((a, b) => direction * (a < b ? -1 : Number(a > b))))
  expect(new Set(whole.map(({ tenant_id }) => tenant_id)), 'control: the rows are of both').toEqual(new Set([1, 2]))
})

test('the filters of the list apply to every reseller; a reseller without the customer that a filter names has no rows', async () => {
  const all = await platform.calls.salesList({ ...day, filters: { tenants: 'all', customer_id: shop.customer_id } })
  expect(all.content.length).toBeGreaterThan(0)
  expect(new Set(all.content.map(({ tenant_id }) => tenant_id))).toEqual(new Set([1]))
  const none = await platform.calls.reclaimsList({ filters: { tenants: 'all', state: 'rejected' } })
  expect(none).toMatchObject({ content: [], filters: { total_count: 0 } })
})

test('reading across all resellers leaves the viewed reseller as it is', async () => {
  await platform.calls.tenantChoose({ tenant_id: 2 })
  await platform.calls.salesList({ filters: { tenants: 'all' } })
  expect((await platform.calls.tenantsList({})).content.filter(({ chosen }) => chosen).map(({ tenant_id }) => tenant_id)).toEqual([2])
  await platform.calls.tenantChoose({ tenant_id: 1 })
})

describe('nobody but the platform may ask', () => {
  test.each(['nord', 'sud', 'kiosque', 'rhein'])('%s is refused by every such list that it may read, and sees no foreign row', async (username) => {
    const person = await w.signIn(username, username === 'rhein' ? RHEIN : {})
    const outcomes = await Promise.all(
      names.map((name) =>
        asksOf(
          person,
          name,
        )({ filters: { tenants: 'all' } }).then(
          () => 'answered',
          (error: { code: string; problems?: { field: string }[] }) => error.problems?.[0]?.field ?? error.code,
        ),
      ),
    )
    expect(outcomes.filter((outcome) => outcome !== 'filters.tenants' && outcome !== 'forbidden')).toEqual([])
    expect(outcomes, 'control: at least one of them is a list that this user may read').toContain('filters.tenants')
  })

  test('a supporter who views a reseller is refused as well', async () => {
    const support = await w.signIn('support', PLATFORM)
    await support.calls.viewBegin({ tenant_id: 1, organisation_id: await organisationId(w, 'kiosque'), reason: 'Ticket 4711' })
    await support.calls.salesList({})
    await expect(support.calls.salesList({ filters: { tenants: 'all' } })).rejects.toMatchObject(refused('filters.tenants', 'not_permitted'))
  })
})

describe('what cannot be done across all resellers is refused by its field', () => {
  const all = { filters: { tenants: 'all' } } as const

  test('no step is taken for claims', async () => {
    const [claim] = (await platform.calls.reclaimsList(all)).content
    const reclaim_ids = [claim?.reclaim_id ?? '']
    await expect(platform.calls.reclaimsList({ ...all, action: 'take', reclaim_ids })).rejects.toMatchObject(refused('action', 'not_permitted'))
    const [after] = (await platform.calls.reclaimsList(all)).content
    expect(after).toEqual(claim)
  })

  test('a page too far back, or after a line of one reseller', async () => {
    const page = ACROSS_ROWS_MAX / 100
    await expect(platform.calls.salesList({ ...all, page, limit: 100 })).rejects.toMatchObject({
      problems: [{ field: 'page', code: 'too_big', limit: page - 1 }],
    })
    expect((await platform.calls.salesList({ ...all, page: page - 1, limit: 100 })).content).toEqual([])
    const [line] = (await platform.calls.salesList(all)).content
    await expect(platform.calls.salesList({ ...all, after: line?.line_id })).rejects.toMatchObject(refused('after', 'not_permitted'))
  })

  test('no file is made of such a list', async () => {
    const asked = {
      list: 'salesList',
      input: { filters: JSON.stringify(all.filters) },
      columns: [{ key: 'serial', header: 'Serial' }],
      title: 'Sales',
    } as const
    await expect(platform.calls.exportStart(asked as never)).rejects.toMatchObject({ problems: [{ code: 'not_permitted' }] })
  })
})
