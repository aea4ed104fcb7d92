// Live goods in a test's own corner: something to hold, and who holds it.
import { EURO, type Money } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { sealDelivery } from '../kit/seal.ts'
import type { HoldAsked } from '../money/holds.ts'
import { goods, rowsOf } from './arrange.ts'
import type { Person, World } from './world.ts'

const TENANT = 1

/** A product nobody has stock of, and what `person` would be asking for; each call is another purchase. */
export async function liveGoods(w: World, person: Person, { euro = 10, discount = 500 } = {}) {
  const { configuration_id, owner_id } = await goods(w, { pins: 0, euro, discount })
  const { user_id } = await person.calls.authCheck({})
  const [supplier] = await rowsOf<{ id: string }>(w, 'select id from suppliers where tenant_id = 1 limit 1')
  return {
    owner_id,
    configuration_id,
    asked: (more: Partial<HoldAsked> = {}): HoldAsked => ({
      ...{ tenant_id: TENANT, key: newId(), user_id, session_id: person.session_id, seller_id: person.customer_id },
      ...{ configuration_id, quantity: 1, value: null, supplier_id: supplier?.id ?? '', cost: 8 * EURO, request: { product: 'P1' } },
      ...more,
    }),
  }
}

export const delivered = (w: World, key: string) => ({
  reference: `S-${key.slice(-4)}`,
  payload: sealDelivery(w.services.keys, TENANT, key, { pin: '1234 5678', facts: { operator: 'Test' } }),
})

/** What a wallet has, holds, and may spend. */
export async function walletOf(w: World, organisation_id: string) {
  const [row] = await rowsOf<{ balance: Money; held: Money; available: Money }>(
    w,
    'select balance, held, balance + credit_limit - held as available from wallets where tenant_id = 1 and organisation_id = $1',
    [organisation_id],
  )
  if (!row) throw new Error('no such wallet')
  return row
}
