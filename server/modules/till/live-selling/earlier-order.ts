// Finds the order under a transaction key. A repeated request gets the state of the first order, whatever has changed since, and does not order again.
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { ReadDb } from '../../../postgres/db.ts'
import { recipientIndex } from '../../../suppliers/sealed-order.ts'
import { type GoodsRow, goodsNamed, type Sent } from './goods.sql.ts'
import { type OrderRow, orderOf } from './live-selling.sql.ts'
import { refuseFailed } from './order-standing.ts'

type OrderContext = Pick<Context, 'live'> & { actor: SignedIn; db: Pick<ReadDb, 'readAtOnce'> }

/** Returns the shop's order under a key. If its outcome is unknown, the supplier is asked first. */
export const orderNow = async (context: OrderContext, key: string): Promise<OrderRow | undefined> => afterAsking(context, await orderRead(context, key))

async function orderRead({ actor, db }: OrderContext, key: string): Promise<OrderRow | undefined> {
  const [[order]] = await db.readAtOnce(actor.tenant_id, (q) => [orderOf(q, actor, key)])
  return order
}

async function afterAsking(context: OrderContext, order: OrderRow | undefined): Promise<OrderRow | undefined> {
  if (order?.hold_state !== 'open') return order
  await context.live.ask(context.actor.tenant_id, order.key)
  return orderRead(context, order.key)
}

/** Throws if the earlier order under this key is another user's or for something else, or if nothing was sold by it. */
export function refuseOther(earlier: OrderRow, { user_id }: SignedIn, isSame: boolean): void {
  if (earlier.user_id !== user_id) throw new Refusal('key_invalid')
  if (!isSame) throw new Refusal('key_reused')
  refuseFailed(earlier)
}

type GoodsRequest = { type: Sent; key: string; configuration_id: string; number: string }

/** Returns 'repeated' if an earlier request with this key has ordered the goods; otherwise the goods, or undefined if they are not on offer. */
export async function goodsOrRepeated(
  context: OrderContext & Pick<Context, 'keys'>,
  { type, key, configuration_id, number }: GoodsRequest,
): Promise<GoodsRow | undefined | 'repeated'> {
  const { actor, keys, db } = context
  const [[order], [row]] = await db.readAtOnce(actor.tenant_id, (q) => [orderOf(q, actor, key), goodsNamed(q, actor, type, configuration_id)])
  const earlier = await afterAsking(context, order)
  if (!earlier) return row
  const index = recipientIndex(keys, actor.tenant_id, { number })
  const isSameNumber = index !== null && earlier.recipient_index?.equals(index) === true
  refuseOther(earlier, actor, earlier.configuration_id === configuration_id && isSameNumber)
  return 'repeated'
}
