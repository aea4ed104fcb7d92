// Helpers for live goods that a test makes for itself: goods to be held, and the requests of the user who buys them.
import { EURO, type Money } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { sealDelivery } from '../kit/seal.ts'
import type { HoldAsked } from '../money/holds.ts'
import { credentialsBound } from '../suppliers/connections.ts'
import { createLiveSales, type LiveAsked, type LiveDeps } from '../suppliers/live-sale.ts'
import { orderAsked } from '../suppliers/sealed-order.ts'
import type { Supplier } from '../suppliers/supplier.ts'
import { goods, rowsOf } from './arrange.ts'
import type { Person, World } from './world.ts'

const TENANT = 1

/** Makes a product without stock. The returned functions make the inputs of requests by `person`, each for a new purchase. */
export async function liveGoods(w: World, person: Person, { euro = 10, discount = 500 } = {}) {
  const { configuration_id, owner_id } = await goods(w, { pins: 0, euro, discount })
  const { user_id } = await person.calls.authCheck({})
  const [supplier] = await rowsOf<{ id: string }>(w, 'select id from suppliers where tenant_id = 1 limit 1')
  const supplier_id = await connected(w, supplier?.id ?? '')
  const purchase = (more: Partial<LiveAsked> = {}): LiveAsked => ({
    ...{ tenant_id: TENANT, key: newId(), user_id, session_id: person.session_id, seller_id: person.customer_id },
    ...{ configuration_id, value: null, supplier_id, cost: 8 * EURO },
    ...more,
  })
  return {
    owner_id,
    configuration_id,
    /** Makes the input of `sell`, which holds the money and orders from the supplier. */
    purchase,
    /** Makes the input of a hold alone, which stores the order of a product P1 and sends it to no supplier. */
    asked: (more: Partial<HoldAsked> = {}): HoldAsked => {
      const asked = purchase()
      const { key } = { ...asked, ...more }
      const { order } = orderAsked(w.services.keys, { tenant_id: TENANT, key }, { product_id: 'P1', quantity: 1, amount: null, recipient: {} }, {}, null)
      const lease = { id: newId(), until: new Date(w.clock.now().getTime() + 60_000) }
      return { ...asked, quantity: 1, request: { product: 'P1' }, order, lease, ...more }
    },
  }
}

/** Stores a connection for this supplier. The connection is never opened, because orders go to the supplier that a test passes to `selling`. */
async function connected(w: World, supplier_id: string): Promise<string> {
  await rowsOf(
    w,
    `insert into connections (tenant_id, id, adapter, provider, base_url, credentials, account, account_end, is_sandbox, created_at, changed_at)
     values (1, $1, 'soft_api', 'softapi', 'http://127.0.0.1:9', $2, '', '', true, now(), now()) on conflict do nothing`,
    [supplier_id, w.services.keys.seal(credentialsBound(TENANT, supplier_id), JSON.stringify({ username: 'nobody', password: 'none' }))],
  )
  return supplier_id
}

/** Makes live sales as a separate server does, with every order sent to `supplier`. The server asks about an order again only when the test makes it ask. */
export function selling(w: World, supplier: Supplier, more: Partial<LiveDeps> = {}) {
  const connection = { id: '', adapter: 'soft_api', provider: 'softapi', base_url: '', settings: {}, is_active: true, version: 1 } as const
  const open = async () => ({ kind: 'goods', supplier, connection, close: async () => undefined }) as const
  const { money, keys, clock, log } = w.services
  return createLiveSales({ money, keys, clock, log, suppliers: { open }, asksAgain: false, ...more })
}

export const delivered = (w: World, key: string) => ({
  reference: `S-${key}`,
  payload: sealDelivery(w.services.keys, TENANT, key, { pin: '1234 5678', facts: { operator: 'Test' } }),
})

/** A wallet's balance, held amount, and spendable amount. */
export async function walletOf(w: World, organisation_id: string) {
  const [row] = await rowsOf<{ balance: Money; held: Money; available: Money }>(
    w,
    'select balance, held, balance + credit_limit - held as available from wallets where tenant_id = 1 and organisation_id = $1',
    [organisation_id],
  )
  if (!row) throw new Error('no such wallet')
  return row
}
