// Makes goods of a supplier’s catalogue, for screens that list their prices. The connection is switched off again at once, so no other journey's till offers
// them.

import { until } from '../../server/test/wait-for.ts'
import { softApi } from '../../simulators/soft-api.ts'
import { platformAtNord } from './calls.ts'

export async function someLiveGoods(): Promise<void> {
  const platform = await platformAtNord()
  const areOn = async () => (await platform.liveProductsList({ filters: { state: 'on' }, limit: 1 })).content.length > 0
  if (await areOn()) return
  const supplier = await softApi()
  const { connection_id } = await platform.connectionAdd({
    ...{ company: 'Listed recharges', adapter: 'soft_api', provider: 'direct_recharge', base_url: supplier.url, settings: '{"country":"DE"}' },
    ...{ account: 'portal', secret: 'sandbox', is_sandbox: true },
  })
  await platform.connectionUpdate({ connection_id, status: true })
  await platform.catalogueRead({ connection_id, puts_on_sale: true })
  await until('the catalogue to be read', areOn)
  await platform.connectionUpdate({ connection_id, status: false })
  await supplier.close()
}
