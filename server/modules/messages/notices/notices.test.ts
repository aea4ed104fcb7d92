// Who sees which notices: users see those to themselves, managers also those to their organisation, and the platform also those of the tenant it views.

import { beforeEach, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import type { NoticeKind } from '../../../../contract/messages/notices.ts'
import { goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { checked, finished } from '../../goods/stock/fixtures/upload.ts'
import { type Notice, putNotice } from './notices.ts'

const PLATFORM = 'platform.localhost'
const w = await fileWorld()
const nord = await w.signIn('nord')
const kiosque = await w.signIn('kiosque')
const caisse = await w.signIn('kiosque-caisse')
const others = [caisse, nord, await w.signIn('gare'), await w.signIn('rhein', { host: 'rhein.localhost' })]
beforeEach(async () => {
  for (const tenant_id of [0, 1, 2]) await rowsOf(w, 'delete from notices where tenant_id = $1', [tenant_id], tenant_id)
})

const put = (notice: Notice, tenant_id = 1) => w.db.write(tenant_id, (q) => putNotice(q, w.clock.now(), notice))
const userId = async (username: string, tenant_id = 1) =>
  (await rowsOf<{ id: string }>(w, 'select id from users where tenant_id = $1 and username = $2', [tenant_id, username], tenant_id))[0]?.id as string
const kindsFor = async ({ calls }: Person): Promise<NoticeKind[]> => (await calls.noticesList({})).content.map(({ kind }) => kind)

test('a notice to an organisation is seen by its managers, not by its staff or by other organisations', async () => {
  await put({ organisation_id: await organisationId(w, 'kiosque'), kind: 'login_request', data: { name: 'Kim', code: '7F3K-92' } })
  expect((await kiosque.calls.noticesList({})).content).toMatchObject([{ kind: 'login_request', data: { name: 'Kim', code: '7F3K-92' }, is_unread: true }])
  expect(await Promise.all(others.map(kindsFor))).toEqual(others.map(() => []))
})

test('a notice to one user is seen by that user alone', async () => {
  const organisation_id = await organisationId(w, 'kiosque')
  await put({ organisation_id, user_id: await userId('kiosque-caisse'), kind: 'password_changed' })
  expect(await kindsFor(caisse)).toEqual(['password_changed'])
  expect(await kindsFor(kiosque)).toEqual([])
})

test('a notice that a user has seen is no longer new for that user; later notices are new', async () => {
  const organisation_id = await organisationId(w, 'kiosque')
  await put({ organisation_id, kind: 'credit_received', data: { amount: '5.00' } })
  await put({ organisation_id, kind: 'rights_changed' })
  expect(await kiosque.calls.noticesList({ limit: 1 })).toMatchObject({ content: [{ kind: 'rights_changed' }], filters: { total_count: 2 }, unread: 2 })
  w.clock.advance(1_000)
  await kiosque.calls.noticesSeen({})
  expect(await kiosque.calls.noticesList({})).toMatchObject({ unread: 0, content: [{ is_unread: false }, { is_unread: false }] })
  w.clock.advance(1_000)
  await put({ organisation_id, kind: 'new_device' })
  expect(await kiosque.calls.noticesList({})).toMatchObject({ unread: 1, content: [{ is_unread: true }, { is_unread: false }, { is_unread: false }] })
})

test('marking one kind of notice as read leaves the other kinds new, and later notices of that kind are new too', async () => {
  const organisation_id = await organisationId(w, 'kiosque')
  await put({ organisation_id, kind: 'credit_received', data: { amount: '5.00' } })
  await put({ organisation_id, kind: 'rights_changed' })
  w.clock.advance(1_000)
  await kiosque.calls.noticesSeen({ kind: 'credit_received' })
  expect(await kiosque.calls.noticesList({})).toMatchObject({ unread: 1, content: [{ kind: 'rights_changed', is_unread: true }, { is_unread: false }] })
  w.clock.advance(1_000)
  await put({ organisation_id, kind: 'credit_received', data: { amount: '6.00' } })
  expect(await kiosque.calls.noticesList({})).toMatchObject({ unread: 2, content: [{ is_unread: true }, { is_unread: true }, { is_unread: false }] })
  expect((await kiosque.calls.noticesList({ limit: 1 })).unread).toBe(2)
  w.clock.advance(1_000)
  await kiosque.calls.noticesSeen({})
  expect((await kiosque.calls.noticesList({})).unread).toBe(0)
})

test('a user can read the unread notices alone, oldest first, without those of a kind that was marked as read', async () => {
  const organisation_id = await organisationId(w, 'kiosque')
  const amounts = async (page = 0) => {
    const { content, filters } = await kiosque.calls.noticesList({ unread: true, page, limit: 2 })
    expect(content.every(({ is_unread }) => is_unread)).toBe(true)
    return [...content.map(({ kind, data }) => data.amount ?? kind), filters.total_count]
  }
  await put({ organisation_id, kind: 'credit_received', data: { amount: '1' } })
  w.clock.advance(1_000)
  await kiosque.calls.noticesSeen({})
  expect(await amounts()).toEqual([0])
  w.clock.advance(1_000)
  await put({ organisation_id, kind: 'rights_changed' })
  for (const amount of ['2', '3', '4']) await put({ organisation_id, kind: 'credit_received', data: { amount } })
  expect(await amounts()).toEqual(['rights_changed', '2', 4])
  expect(await amounts(1)).toEqual(['3', '4', 4])
  w.clock.advance(1_000)
  await kiosque.calls.noticesSeen({ kind: 'rights_changed' })
  expect(await amounts()).toEqual(['2', '3', 3])
})

test('the pages of the list together have every notice once, newest first', async () => {
  const organisation_id = await organisationId(w, 'kiosque')
  for (let i = 0; i < 7; i++) await put({ organisation_id, kind: 'credit_received', data: { amount: String(i) } })
  const pages = await Promise.all([0, 1, 2, 3].map((page) => kiosque.calls.noticesList({ page, limit: 3 })))
  expect(pages.flatMap(({ content }) => content.map(({ data }) => data.amount))).toEqual(['6', '5', '4', '3', '2', '1', '0'])
})

test('the platform gets its own notices and those of the tenant it views in one list, newest first', async () => {
  const petra = await w.signIn('platform', { host: PLATFORM })
  const organisation_id = petra.customer_id
  const user_id = await userId('platform', 0)
  await put({ organisation_id, kind: 'registration_done' }, 1)
  await put({ organisation_id, user_id, kind: 'new_device' }, 0)
  await put({ organisation_id, kind: 'stock_imported' }, 1)
  await put({ organisation_id, kind: 'login_request' }, 2)
  expect(await kindsFor(petra)).toEqual(['stock_imported', 'new_device', 'registration_done'])
  await petra.calls.tenantChoose({ tenant_id: 2 })
  expect(await kindsFor(petra)).toEqual(['login_request', 'new_device'])
  w.clock.advance(1_000)
  await petra.calls.noticesSeen({})
  expect((await petra.calls.noticesList({})).unread).toBe(0)
})

test('a top-up is reported to the customer once, even if it is requested several times; a changed credit limit and a refused booking are not reported', async () => {
  const { transaction_key } = await nord.calls.transactionKey({})
  const asked = { transaction_key, customer_id: kiosque.customer_id, amount: 12.5 * EURO }
  const [booked] = await Promise.all(Array.from({ length: 5 }, () => nord.calls.walletChange(asked)))
  const limit = await nord.calls.transactionKey({})
  await nord.calls.walletChange({ ...limit, customer_id: kiosque.customer_id, type: 'credit_limit', amount: 900 * EURO })
  const refused = await nord.calls.transactionKey({})
  await expect(nord.calls.walletChange({ ...refused, customer_id: kiosque.customer_id, amount: 0 })).rejects.toBeDefined()
  const { content } = await kiosque.calls.noticesList({})
  expect(content).toMatchObject([{ kind: 'credit_received', data: { amount: '12.50' } }])
  expect(Number(content[0]?.data.balance) * EURO).toBe(booked?.balance_after)
  expect(await kindsFor(nord)).toEqual([])
})

test('the end of an import is reported to the owner of the goods, with the number of imported rows', async () => {
  const { configuration_id } = await goods(w, { pins: 0, euro: 15 })
  const { content } = await nord.calls.suppliersList({})
  const supplier_id = content[0]?.supplier_id as string
  const pins = Array.from({ length: 12 }, (_, i) => String(7_100_000_000_000_000 + i))
  const { upload_id } = await checked(nord, configuration_id, `Pin\n${pins.join('\n')}\n`)
  expect(await kindsFor(nord)).toEqual([])
  await finished(nord, upload_id, { supplier_id })
  expect((await nord.calls.noticesList({})).content).toMatchObject([{ kind: 'stock_imported', data: { value: '15.00', count: '12' } }])
})

test('support viewing an organisation sees its managers’ notices, but cannot mark them as seen', async () => {
  const organisation_id = kiosque.customer_id
  await put({ organisation_id, kind: 'login_request', data: { name: 'Kim' } })
  const { calls } = await w.signIn('support', { host: PLATFORM })
  await calls.viewBegin({ tenant_id: 1, organisation_id, reason: 'Ticket 42' })
  expect(await calls.noticesList({})).toMatchObject({ content: [{ kind: 'login_request' }], unread: 1 })
  await calls.noticesSeen({})
  expect((await calls.noticesList({})).unread).toBe(1)
  await calls.viewEnd({})
  expect(await calls.noticesList({})).toMatchObject({ content: [], unread: 0 })
  expect((await kiosque.calls.noticesList({})).unread).toBe(1)
})

test('publishing stock is refused while support views an organisation, although the same call may be used to read', async () => {
  const { batch_no, owner_id } = await goods(w, { pins: 3, published: false })
  await rowsOf(w, 'update organisations set enable_web_view = true where tenant_id = 1 and id = $1', [owner_id])
  const { calls } = await w.signIn('support', { host: PLATFORM })
  await calls.viewBegin({ tenant_id: 1, organisation_id: owner_id, reason: 'Ticket 43' })
  await expect(calls.stockList({ action: 'publish', batch_no })).rejects.toMatchObject({ code: 'view_only' })
  await calls.viewEnd({})
})
