// Orders as the platform sees them: the log of exchanges, asking the supplier now, ending an order by hand, and suppliers whose answers contradict our books.
import { expect, test } from 'vitest'
import type { WaitingKind } from '../../../../contract/messages/waiting.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf, wrongs } from '../../../test/arrange.ts'
import { walletOf } from '../../../test/holds.ts'
import { LEASE_MS, liveWorld, START, topUp } from '../../../test/live-world.ts'

const live = await liveWorld()
const { w, sim, server, purchase, pass } = live
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const { calls } = platform

/** Makes an order whose outcome stays unknown until somebody asks the supplier. */
async function open() {
  const asked = purchase()
  await server().sell(asked, topUp())
  return asked.key
}
const one = async (key: string) => (await calls.liveOrdersList({ filters: { key } })).content[0]
const waiting = async (kind: WaitingKind) => (await calls.waitingCounts({})).counts.find((one) => one.kind === kind)?.count
const wallet = () => walletOf(w, live.till.customer_id)
const PROVEN = { proof: 'M-4711', reason: 'the supplier says so by mail' }

test('an open order shows the supplier’s answer, and ends as delivered after a user has the supplier asked again', async () => {
  const key = await open()
  expect(await one(key)).toMatchObject({ state: 'unknown', recipient_end: '•••100', amount: 95_000, ended_at: null })
  expect(await waiting('live_orders')).toBe(1)
  expect((await live.till.calls.waitingCounts({})).counts.map(({ kind }) => kind)).not.toContain('live_orders')
  expect((await calls.openMatters({ filters: { kind: 'hold' } })).content.map(({ matter_id }) => matter_id)).toContain(key)
  pass(3_000)
  await expect.poll(async () => (await calls.liveOrderAsk({ key })).state).toBe('delivered')
  expect(await waiting('live_orders')).toBe(0)
  expect((await calls.openMatters({ filters: { kind: 'hold' } })).content.map(({ matter_id }) => matter_id)).not.toContain(key)
  await expect(calls.liveOrderAsk({ key: newId() })).rejects.toMatchObject({ code: 'not_found' })
})

test('a user ends an order according to what the supplier said: its money is refunded once, or paid once', async () => {
  const [given, paid] = [await open(), await open()]
  await calls.liveOrderEnd({ key: given, outcome: 'not_delivered', ...PROVEN })
  await calls.liveOrderEnd({ key: paid, outcome: 'delivered', ...PROVEN })
  for (const key of [given, paid]) {
    await expect(calls.liveOrderEnd({ key, outcome: 'not_delivered', ...PROVEN })).rejects.toMatchObject({ code: 'request_over' })
  }
  await expect(calls.liveOrderEnd({ key: newId(), outcome: 'delivered', ...PROVEN })).rejects.toMatchObject({ code: 'not_found' })
  expect(await wallet()).toMatchObject({ balance: START - 95_000, held: 0 })
  expect(await one(given)).toMatchObject({ state: 'refused' })
  const log = await calls.auditList({ filters: { subject_id: given } })
  expect(log.content[0]).toMatchObject({ action: 'liveOrderEnd', username: 'platform', reason: PROVEN.reason })
  const [hold] = await rowsOf<{ ended_by: string | null }>(w, 'select ended_by from holds where tenant_id = 1 and key = $1', [given])
  expect(hold?.ended_by).toBeTruthy()
  expect(await wrongs(w)).toEqual([])
})

test('an order that a user ended with a refund is checked once more; if it was delivered after all, a case is opened, which a user closes', async () => {
  const key = await open()
  await calls.liveOrderEnd({ key, outcome: 'not_delivered', ...PROVEN })
  pass(3_600_000 + LEASE_MS)
  const next = server()
  await next.takeUp(1)
  await next.idle()
  const [found] = (await calls.casesList({ filters: { is_open: true } })).content
  expect(found).toMatchObject({ kind: 'late_delivery', subject: key, amount: 95_000 })
  expect((await calls.openMatters({ filters: { kind: 'case' } })).content).toMatchObject([{ matter_id: found?.case_id }])
  expect(await waiting('cases')).toBe(1)
  await calls.caseClose({ case_id: found?.case_id ?? '', reason: 'the shop paid it by a transfer' })
  expect(await waiting('cases')).toBe(0)
  await expect(calls.caseClose({ case_id: found?.case_id ?? '', reason: 'again' })).rejects.toMatchObject({ code: 'request_over' })
  await expect(calls.caseClose({ case_id: newId(), reason: 'none' })).rejects.toMatchObject({ code: 'not_found' })
  expect((await calls.casesList({ filters: { is_open: true } })).content).toEqual([])
})

test('an order is assigned to a user of the platform, with the reason, but not once it has ended', async () => {
  const key = await open()
  const { people } = await calls.liveOrdersList({})
  expect(people.map(({ username }) => username)).toContain('support')
  const hand = (more: object = {}) => calls.liveOrderHand({ key, username: 'support', note: 'you know them', ...more })
  await expect(hand({ username: 'kiosque' })).rejects.toMatchObject({ problems: [{ field: 'username', code: 'not_one_of' }] })
  await expect(hand({ key: newId() })).rejects.toMatchObject({ code: 'not_found' })
  await hand()
  expect(await one(key)).toMatchObject({ state: 'unknown', in_hands_of: 'support', handed_note: 'you know them' })
  expect((await calls.liveOrdersList({ filters: { is_open: true }, search_text: 'support' })).content.map((row) => row.key)).toEqual([key])
  const told = await rowsOf(w, `select data from notices where tenant_id = 1 and kind = 'live_order_handed'`)
  expect(told).toMatchObject([{ data: { key, reason: 'you know them' } }])
  await calls.liveOrderEnd({ key, outcome: 'not_delivered', ...PROVEN })
  await expect(hand()).rejects.toMatchObject({ code: 'request_over' })
})

test('an order cannot be ended by hand while the supplier is being asked about it', async () => {
  const asked = purchase()
  const slow = server({ patience_ms: 20, between: (step) => (step === 'answered' ? new Promise(() => undefined) : Promise.resolve()) })
  await slow.sell(asked, topUp())
  await expect(calls.liveOrderEnd({ key: asked.key, outcome: 'not_delivered', ...PROVEN })).rejects.toMatchObject({ code: 'in_progress' })
})

test('the log shows requests to suppliers and their answers by supplier, outcome and order, and the state of each supplier', async () => {
  const asking = server()
  const asked = purchase()
  sim.fault('confirm', 'status_500', false)
  await asking.sell(asked, topUp())
  await asking.suppliers.flush()
  const { content, strips } = await calls.exchangesList({ filters: { key: asked.key } })
  expect(content.map(({ call, result }) => [call, result])).toEqual([
    ['confirm', '500'],
    ['create', '201'],
  ])
  expect(JSON.stringify(content)).not.toContain(topUp().recipient.mobile_number)
  const strip = strips.find(({ connection_id }) => connection_id === live.connection_id)
  expect(strip?.asked).toBeGreaterThan(strip?.answered ?? 0)
  expect(strip?.hours.length).toBeGreaterThan(0)
  const found = await calls.exchangesList({ filters: { connection_id: live.connection_id, outcome: 'answer' }, search_text: 'confirm', limit: 1 })
  expect(found.content).toMatchObject([{ call: 'confirm' }])
  expect((await calls.exchangesList({ filters: { outcome: 'not_sent' } })).content).toEqual([])
})
