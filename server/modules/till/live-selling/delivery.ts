// Shows the shop what a supplier delivered under a transaction key: a new code immediately, an earlier one by the rules for showing it again.
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import { pinsOf, type SaleAnswer, type Shower, show, slipAnswer } from '../selling/selling.ts'
import { orderNow } from './earlier-order.ts'
import { refuseFailed } from './order-standing.ts'

type Delivering = Shower & Pick<Context, 'live' | 'db'> & { actor: SignedIn }

/**
 * Returns the delivery; null while the outcome is unknown. Throws if nothing was sold. `isFresh`: this call ordered the goods, so the code has not been shown
 * yet.
 */
export async function delivered(key: string, context: Delivering, isFresh: boolean): Promise<SaleAnswer | null> {
  const { actor, money } = context
  const order = await orderNow(context, key)
  if (!order) throw new Refusal('not_on_offer')
  refuseFailed(order)
  const slip = order.sale_id && (await money.slips(actor.tenant_id, [order.sale_id])).get(order.sale_id)
  if (!slip) return null
  return isFresh ? slipAnswer(slip, await pinsOf(slip, context), 0) : show(slip, 'repeated', context)
}
