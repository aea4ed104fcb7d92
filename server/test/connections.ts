// A connection with its supplier that a test makes for itself, as the platform would enter it.
import { newId } from '../kit/ids.ts'
import { insert, inTenant } from '../seeds/demo-people.ts'
import type { Adapter } from '../suppliers/adapters.ts'
import { createSuppliers, credentialsBound, type SuppliersOptions } from '../suppliers/connections.ts'
import { createLiveSales, type LiveDeps } from '../suppliers/live-sale.ts'
import { rowsOf } from './arrange.ts'
import type { World } from './world.ts'

type ConnectionOptions = { adapter: Adapter; provider?: string; base_url: string; credentials: object; settings?: object }

/** Connects a supplier and returns the connection's id, which is also the supplier's. */
export async function connect(w: World, { adapter, provider = 'dt_one', base_url, credentials, settings = {} }: ConnectionOptions): Promise<string> {
  const id = newId()
  const [root] = await rowsOf<{ id: string }>(w, 'select id from organisations where tenant_id = 1 and parent_id is null')
  const at = w.clock.now()
  await inTenant(w.owner, 1, async (q) => {
    await insert(q, 'suppliers', { tenant_id: 1, id, owner_id: root?.id, company: `Supplier ${id.slice(-4)}`, created_at: at })
    const sealed = w.services.keys.seal(credentialsBound(1, id), JSON.stringify(credentials))
    const dates = { created_at: at, changed_at: at }
    const about = { tenant_id: 1, id, adapter, provider, base_url, settings: JSON.stringify(settings), is_sandbox: true, is_active: true, ...dates }
    await insert(q, 'connections', { ...about, credentials: sealed, account: Buffer.from('account'), account_end: '•••' })
  })
  return id
}

/** Limits for tests: short timeouts, hardly a pause between retries, and no pause after failures. */
const HASTE = { whole_ms: 250, silence_ms: 200, again_after_ms: 1, failures: 10_000 }

/** Makes a separate server on the world's database that only makes live sales; it asks suppliers again only when the test tells it to. */
export function serverOn(w: World, more: Partial<LiveDeps> = {}, options: Partial<SuppliersOptions> = {}) {
  const { db, money, keys, clock, log } = w.services
  const suppliers = createSuppliers({ db, keys, clock, log, permitted: { origins: [], loopback: true }, limits: HASTE, ...options })
  return { suppliers, ...createLiveSales({ money, keys, clock, log, suppliers, asksAgain: false, ...more }) }
}
