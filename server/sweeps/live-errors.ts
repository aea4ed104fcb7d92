// Provokes each refusal of sales through a supplier once, for errors.test.ts.
import { SAVED_MAX } from '../../contract/till/saved-numbers.ts'
import { steps } from '../../contract/till/top-ups.ts'
import { rowsOf } from '../test/arrange.ts'
import { numberOf, type topUpsThere } from '../test/top-ups.ts'
import type { Person, World } from '../test/world.ts'
import { key } from './audit-ways.ts'

type ErrorWorld = { w: World; shop: Person; topUps: Awaited<ReturnType<typeof topUpsThere>> }

const lookUp = ({ shop }: ErrorWorld) => shop.calls.dtOne({ configuration: steps.look_up, mobile_number: numberOf('100') })

async function send(ground: ErrorWorld, mobile_number: string) {
  const { shop } = ground
  const { operators } = await lookUp(ground)
  const { products } = await shop.calls.dtOne({ configuration: steps.products, operator_id: operators[0]?.operator_id ?? '' })
  const configuration_id = products[0]?.configuration_id ?? ''
  const transaction_key = await key(shop)
  return shop.calls.dtOne({ configuration: steps.send, transaction_key, configuration_id, mobile_number, mobile_number_again: mobile_number })
}

export const liveErrors = (ground: () => ErrorWorld) => ({
  supplier_refused: async () => {
    ground().topUps.sim.control('balance', { available: 1 })
    await send(ground(), numberOf('110')).finally(() => ground().topUps.sim.control('reset', {}))
  },
  supplier_away: async () => {
    ground().topUps.sim.fault('lookup', 'status_500', false, 3)
    await lookUp(ground())
  },
  sent_before: async () => {
    await send(ground(), numberOf('200'))
    await send(ground(), numberOf('200'))
  },
  saved_full: async () => {
    const { w, shop } = ground()
    const { number_id } = await shop.calls.savedNumberKeep({ mobile_number: numberOf('100'), name: 'Amina' })
    await rowsOf(
      w,
      `insert into saved_numbers (tenant_id, id, organisation_id, recipient_index, sealed, saved_at)
       select 1, i, organisation_id, uuid_send(i), sealed, saved_at from saved_numbers, lateral (select gen_random_uuid() as i from generate_series(2, $2)) n
        where tenant_id = 1 and id = $1`,
      [number_id, SAVED_MAX],
    )
    await shop.calls.savedNumberKeep({ mobile_number: numberOf('110'), name: 'Boubacar' })
  },
  selling_too_fast: async () => {
    const { w, shop } = ground()
    const long_ago = (sql: string) =>
      rowsOf(w, `update holds set value = value ${sql} where tenant_id = 1 and seller_id = $1 and state <> 'void'`, [shop.customer_id])
    await long_ago('* 1000000')
    await send(ground(), numberOf('220')).finally(() => long_ago('/ 1000000'))
  },
})
