// The till in practice mode: it offers the real goods at their price and simulates their sale; the PINs are marked as invalid.
import type { InputOf } from '../../../../contract/kit/call.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { sell } from '../../../../contract/till/selling.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { ClearPin } from '../../../money/open-pins.ts'
import type { Query } from '../../../postgres/db.ts'
import { type Played, type PracticeContext, settledPlay, shopOf, shownAgain } from '../training/training.ts'
import { sellableTypes } from './purchase.ts'
import { offers, textsOf } from './selling.sql.ts'
import type { SaleAnswer } from './slip.ts'

/** Makes PINs for practice: they have sixteen characters, as most PINs have, but are never valid. */
export const trainingPins = (no: string, quantity: number, first: number): ClearPin[] =>
  Array.from({ length: quantity }, (_, i) => {
    const at = String(first + i + 1).padStart(2, '0')
    return { pin_id: `${no}-${at}`, pin: `TRAINING${no.slice(-6)}${at}`, serial: `${no}-${at}`, batch: 'TRAINING', expires_on: null }
  })

/** Simulates a sale and returns its answer. `first`: how many earlier cards of the same basket have PINs under the same training number. */
export async function playSale(
  { configuration_id, quantity, price_seen }: Omit<InputOf<typeof sell>, 'transaction_key'>,
  { actor, now }: PracticeContext,
  { no, key, first = 0 }: { no: string; key: string; first?: number },
  q: Query,
): Promise<SaleAnswer> {
  const wanted = { today: berlinDay(now()), type: undefined, favouritesOnly: false, types: sellableTypes(actor) }
  const offer = (await offers(q, actor, wanted)).find((one) => one.configuration_id === configuration_id)
  if (!offer) throw new Refusal('not_on_offer')
  const { value, price, product_name, product_type, info } = offer
  const isMasked = actor.mask_seller_discount
  const shown = isMasked ? value : price
  if (price_seen !== undefined && price_seen !== shown) throw new Refusal('price_changed', { detail: { price: moneyText(shown) } })
  const [texts] = await textsOf(q, actor, offer.product_id)
  const { organisation_name, ...seller } = await shopOf(q, actor)
  return {
    ...{ sale_id: key, training_no: no, created_at: now().toISOString(), product_name, product_type, configuration_id, value, info, quantity },
    ...{ price_unit: isMasked ? null : price, amount_total: isMasked ? null : price * quantity, face_total: value * quantity },
    // No wallet pays for a practice sale.
    ...{ balance_before: null, balance_after: null },
    ...{ seller, organisation_name: organisation_name ?? seller.name, username: actor.username },
    ...{ instructions: texts?.instructions ?? '', customer_care: texts?.customer_care ?? '', pins: trainingPins(no, quantity, first), copy: 0 },
  }
}

const shown = ({ answer, copies }: Played<SaleAnswer>): SaleAnswer => ({ ...answer, copy: copies })

export const sellingPractice: Pick<Handlers, 'saleSettle' | 'reprint'> = {
  saleSettle: async ({ transaction_key }, context) => {
    const found = await settledPlay<SaleAnswer | { sales: SaleAnswer[] }>(context, transaction_key)
    // A top-up has no PINs to show; its state is read by another call.
    const answers = !found ? [] : 'sales' in found.answer ? found.answer.sales : 'pins' in found.answer ? [found.answer] : []
    const [sale = null, ...more] = answers.map((answer) => shown({ answer, copies: found?.copies ?? 0 }))
    return { outcome: found ? 'sold' : 'not_sold', sale, more }
  },

  reprint: async ({ sale_id }, context) => shown(await shownAgain<SaleAnswer>(context, sale_id)),
}
