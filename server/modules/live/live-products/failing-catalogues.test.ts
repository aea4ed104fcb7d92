// A catalogue that could not be read is read again automatically: soon at first, then less and less often, and immediately when its supplier works again.
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { softApi } from '../../../../simulators/soft-api.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { onlineConnection } from '../../../test/online.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { keepCatalogue, type Source } from './catalogue.ts'
import { keepCatalogues } from './live-products.ts'

const w = await fileWorld()
let platform: Person
let connection_id: string
beforeAll(async () => {
  platform = await w.signIn('platform', { host: 'platform.localhost' })
})
beforeEach(async () => {
  connection_id = await onlineConnection(w)
})

const silence: Source = async () => ({ outcome: 'unknown', reason: 'silence' })
const row = async () => {
  const { catalogues } = await platform.calls.liveProductsList({ filters: { connection_id } })
  return catalogues.find((one) => one.connection_id === connection_id)
}
/** The whole minutes from now until the next reading. */
const pause = async () => Math.max(0, Math.round((Date.parse((await row())?.next_at ?? '') - w.clock.now().getTime()) / 60_000))
const goods: Source = async () => {
  const product = { product_id: 'a', name: 'Nordfunk 10', operator_id: '7', operator_name: 'Nordfunk', country: 'DE', needs: [['number']], retail: null }
  return { outcome: 'done', value: [{ ...product, cost: { from: EURO, to: EURO } }] }
}
const read = (source: Source) => keepCatalogue({ db: w.db, now: w.clock.now }, 1, { connection_id, provider: 'softapi', name: '' }, source)

/** Reads the catalogue whether or not it is due. */
async function readNow(source: Source) {
  await rowsOf(w, `update catalogues set next_at = '-infinity' where tenant_id = 1 and connection_id = $1`, [connection_id])
  return read(source)
}

test('a catalogue that could not be read at first is read by the job a minute later, without a user’s request', async () => {
  const simulated = await softApi()
  connection_id = await onlineConnection(w, { base_url: simulated.url })
  simulated.fault('*', 'cut', false, 3)
  await keepCatalogues(w.services, 1)
  expect(await row()).toMatchObject({ outcome: 'failed', products: 0, failing_since: expect.any(String) })
  await keepCatalogues(w.services, 1)
  expect(await row(), 'control: not within the minute').toMatchObject({ outcome: 'failed' })
  w.clock.advance(60_000)
  await keepCatalogues(w.services, 1)
  expect(await row()).toMatchObject({ outcome: 'done', failing_since: null })
  expect((await row())?.products).toBeGreaterThan(2)
  await simulated.close()
})

test('a catalogue that could not be read is read again after one minute, then after pauses of up to ten minutes; after a success, an hour later', async () => {
  const pauses: number[] = []
  for (const minutes of [0, 1, 2, 4, 20, 60]) {
    w.clock.advance(minutes * 60_000)
    expect(await readNow(silence)).toEqual({ outcome: 'failed' })
    pauses.push(await pause())
  }
  expect(pauses).toEqual([1, 1, 3, 7, 10, 10])
  w.clock.advance(10 * 60_000)
  await read(goods)
  expect(await pause()).toBe(60)
  expect(await row()).toMatchObject({ outcome: 'done', failing_since: null })
})

test('a catalogue that failed becomes due immediately when its connection passes a test or is changed; a test makes no other catalogue due', async () => {
  const simulated = await softApi()
  connection_id = await onlineConnection(w, { base_url: simulated.url })
  await readNow(silence)
  w.clock.advance(30 * 60_000)
  await read(silence)
  expect(await pause()).toBe(10)
  expect((await platform.calls.connectionTest({ connection_id })).test_outcome).toBe('done')
  expect(await pause()).toBe(0)
  await read(goods)
  await platform.calls.connectionTest({ connection_id })
  expect(await pause()).toBe(60)
  w.clock.advance(1_000)
  await platform.calls.connectionUpdate({ connection_id, balance_alarm: EURO })
  expect(await pause()).toBe(0)
  await simulated.close()
})
