// The figures of two weeks that come from the tally equal those of the sales themselves, whether or not the tally's job has run.
import { expect, test } from 'vitest'
import { sold } from '../../../figures/sold-by-day.ts'
import { tallyTenant } from '../../../figures/tallies.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { SALES_DAYS } from './pace.sql.ts'

const HOUR_MS = 3_600_000
const w = await fileWorld()
const signIn = async () => [await w.signIn('nord'), await w.signIn('kiosque')] as const
let [nord, till] = await signIn()
await giveWallet(w, till.customer_id, 1_000_000 * 10_000)
const cards = [await goods(w, { pins: 200 }), await goods(w, { pins: 200 })].map(({ configuration_id }) => configuration_id)

/** Moves the clock and signs in again, because sessions end overnight. */
async function later(ms: number) {
  w.clock.advance(ms)
  ;[nord, till] = await signIn()
}

async function buy(i: number) {
  const transaction_key = (await till.calls.transactionKey({})).transaction_key
  const { sale_id } = await till.calls.sell({ transaction_key, configuration_id: cards[i % 2] ?? '', quantity: (i % 3) + 1 })
  // Ids contain the machine's time, which the test's clock does not move, so the new sales get ids with the time of the test's clock.
  await rowsOf(
    w,
    `update sales set id = (lpad(to_hex(floor(extract(epoch from created_at) * 1000)::bigint), 12, '0') || right(replace(id::text, '-', ''), 20))::uuid where tenant_id = 1 and id = $1`,
    [sale_id],
  )
}
const tally = () => tallyTenant(w.services, 1, sold)

async function fortnight() {
  const first = berlinDay(new Date(w.clock.now().getTime() - (SALES_DAYS - 1) * 24 * HOUR_MS))
  const { content } = await nord.calls.stockList({ limit: 100 })
  const rows = await rowsOf<{ configuration_id: string; n: number }>(
    w,
    `select configuration_id, sum(quantity)::int as n from sales where tenant_id = 1 and (created_at at time zone 'Europe/Berlin')::date >= $1::date group by 1`,
    [first],
  )
  const counted = new Map(rows.map(({ configuration_id, n }) => [configuration_id, n]))
  return { said: content.map((row) => row.sold_14_days), counted: content.map((row) => counted.get(row.configuration_id) ?? 0) }
}

test('in three weeks of sales the figures of the last fortnight equal the sales themselves, whether the tally’s job has run or not', async () => {
  for (let round = 0; round < 7; round++) {
    await buy(round)
    await buy(round + 1)
    if (round % 3 !== 1) await Promise.all([tally(), tally()])
    const { said, counted } = await fortnight()
    expect(said).toEqual(counted)
    expect(Math.max(...said)).toBeGreaterThan(0)
    await later((round % 2 === 0 ? 71 : 73) * HOUR_MS)
  }
})

test('control: if the tally counts a sale twice, its figures differ from the sales themselves', async () => {
  await buy(0)
  await later(HOUR_MS)
  await tally()
  await w.db.write(1, (q) => sold.add(q, 1, new Date(w.clock.now().getTime() - 2 * HOUR_MS), w.clock.now()))
  const { said, counted } = await fortnight()
  expect(said).not.toEqual(counted)
})
