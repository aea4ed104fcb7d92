// Starts simulators of a demo world's suppliers for a test, on ports of their own, and reads their catalogues.

import { afterAll } from 'vitest'
import type { Provider } from '../../contract/goods/live-prices.ts'
import { startDtOne } from '../../simulators/dt-one.ts'
import { startFlixbus } from '../../simulators/flixbus.ts'
import { paysafecard } from '../../simulators/paysafecard.ts'
import { pjTelesoft } from '../../simulators/pj-telesoft.ts'
import { softApi } from '../../simulators/soft-api.ts'
import { keepCatalogue } from '../modules/live/live-products/catalogue.ts'
import { rowsOf } from './arrange.ts'
import { connectBuses } from './connected-buses.ts'
import type { World } from './world.ts'

/** Starts simulators for one test file; they end with it. `tenants`: the tenants whose connections are pointed to them. */
export async function simulatorsBeside(w: World, tenants: readonly number[] = [1]): Promise<void> {
  const [dtOne, soft, pj, cards, buses] = [await startDtOne(), await softApi(), await pjTelesoft(), await paysafecard(), await startFlixbus()]
  afterAll(async () => void (await Promise.all([dtOne, soft, pj, cards, buses].map((sim) => sim.close()))))
  const there: Record<string, string> = {
    ...{ dt_one: `http://127.0.0.1:${dtOne.port}/v1`, soft_api: soft.url, pj_telesoft: pj.url, paysafecard: cards.url },
  }
  for (const tenant_id of tenants) for (const [adapter, url] of Object.entries(there)) await connect(w, tenant_id, adapter, url)
  await connectBuses(w.owner, buses.port)
}

/** Points a tenant's connections of this adapter to the simulator at `url`, and reads their catalogues. */
async function connect(w: World, tenant_id: number, adapter: string, url: string): Promise<void> {
  const set = `update connections set base_url = $1, is_active = true, version = version + 1
                  where tenant_id = $3 and adapter = $2 returning id, provider`
  for (const { id, provider } of await rowsOf<{ id: string; provider: Provider }>(w, set, [url, adapter, tenant_id], tenant_id))
    await keepCatalogue({ db: w.db, now: w.clock.now }, tenant_id, { connection_id: id, provider, name: adapter }, async () => {
      const opened = await w.services.suppliers.open(tenant_id, id)
      if (!opened || opened.kind === 'trips') throw new Error('no connection')
      return opened.supplier.list()
    })
}
