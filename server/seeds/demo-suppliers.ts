// The demo world's live suppliers: connections to the simulators, which `npm start` runs beside the server.
import type pg from 'pg'
import { uuidv7 } from 'uuidv7'
import type { Provider } from '../../contract/goods/live-prices.ts'
import { usualTreatment } from '../../contract/live/connections.ts'
import type { Keys } from '../kit/keys.ts'
import { type Adapter, adapters } from '../suppliers/adapters.ts'
import { credentialsBound } from '../suppliers/connections.ts'
import { simulatorUrl } from '../suppliers/simulators.ts'
import { ending } from '../suppliers/wire-mask.ts'
import { insert, inTenant } from './demo-people.ts'

type Simulated = {
  /** The simulator's file in simulators/; the URL of the connection contains the same name. */
  file: string
  adapter: Adapter
  company: string
  provider: Provider
  path?: string
  credentials: Record<string, string>
  settings?: Record<string, unknown>
}

const SIGN_IN = { username: 'portal', password: 'sandbox' }
const PAYSAFECARD = { product_id: '00028', name: 'paysafecard', country: 'DE', values: ['10', '25', '50', '100'], commission: 575 }

export const simulated: readonly Simulated[] = [
  {
    ...{ file: 'dt-one', adapter: 'dt_one', company: 'DT One (simulator)', provider: 'dt_one', path: '/v1' },
    ...{ credentials: { api_key: 'demo-key', api_secret: 'demo-secret' }, settings: { currency: 'EUR' } },
  },
  {
    ...{ file: 'flixbus', adapter: 'flixbus', company: 'FlixBus (simulator)', provider: 'flixbus' },
    credentials: { partner_token: 'demo-partner', email: 'pos@example.com', password: 'demo-password' },
  },
  {
    ...{ file: 'soft-api', adapter: 'soft_api', company: 'SoftAPI (simulator)', provider: 'softapi' },
    ...{ credentials: SIGN_IN, settings: { country: 'DE' } },
  },
  {
    ...{ file: 'soft-api', adapter: 'soft_api', company: 'Direct recharge (simulator)', provider: 'direct_recharge' },
    ...{ credentials: SIGN_IN, settings: { country: 'DE' } },
  },
  {
    ...{ file: 'pj-telesoft', adapter: 'pj_telesoft', company: 'PJ Telesoft (simulator)', provider: 'pj_telesoft' },
    ...{ credentials: SIGN_IN, settings: { generation: 2 } },
  },
  {
    ...{ file: 'paysafecard', adapter: 'paysafecard', company: 'paysafecard (simulator)', provider: 'softapi' },
    ...{ credentials: { distributor: '0009402006', api_key: 'psc_sandbox_key' }, settings: { agreed: [PAYSAFECARD] } },
  },
  {
    ...{ file: 'reloadly', adapter: 'reloadly', company: 'Reloadly (simulator)', provider: 'dt_one' },
    credentials: { client_id: 'portal', client_secret: 'sandbox' },
    settings: { currency: 'EUR', country: 'DE', audience: 'https://topups.example', sign_in_url: simulatorUrl('reloadly') },
  },
]

/** The platform's connections, in every reseller's tenant. */
export async function seedConnections(owner: pg.Pool, keys: Keys, tenants: readonly number[], created_at: Date): Promise<void> {
  for (const tenant_id of new Set(tenants))
    await inTenant(owner, tenant_id, async (q) => {
      const { rows } = await q.query<{ id: string }>('select id from organisations where tenant_id = $1 and parent_id is null', [tenant_id])
      for (const one of simulated) await seedConnection(q, keys, { tenant_id, owner_id: rows[0]?.id ?? '' }, one, created_at)
    })
}

type At = { tenant_id: number; owner_id: string }

async function seedConnection(q: pg.PoolClient, keys: Keys, { tenant_id, owner_id }: At, one: Simulated, created_at: Date): Promise<void> {
  const { adapter, company, provider, credentials, settings = {}, file, path = '' } = one
  const id = uuidv7()
  const origin = simulatorUrl(file)
  const account = credentials[adapters[adapter].words.account] ?? ''
  await insert(q, 'suppliers', { tenant_id, id, owner_id, company, created_at })
  await insert(q, 'connections', {
    ...{ tenant_id, id, adapter, provider, base_url: `${origin}${path}`, settings: JSON.stringify(settings), is_sandbox: true, is_active: true },
    vat_treatment: usualTreatment[provider],
    credentials: keys.seal(credentialsBound(tenant_id, id), JSON.stringify(credentials)),
    account: keys.sign('supplier account', `${tenant_id}|${adapter}|${origin}|${account}`),
    ...{ account_end: ending(account), created_at, changed_at: created_at },
  })
  // The catalogue is due at once, so that its products are on sale a minute after the first start.
  await insert(q, 'catalogues', { tenant_id, connection_id: id, puts_on_sale: true })
}
