// Why a shop finds nothing of a kind of live goods: each possible answer, from a catalogue that was never read to a supplier that stops answering.
import { beforeAll, expect, test } from 'vitest'
import { DT_ONE_KEY, startDtOne } from '../../../../simulators/dt-one.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { connect } from '../../../test/connections.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { keepCatalogues } from '../../live/live-products/live-products.ts'

const w = await fileWorld()
let shop: Person
let platform: Person
beforeAll(async () => {
  shop = await w.signIn('kiosque')
  platform = await w.signIn('platform', { host: 'platform.localhost' })
  await rowsOf(w, 'update connections set is_active = false where tenant_id = 1')
})
const topUps = () => shop.calls.supply({ type: 'international_top_up' })

test('a kind of goods that no connected supplier delivers is shown as not released', async () => {
  for (const type of ['international_top_up', 'direct_recharge', 'dynamic', 'bus_ticket'] as const)
    expect([type, await shop.calls.supply({ type })]).toEqual([type, { state: 'not_released', since: null }])
})

test('the till tells whether a supplier’s catalogue is unread, cannot be reached or has no goods on sale, and whether its goods are on offer or the supplier does not answer', async () => {
  const sim = await startDtOne()
  const at = { adapter: 'dt_one', base_url: `http://127.0.0.1:${sim.port}/v1`, credentials: DT_ONE_KEY, settings: { currency: 'EUR' } } as const
  const connection_id = await connect(w, at)
  const put = () => keepCatalogues(w.services, 1)
  expect(await topUps()).toEqual({ state: 'not_read', since: null })

  sim.control('fault', { on: '*', kind: 'cut', done: false, times: 3 })
  const before = w.clock.now().toISOString()
  await put()
  const { state, since } = await topUps()
  expect([state, (since ?? '') >= before]).toEqual(['not_read', true])
  w.clock.advance(60_000)
  await put()
  await w.services.suppliers.flush()
  expect(await topUps()).toEqual({ state: 'not_released', since: null })

  const { content } = await platform.calls.liveProductsList({ filters: { connection_id }, limit: 100 })
  await platform.calls.liveProductsUpdate({ live_product_ids: content.map(({ live_product_id }) => live_product_id), is_on: true })
  expect(await topUps()).toEqual({ state: 'on_offer', since: null })

  await sim.close()
  const silent = w.clock.now().toISOString()
  for (const _ of ['first', 'second']) {
    await expect(shop.calls.dtOne({ configuration: 1, mobile_number: '+6595123100' })).rejects.toMatchObject({ code: 'supplier_away' })
    await w.services.suppliers.flush()
    const now = await topUps()
    expect([now.state, (now.since ?? '') >= silent]).toEqual(['away', true])
  }
  await rowsOf(w, 'update connections set is_active = false where tenant_id = 1')
})

test('bus trips, whose supplier has no catalogue, are on offer once the supplier is connected, and not while it does not answer', async () => {
  await connect(w, { adapter: 'flixbus', provider: 'flixbus', base_url: 'http://127.0.0.1:9', credentials: { partner_token: 't', email: 'e', password: 'p' } })
  expect(await shop.calls.supply({ type: 'bus_ticket' })).toEqual({ state: 'on_offer', since: null })
  await expect(shop.calls.flixbusCities({})).rejects.toMatchObject({ code: 'supplier_silent' })
  await w.services.suppliers.flush()
  expect(await shop.calls.supply({ type: 'bus_ticket' })).toMatchObject({ state: 'away', since: expect.any(String) })
})
