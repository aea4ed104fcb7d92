// Sells a code from stock or from its supplier, once per transaction key. In the database a key belongs permanently to one of these two sources, so repeated
// and simultaneous requests get the same code. A key that a supplier refused is used up, so selling from stock then needs another key.

import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import type { Context } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { codesLive, delivered, type GoodsRow, goodsOf, orderNow, refuseOther, sellLive, weatherAt } from '../live-selling/live-selling.ts'
import { buy, pinsOf, show, slipAnswer } from '../selling/selling.ts'
import { codesOf } from './recharges.sql.ts'
import { type Code, codesByName, turnsOf } from './recharges.ts'

type CodeContext = Context<Calls['rechargeCode']>
type RechargeCodeInput = InputOf<Calls['rechargeCode']>
type RechargeCodeOutput = OutputOf<Calls['rechargeCode']>
type OfferContext = Pick<CodeContext, 'actor' | 'now'> & { db: Pick<CodeContext['db'], 'read'> }

const TYPE = 'direct_recharge'
const SHORT: readonly string[] = ['out_of_stock', 'taken_a_moment_ago']

/** Codes that the shop may sell: the live codes of every supplier, and the codes in stock of the same brands and of the brands of `goods`. */
export async function codesFor({ actor, db, now }: OfferContext, goods: readonly GoodsRow[] = []): Promise<Map<string, Code>> {
  return db.read(actor.tenant_id, async (q) => {
    const live = await codesLive(q, actor, TYPE)
    const brands = [...new Set([...goods, ...live].map(({ operator_name }) => fold(operator_name)))]
    return codesByName(brands.length === 0 ? [] : await codesOf(q, actor, brands, berlinDay(now())), live)
  })
}

/** The code with this id, which is the id either of the card in stock or of the live product. */
async function codeNamed(context: CodeContext, configuration_id: string): Promise<Code | undefined> {
  const goods = await context.db.read(context.actor.tenant_id, (q) => goodsOf(q, context.actor, TYPE))
  return [...(await codesFor(context, goods)).values()].find(({ stock, live }) => [stock, live].some((row) => row?.configuration_id === configuration_id))
}

export async function sellCode(asked: RechargeCodeInput, context: CodeContext): Promise<RechargeCodeOutput> {
  const key = keyOf(context, asked.transaction_key)
  const code = await codeNamed(context, asked.configuration_id)
  const earlier = await orderNow(context, key)
  if (earlier) {
    refuseOther(earlier, context.actor, [asked.configuration_id, code?.live?.configuration_id].includes(earlier.configuration_id))
    return { sale: await delivered(key, context, false) }
  }
  if (!code) throw new Refusal('not_on_offer')
  const weather = await weatherAt(context, code.live ? [code.live] : [])
  const [first, second] = asked.comes_from ? [asked.comes_from] : turnsOf(code, weather)
  const from = { stock: () => fromStock(code, asked, context), supplier: () => fromSupplier(key, code, asked, context) }
  try {
    return await from[first ?? 'stock']()
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    // The second source is tried in two cases: if stock was short, because then the key is still free, and if the key was used at the second source before,
    // which then returns that sale.
    const isNext = (first === 'stock' && SHORT.includes(error.code)) || error.code === 'key_reused'
    if (second && isNext) return from[second]()
    throw error
  }
}

async function fromStock({ stock }: Code, { transaction_key, price_seen }: RechargeCodeInput, context: CodeContext): Promise<RechargeCodeOutput> {
  if (!stock) throw new Refusal('out_of_stock')
  const { slip, isFresh } = await buy({ transaction_key, configuration_id: stock.configuration_id, quantity: 1, price_seen }, context, null)
  return { sale: isFresh ? slipAnswer(slip, await pinsOf(slip, context), 0) : await show(slip, 'repeated', context) }
}

async function fromSupplier(
  key: string,
  { live }: Code,
  { transaction_key, price_seen }: RechargeCodeInput,
  context: CodeContext,
): Promise<RechargeCodeOutput> {
  if (!live) throw new Refusal('not_on_offer')
  const { configuration_id, connection_id, value, cost_from: cost, supplier_product } = live
  const isNew = await sellLive(context, {
    ...{ transaction_key, configuration_id, connection_id, value, is_chosen: false, cost, price_seen, once_more: true },
    ...{ priceAt: () => null, order: { product_id: supplier_product, quantity: 1, amount: null, recipient: {} } },
  })
  return { sale: await delivered(key, context, isNew) }
}
