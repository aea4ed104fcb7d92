// Practice with goods made on demand: the till offers the real goods at their price, and the simulated codes are marked as invalid. No supplier is asked.
import type { InputOf } from '../../../../contract/kit/call.ts'
import { moneyText, priceOf } from '../../../../contract/kit/money.ts'
import type { onDemandSell } from '../../../../contract/till/on-demand.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { dynamicNamed, endOf } from '../live-selling/live-selling.ts'
import { playSale, type SaleAnswer, trainingPins } from '../selling/selling.ts'
import { type Played, type PracticeContext, played, shopOf } from '../training/training.ts'
import { recipientOf, TYPE } from './on-demand.ts'

type OnDemandSellInput = Pick<InputOf<typeof onDemandSell>, 'configuration_id' | 'mobile_number' | 'mobile_number_again' | 'price_seen'>
type As = { no: string; key: string }

async function play(asked: OnDemandSellInput, { actor, now }: PracticeContext, { no, key }: As, q: Query): Promise<SaleAnswer> {
  const { configuration_id, price_seen } = asked
  const [row] = await dynamicNamed(q, actor, configuration_id)
  if (!row) throw new Refusal('not_on_offer')
  const [number] = Object.values(recipientOf(row, asked))
  const [price, isMasked] = [priceOf(row.value, row.discount), actor.mask_seller_discount]
  const shown = isMasked ? row.value : price
  if (price_seen !== undefined && price_seen !== shown) throw new Refusal('price_changed', { detail: { price: moneyText(shown) } })
  const failure = number === undefined ? null : endOf(number).failure
  if (failure) throw new Refusal('supplier_refused', { detail: { failure } })
  const { organisation_name, ...seller } = await shopOf(q, actor)
  return {
    ...{ sale_id: key, training_no: no, created_at: now().toISOString(), product_name: row.operator_name, product_type: TYPE, configuration_id },
    ...{ value: row.value, info: row.name, quantity: 1, price_unit: isMasked ? null : price, amount_total: isMasked ? null : price, face_total: row.value },
    ...{ balance_before: null, balance_after: null, seller, organisation_name: organisation_name ?? seller.name, username: actor.username },
    ...{ instructions: '', customer_care: '', pins: number === undefined ? trainingPins(no, 1, 0) : [], copy: 0 },
  }
}

const shown = ({ answer, copies }: Played<SaleAnswer>): SaleAnswer => ({ ...answer, copy: copies })

export const onDemandPractice: Pick<Handlers, 'onDemandSell' | 'sell'> = {
  onDemandSell: async (asked, context) => {
    const { transaction_key, once_more: _, ...what } = asked
    return { sale: shown(await played(context, transaction_key, what, (as, q) => play(what, context, as, q))) }
  },

  sell: async (asked, context) => {
    const { transaction_key, payment: _, ...what } = asked
    const either = (as: As, q: Query) =>
      playSale(what, context, as, q).catch((error: unknown) => {
        if (error instanceof Refusal && error.code === 'not_on_offer' && what.quantity === 1) return play(what, context, as, q)
        throw error
      })
    return shown(await played(context, transaction_key, what, either))
  },
}
