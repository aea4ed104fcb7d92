// Practice with recharges: the till offers the real goods, and accepts any number of the country that the goods are for. No supplier is asked.
import type { InputOf } from '../../../../contract/kit/call.ts'
import { moneyText, priceOf } from '../../../../contract/kit/money.ts'
import type { Recharge, rechargeSend } from '../../../../contract/till/recharges.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { endOf, goodsNamed, isDialledIn, numberTwice, playedStanding } from '../live-selling/live-selling.ts'
import { type PracticeContext, played, playedBefore, shopOf } from '../training/training.ts'
import { TYPE } from './recharges.calls.ts'
import { countryOf } from './recharges.sql.ts'

type Kept = Recharge & { seller: { name: string; address: string; city: string }; organisation_name: string }

const without = ({ seller: _, organisation_name: __, ...recharge }: Kept): Recharge => recharge

async function play(asked: InputOf<typeof rechargeSend>, { actor, now }: PracticeContext, { no, key }: { no: string; key: string }, q: Query): Promise<Kept> {
  const { configuration_id, price_seen } = asked
  const { mobile_number } = numberTwice(asked, await countryOf(q, actor.tenant_id, configuration_id))
  const [row] = await goodsNamed(q, actor, TYPE, configuration_id)
  if (!row) throw new Refusal('not_on_offer')
  if (!isDialledIn(mobile_number, row.country)) throw refuseField('mobile_number', 'other_country', row.country)
  const price = priceOf(row.value, row.discount)
  const shown = actor.mask_seller_discount ? row.value : price
  if (price_seen !== undefined && price_seen !== shown) throw new Refusal('price_changed', { detail: { price: moneyText(shown) } })
  const { failure, after_ms } = endOf(mobile_number)
  if (failure && after_ms === 0) throw new Refusal('supplier_refused', { detail: { failure } })
  const { organisation_name, ...seller } = await shopOf(q, actor)
  return {
    ...{ recharge_id: key, training_no: no, state: 'pending', failure: null, created_at: now().toISOString(), ended_at: null, mobile_number },
    ...{ brand: row.operator_name, product_name: row.name, configuration_id, value: row.value, price: actor.mask_seller_discount ? null : price },
    ...{ reference: no, sale_id: null, username: actor.username, seller, organisation_name: organisation_name ?? seller.name },
  }
}

export const rechargePractice: Pick<Handlers, 'rechargeSend' | 'rechargeStatus'> = {
  rechargeSend: async (asked, context) => {
    const { transaction_key, once_more: _, ...what } = asked
    const { answer } = await played(context, transaction_key, what, (as, q) => play(asked, context, as, q))
    return { recharge: without(playedStanding(answer, context.now())) }
  },

  rechargeStatus: async ({ recharge_id }, context) => {
    const kept = await playedBefore<Kept>(context, recharge_id)
    const { seller, organisation_name } = kept
    return { recharge: without(playedStanding(kept, context.now())), seller, organisation_name, facts: [] }
  },
}
