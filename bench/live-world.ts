// The world of the live benchmarks: that of world.ts, except that its shops also sell top-ups of suppliers through the platform and its reseller. The suppliers
// of such a world are simulators in processes of their own.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Keys } from '../server/kit/keys.ts'
import type { Adapter } from '../server/suppliers/adapters.ts'
import { credentialsBound } from '../server/suppliers/connections.ts'
import { AUDIENCE } from '../simulators/reloadly.ts'
import { query, type Stage } from './stage.ts'
import { fillWorld, idOf, TENANT, type WorldSize } from './world.ts'

/** A supplier: its address, and the denomination sold from it. */
export type Supplied = { url: string; configuration_id: string }

const [PLATFORM, RESELLER] = [0, 1].map((n) => idOf.shop(n).replace('00000003', '00000001')) as [string, string]
const numbered = (kind: string, n: number) => `000000${kind}-0000-7000-8000-${String(n).padStart(12, '0')}`

/** A connection to a supplier, and the one product sold over it. `value`, `cost`: in ten-thousandths of a euro. */
export type Good = {
  adapter: Adapter
  url: string
  settings: object
  credentials: object
  product: string
  operator: string
  country: string
  value: number
  cost: number
  details: object
}
/** A top-up that costs three euros, so that each of the two hundred shops stays below the amount that a shop may sell in ten minutes. */
export const ofReloadly = (url: string): Good => ({
  ...{ adapter: 'reloadly', url, credentials: { client_id: 'portal', client_secret: 'sandbox' } },
  settings: { currency: 'EUR', country: 'DE', audience: AUDIENCE, sign_in_url: url },
  ...{ product: 'top:341:3', operator: '341', country: 'EC', value: 30_000, cost: 27_150 },
  details: { needs: [['number']], kind: 'recharge', arrives: { from: '3.24', to: '3.24', step: null, unit: 'USD' }, benefits: [], regions: [] },
})

/** Starts a supplier of top-ups that answers after `pace_ms` and ends with the stage; returns its address. */
export async function startSupplier(stage: Stage, pace_ms: number): Promise<string> {
  const path = fileURLToPath(new URL('../simulators/reloadly.ts', import.meta.url))
  const child: ChildProcess = spawn(process.execPath, ['--import', 'tsx', path, '0'], { stdio: ['ignore', 'pipe', 'inherit', 'ipc'] })
  stage.later(() => child.kill())
  if (!child.stdout) throw new Error('the simulator says nothing')
  const [port] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  const url = `http://127.0.0.1:${port}`
  await tell(url, 'pace', { ms: pace_ms })
  await tell(url, 'tune', { balance: '900000000' })
  return url
}

export const tell = async (url: string, name: string, given: object): Promise<unknown> =>
  (await fetch(`${url}/__control/${name}`, { method: 'POST', body: JSON.stringify(given) })).json()

/** The number of requests that reached the supplier. */
export const askedOf = async (url: string): Promise<number> => ((await tell(url, 'asked', {})) as unknown[]).length

export async function fillLive(superuserUrl: string, keys: Keys, size: WorldSize, all: readonly Good[]): Promise<Supplied[]> {
  await fillWorld(superuserUrl, keys, size)
  const run = (text: string, values: unknown[] = []) => query(superuserUrl, text, values)
  await run(`update organisations set flags = '{has_cash_card,has_dt_one}' where tenant_id = ${TENANT}`)
  // The reseller gets credit at the platform, and its shops get credit at the reseller.
  await run(
    `with paid as (insert into transaction_keys (tenant_id, key, operation, user_id, content, cause_id, answer, created_at)
       values (${TENANT}, gen_random_uuid(), 'booking', $3, '', $1, jsonb_build_object('customer_id', $1::uuid, 'amount', 1000000000000,
               'balance_before', 0, 'balance_after', 1000000000000), now())),
     wallet as (insert into wallets (tenant_id, organisation_id, parent_id, balance, transfers) values (${TENANT}, $1, $2, 1000000000000, 1)),
     counted as (insert into customer_counts (tenant_id, parent_id, customers, active) values (${TENANT}, $2, 1, 1))
     insert into transfers (tenant_id, wallet_id, seq, payer_id, payee_id, amount, kind, cause_id, balance_after, created_by, created_at)
     values (${TENANT}, $1, 1, $2, $1, 1000000000000, 'top_up', $1, 1000000000000, $3, now())`,
    [RESELLER, PLATFORM, idOf.user(1)],
  )
  const goods: Supplied[] = []
  for (const [n, good] of all.entries()) {
    const { adapter, url, settings, product: theirs, operator, country, value, cost, details } = good
    const [supplier, product, configuration_id, live] = ['20', '21', '22', '23'].map((kind) => numbered(kind, n)) as [string, string, string, string]
    const credentials = keys.seal(credentialsBound(TENANT, supplier), JSON.stringify(good.credentials))
    await run(`insert into suppliers (tenant_id, id, owner_id, company, created_at) values (${TENANT}, $1, $2, 'Live ${n}', now())`, [supplier, PLATFORM])
    await run(
      `insert into connections (tenant_id, id, adapter, provider, base_url, settings, credentials, account, account_end, is_sandbox, is_active, created_at, changed_at)
       values (${TENANT}, $1, $2, 'dt_one', $3, $4, $5, '', '', true, true, now(), now())`,
      [supplier, adapter, url, settings, credentials],
    )
    // The next reading of the supplier's catalogue of goods never becomes due, so it does not disturb the measurement.
    await run(`insert into catalogues (tenant_id, connection_id, next_at) values (${TENANT}, $1, 'infinity')`, [supplier])
    await run(
      `insert into products (tenant_id, id, owner_id, name, name_search, type, provider, created_at)
       values (${TENANT}, $1, $2, 'Top-up ${n}', 'top-up ${n}', 'international_top_up', 'dt_one', now())`,
      [product, PLATFORM],
    )
    await run(`insert into configurations (tenant_id, id, product_id, value, created_at) values (${TENANT}, $1, $2, $3, now())`, [
      ...[configuration_id, product, value],
    ])
    await run(
      `insert into live_products (tenant_id, id, connection_id, supplier_product, name, search, operator, operator_name, country, cost_from, cost_to, currency,
         details, first_seen_at, seen_at, is_on, price, configuration_id)
       values (${TENANT}, $1, $2, $7, 'Top-up', 'top-up', $8, 'Bench Mobile', $9, $3, $3, 'EUR', $4, now(), now(), true, $5, $6)`,
      [live, supplier, cost, details, value, configuration_id, theirs, operator, country],
    )
    goods.push({ url, configuration_id })
  }
  for (const statement of ['vacuum (analyze)', 'checkpoint']) await run(statement)
  return goods
}
