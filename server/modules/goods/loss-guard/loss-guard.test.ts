// The loss guard: what looked like a loss yesterday is reported once to the organisation that loses, and normal business is not reported.
import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import type { NoticeKind } from '../../../../contract/messages/notices.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { newIdAt } from '../../../kit/ids.ts'
import { batch, giveWallet, goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { LIMITS } from './limits.ts'
import { guardLosses } from './loss-guard.ts'

const w = await fileWorld()
const [nord, gare] = [await organisationId(w, 'nord'), await organisationId(w, 'gare')]
const KINDS: readonly NoticeKind[] = ['margin_negative', 'discount_fallen', 'reprints_odd', 'buying_unusual']
const DAY_MS = 86_400_000

/** The notices since the last call: the receiving organisation, the kind and the data of each. */
async function told(): Promise<[string, NoticeKind, Record<string, string>][]> {
  await guardLosses({ db: w.db, clock: w.clock.now }, 1)
  const rows = await rowsOf<{ organisation_id: string; kind: NoticeKind; data: Record<string, string> }>(
    w,
    `delete from notices where tenant_id = 1 and kind = any ($1) returning organisation_id, kind, data`,
    [KINDS],
  )
  return rows.map(({ organisation_id, kind, data }) => [organisation_id, kind, data])
}
const kinds = async () => (await told()).map(([, kind]) => kind).sort()
const nextDay = (days = 1) => w.clock.advance(days * DAY_MS)

/** Makes `times` sales at the shop gare; returns the id of the last one. Tests call this at noon, so that all sales of a test are on the same day in Berlin. */
async function sell(configuration_id: string, times: number, quantity = 1): Promise<string> {
  const { calls } = await w.signIn('gare')
  let sale_id = ''
  for (let i = 0; i < times; i++) sale_id = (await calls.sell({ ...(await calls.transactionKey({})), configuration_id, quantity })).sale_id
  return sale_id
}
async function reprinted(sale_id: string, times: number) {
  const [sale] = await rowsOf<{ user_id: string; session_id: string }>(w, 'select user_id, session_id from sales where tenant_id = 1 and id = $1', [sale_id])
  for (let i = 0; i < times; i++)
    await rowsOf(
      w,
      `insert into reveals (tenant_id, id, sale_id, user_id, session_id, kind, copy, reason, created_at) values (1, $1, $2, $3, $4, 'reprint', 1, 'paper jam', $5)`,
      [newIdAt(w.clock.now()), sale_id, sale?.user_id, sale?.session_id, w.clock.now()],
    )
}

await giveWallet(w, gare, 100_000 * EURO)
await rowsOf(w, `update organisations set below_cost_daily = 10000000000 where tenant_id = 1`)
// Moves the clock on by two days, so that the imports and sales of the demo data are no longer those of yesterday.
nextDay(2)
w.clock.advance((12 - new Date(w.clock.now()).getUTCHours()) * 3_600_000)
const dear = await goods(w, { pins: 40, euro: 10, discount: 1_000 })
const large = await goods(w, { pins: 300, euro: 50, discount: 500 })

test('control: after an ordinary day the loss guard reports nothing', async () => {
  await sell(large.configuration_id, 1)
  nextDay()
  expect(await kinds()).toEqual([])
})

test('each kind of loss is reported once to the organisation that loses, with the figures of that loss', async () => {
  const sale_id = await sell(dear.configuration_id, 2)
  await sell(large.configuration_id, 6, 30)
  await reprinted(sale_id, Math.ceil((182 * LIMITS.reprints_share) / 100))
  const { batch_no } = await batch(w, dear, { pins: 3 })
  await rowsOf(w, 'update batches set buying_discount = 750 where tenant_id = 1 and batch_no = $1', [batch_no])
  expect(await kinds(), 'control: what is of today is not told today').toEqual([])
  nextDay()
  const all = await told()
  expect(all.map(([organisation_id, kind]) => [organisation_id, kind])).toEqual(expect.arrayContaining(KINDS.map((kind) => [nord, kind])))
  expect(all).toHaveLength(KINDS.length)
  const of = (wanted: NoticeKind) => all.find(([, kind]) => kind === wanted)?.[2]
  // Two cards were sold for 9.00 € each and cost 9.20 € each.
  expect(of('margin_negative')).toMatchObject({ configuration_id: dear.configuration_id, value: '10.00', amount: '0.40' })
  expect(of('discount_fallen')).toMatchObject({ batch_no: String(batch_no), before: '8.00', percent: '7.50' })
  expect(of('reprints_odd')).toMatchObject({ customer_id: gare, count: '37', number: '182' })
  expect(of('buying_unusual')).toMatchObject({ customer_id: gare, customer: 'Tabac de la Gare', amount: '9020.00' })
  expect(await kinds(), 'told once, however often the job runs').toEqual([])
  await rowsOf(w, 'delete from loss_alerts where tenant_id = 1')
  expect(await kinds(), 'control: without its memory it would tell again').toEqual([...KINDS].sort())
})

test('a continuing loss is reported again after a week, and not every morning', async () => {
  await sell(dear.configuration_id, 1)
  nextDay()
  expect(await kinds()).toEqual([])
  nextDay(LIMITS.again_days)
  await sell(dear.configuration_id, 1)
  nextDay()
  expect(await kinds()).toEqual(['margin_negative'])
})

test('a loss below the limit of its kind is not reported', async () => {
  nextDay(30)
  const fair = await goods(w, { pins: 10, euro: 10, discount: 800 })
  const sale_id = await sell(fair.configuration_id, 1)
  await reprinted(sale_id, LIMITS.reprints - 1)
  const { batch_no } = await batch(w, fair, { pins: 1 })
  await rowsOf(w, 'update batches set buying_discount = 751 where tenant_id = 1 and batch_no = $1', [batch_no])
  nextDay()
  expect(await kinds()).toEqual([])
  expect(berlinDay(w.clock.now()) > '2026').toBe(true)
})
