// Live goods of the platform that a test makes for itself: a connection, its catalogue, and the denominations sold from it.
import { EURO, type Money } from '../../contract/kit/money.ts'
import type { LiveType } from '../../contract/kit/product-types.ts'
import { newId } from '../kit/ids.ts'
import { insert, inTenant } from '../seeds/demo-people.ts'
import { credentialsBound } from '../suppliers/connections.ts'
import type { World } from './world.ts'

/** The platform's connection. Nothing listens at its default URL, because no test with this connection asks the supplier. */
export async function onlineConnection(
  w: World,
  { provider = 'softapi', adapter = 'soft_api', tenant_id = 1, base_url = 'http://127.0.0.1:9' } = {},
): Promise<string> {
  const [id, at] = [newId(), w.clock.now()]
  const credentials = w.services.keys.seal(credentialsBound(tenant_id, id), JSON.stringify({ username: 'portal', password: 'sandbox' }))
  await inTenant(w.owner, tenant_id, async (q) => {
    const [root] = (await q.query<{ id: string }>('select id from organisations where tenant_id = $1 and parent_id is null', [tenant_id])).rows
    await insert(q, 'suppliers', { tenant_id, id, owner_id: root?.id, company: `Online ${id.slice(-4)}`, created_at: at })
    await insert(q, 'connections', {
      ...{ tenant_id, id, adapter, provider, base_url, credentials, account: Buffer.alloc(1), account_end: 'tal' },
      ...{ is_sandbox: true, is_active: true, created_at: at, changed_at: at },
    })
  })
  return id
}

type OnlineOptions = { provider?: string; type?: LiveType; value?: Money }
export type OnlineGoods = { product_id: string; configuration_id: string; supplier_id: string }

/** Puts goods on sale at this value, without a catalogue. */
export async function onlineGoods(w: World, { provider = 'softapi', type = 'dynamic', value = 10 * EURO }: OnlineOptions = {}): Promise<OnlineGoods> {
  const [product_id, configuration_id, created_at] = [newId(), newId(), w.clock.now()]
  const supplier_id = await onlineConnection(w, { provider })
  await inTenant(w.owner, 1, async (q) => {
    const [root] = (await q.query<{ id: string }>('select id from organisations where tenant_id = 1 and parent_id is null')).rows
    const name = `Online ${product_id.slice(-4)}`
    await insert(q, 'products', { tenant_id: 1, id: product_id, owner_id: root?.id, name, name_search: name.toLowerCase(), type, provider, created_at })
    await insert(q, 'configurations', { tenant_id: 1, id: configuration_id, product_id, value, created_at })
  })
  return { product_id, configuration_id, supplier_id }
}

/** Sets the discount that `customer_id` gets from its parent on this provider's goods; null: none. */
export const giveLive = (w: World, customer_id: string, provider: string, discount: number | null) =>
  inTenant(w.owner, 1, async (q) => {
    await q.query('delete from live_discounts where tenant_id = 1 and customer_id = $1 and provider = $2', [customer_id, provider])
    if (discount !== null) await insert(q, 'live_discounts', { tenant_id: 1, customer_id, provider, discount, changed_at: w.clock.now() })
  })

/** Adds a catalogue product that is not switched on; its name is unique. */
export async function catalogueProduct(w: World, tenant_id = 1): Promise<{ connection_id: string; live_product_id: string; name: string }> {
  const [connection_id, live_product_id, at] = [await onlineConnection(w, { tenant_id }), newId(), w.clock.now()]
  const name = `Card ${live_product_id.slice(-6)}`
  await inTenant(w.owner, tenant_id, async (q) => {
    const named = { name, search: name.toLowerCase(), operator: '7', operator_name: 'Nordfunk', country: 'DE', currency: 'EUR', rate: '1' }
    await insert(q, 'live_products', {
      ...{ tenant_id, id: live_product_id, connection_id, supplier_product: '11', ...named, first_seen_at: at, seen_at: at },
      ...{ cost_from: 9 * EURO, cost_to: 9 * EURO, price: 9.9 * EURO, details: '{"needs":[[]]}' },
    })
  })
  return { connection_id, live_product_id, name }
}

/** Adds a live code to a denomination that is also sold from stock; the code's supplier cannot be reached. */
export async function codeLike(w: World, { product_id, configuration_id }: { product_id: string; configuration_id: string }): Promise<OnlineGoods> {
  const of = await inTenant(
    w.owner,
    1,
    async (q) =>
      (
        await q.query<{ name: string; value: string }>(
          'select p.name, c.value from products p join configurations c on c.tenant_id = 1 and c.id = $2 where p.tenant_id = 1 and p.id = $1',
          [product_id, configuration_id],
        )
      ).rows[0],
  )
  const [name, value] = [of?.name ?? '', Number(of?.value)]
  const online = await onlineGoods(w, { provider: 'direct_recharge', type: 'direct_recharge', value })
  await inTenant(w.owner, 1, (q) =>
    insert(q, 'live_products', {
      ...{ tenant_id: 1, id: newId(), connection_id: online.supplier_id, supplier_product: 'pin:1', name, search: name.toLowerCase(), operator: '1' },
      ...{ operator_name: name, country: 'DE', currency: 'EUR', rate: '1', cost_from: value, cost_to: value, price: value, details: '{"needs":[[]]}' },
      ...{ is_on: true, configuration_id: online.configuration_id, first_seen_at: w.clock.now(), seen_at: w.clock.now() },
    }),
  )
  return online
}
