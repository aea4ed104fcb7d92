// One till sends a thousand top-ups at once while the supplier does not answer: only this till's share of them runs at the same time, and all other tills go
// on selling.
import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { issueKey } from '../../../http/transaction-key.ts'
import { giveWallet, goods, rowsOf } from '../../../test/arrange.ts'
import { askedBy, numberOf, productsFor, topUpsThere } from '../../../test/top-ups.ts'
import { world } from '../../../test/world.ts'

const REQUESTS = 1_000
const PLACES = 40
/** How long another till's request may take on a busy machine. A longer wait would not help, because a request that is blocked stays blocked. */
const PATIENCE_MS = 30_000
const MOMENT_MS = 3_000

/**
 * Lets one till send this many top-ups at the same time while the supplier does not answer; returns their results, and whether another till's top-up, PIN sale
 * and list succeeded meanwhile.
 */
async function flood(requests: number, places_times?: number) {
  const w = await world({ ...(places_times ? { door: { places_times } } : {}) })
  const { sim, taken } = await topUpsThere(w)
  const [till, other] = await Promise.all([w.signIn('kiosque'), w.signIn('gare')])
  for (const id of [till, other].map(({ customer_id }) => customer_id)) await giveWallet(w, id, 10_000 * EURO)
  const stock = await goods(w, { pins: 2 })
  const [product] = await productsFor(till)
  const configuration_id = product?.configuration_id ?? ''
  const { user_id } = await till.calls.authCheck({})
  const their = { configuration_id, once_more: true }
  const mine = await askedBy(till, their)
  const theirNumber = numberOf('199')
  const neighbours = await askedBy(other, { ...their, mobile_number: theirNumber })
  const { transaction_key } = await other.calls.transactionKey({})

  sim.fault('create', 'hang', true, PLACES * (places_times ?? 1))
  const codes: string[] = []
  const sent = Array.from({ length: requests }, () =>
    till.calls
      .dtOne({ ...mine, transaction_key: issueKey(w.services.keys, { home_tenant_id: 1, user_id }) })
      .then(() => 'sent')
      .catch(({ code }: { code: string }) => code)
      .then((code) => codes.push(code)),
  )
  const isFull = () => sim.times('create') >= PLACES
  await expect.poll(isFull, { timeout: 30_000 }).toBe(true)
  if (!places_times) await expect.poll(() => codes.length, { timeout: 30_000 }).toBe(requests - PLACES)
  const refused = [...codes]
  const topUp = other.calls.dtOne(neighbours).catch(({ code }: { code: string }) => code)
  const isTaken = await expect
    .poll(() => taken().some(({ number }) => number === theirNumber), { timeout: places_times ? MOMENT_MS : PATIENCE_MS })
    .toBe(true)
    .then(
      () => true,
      () => false,
    )
  const sale = await other.calls.sell({ transaction_key, configuration_id: stock.configuration_id, quantity: 1 }).catch(({ code }: { code: string }) => code)
  const list = await till.calls.topUps({})
  const [held] = await rowsOf<{ n: number }>(w, `select count(*)::int as n from holds where tenant_id = 1 and state = 'open' and seller_id = $1`, [
    till.customer_id,
  ])
  const result = { refused, isTaken, sold: typeof sale === 'string' ? sale : sale.pins.length, listed: list.filters.total_count, held: held?.n }
  // The requests that still wait for the supplier fail when it is closed.
  await sim.close()
  await Promise.all([...sent, topUp])
  await w.end()
  return result
}

describe('a thousand top-ups of one till at the same time', () => {
  test('are refused above the forty that may run at the same time, and hold no money; another shop can top up and sell a PIN meanwhile', async () => {
    const { refused, ...meanwhile } = await flood(REQUESTS)
    expect([refused.length, new Set(refused)]).toEqual([REQUESTS - PLACES, new Set(['too_many_requests'])])
    expect(meanwhile).toEqual({ isTaken: true, sold: 1, listed: PLACES, held: PLACES })
  })

  test('control: a hundred and fifty are enough to use up the supplier’s simultaneous requests if a till’s share is three times as large', async () => {
    expect((await flood(150, 3)).isTaken).toBe(false)
  })
})
