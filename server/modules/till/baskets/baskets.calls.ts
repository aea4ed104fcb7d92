// Calls of the till's basket: selling all its lines together, and showing their slips again.

import { moneyText } from '../../../../contract/kit/money.ts'
import type { Handlers } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newIdAt } from '../../../kit/ids.ts'
import type { Basket, BasketRefusal } from '../../../money/baskets.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Slip } from '../../../money/slips.ts'
import { makeDuePrices } from '../../goods/prices/prices.ts'
import {
  type Barred,
  type Buyer,
  barredBy,
  nextSale,
  pinsOf,
  priced,
  refuseOtherTypes,
  type SaleAnswer,
  type Shower,
  show,
  slipAnswer,
} from '../selling/selling.ts'
import { ownSales } from './baskets.sql.ts'

type Lines = Basket['lines']

/** The refusal of a basket: its reason is `busy` if a line has that reason, otherwise that of the first refused line; it names all refused cards. */
function refusedFor(refused: readonly BasketRefusal[], lines: Lines): Refusal {
  const first = refused.find(({ code }) => code === 'busy') ?? refused[0]
  if (!first) throw new Error('a basket without an outcome')
  const { line, code, available, missing, left_over, price } = first
  const nameOf = (place: number | null) => (place === null ? undefined : lines[place]?.configuration_id)
  const configuration_id = nameOf(line)
  const named = [...new Set(refused.flatMap((one) => nameOf(one.line) ?? []))]
  return new Refusal(code, {
    detail: {
      ...(configuration_id === undefined ? {} : { configuration_id, lines: named }),
      ...(available === null ? {} : { available: moneyText(available) }),
      ...(missing === null ? {} : { missing: moneyText(missing) }),
      ...(left_over === null ? {} : { left_over }),
      ...(price === null ? {} : { price: moneyText(price) }),
    },
  })
}

/**
 * Voids the key, so that nothing can be sold under it. If the same basket was sold under it before, returns that basket's slips, as for any repeated request;
 * if nothing was sold under it, throws `why`. Throws key_invalid for another user's key, and key_reused for a key under which something else was sold or
 * booked.
 */
async function soldBefore(key: string, lines: Lines, why: Barred, { actor, money }: Buyer): Promise<Slip[]> {
  const { tenant_id, user_id } = actor
  const { outcome, sale_id, basket } = await money.settle(tenant_id, key, user_id)
  if (outcome === 'key_invalid' || outcome === 'key_reused') throw new Refusal(outcome)
  if (sale_id) throw new Refusal('key_reused')
  if (!basket) throw new Refusal(why)
  const slips = await slipsById(basket, { actor, money })
  const isSame = slips.length === lines.length && slips.every(({ facts }, i) => sameLine(facts, lines[i]))
  if (!isSame) throw new Refusal('key_reused')
  return slips
}

const sameLine = ({ configuration_id, quantity }: Slip['facts'], line: Lines[number] | undefined) =>
  line?.configuration_id === configuration_id && line.quantity === quantity

async function slipsById(sale_ids: readonly string[], { actor, money }: Pick<Buyer, 'actor' | 'money'>): Promise<Slip[]> {
  const found = await money.slips(actor.tenant_id, sale_ids)
  return sale_ids.map((id) => {
    const slip = found.get(id)
    if (!slip) throw new Refusal('not_found')
    return slip
  })
}

/** Shows the slips one after the other, because each showing is counted under its sale. */
async function showAll(slips: readonly Slip[], kind: 'repeated' | 'reprint', context: Shower, reason?: string): Promise<SaleAnswer[]> {
  const shown: SaleAnswer[] = []
  for (const slip of slips) shown.push(await show(slip, kind, context, reason))
  return shown
}

async function buyAll(basket: Basket, context: Buyer): Promise<Slip[]> {
  try {
    const why = barredBy(context.actor, context.now())
    if (why) return await soldBefore(basket.key, basket.lines, why, context)
    let outcome = await context.money.sellBasket(basket)
    if ('refused' in outcome && outcome.refused.some(({ code }) => code === 'busy')) {
      await makeDuePrices(priced(context), basket.tenant_id)
      outcome = await context.money.sellBasket(basket)
    }
    if ('refused' in outcome) throw refusedFor(outcome.refused, basket.lines)
    return outcome.sold
  } catch (error) {
    throw refusalOf(error)
  }
}

export const basketCalls: Pick<Handlers, 'sellBasket' | 'reprintBasket'> = {
  sellBasket: async ({ transaction_key, lines: asked, payment, with_next }, context) => {
    const { tenant_id, user_id, session_id, organisation_id: seller_id } = context.actor
    const key = keyOf(context, transaction_key)
    for (const { configuration_id } of asked) await refuseOtherTypes(configuration_id, context)
    const lines = asked.map((line) => ({ ...line, sale_id: newIdAt(context.now()) }))
    const slips = await buyAll({ tenant_id, user_id, session_id, seller_id, key, lines, payment }, context)
    const isFresh = slips.every(({ facts }, i) => facts.sale_id === lines[i]?.sale_id)
    const fresh = () => Promise.all(slips.map(async (slip) => slipAnswer(slip, await pinsOf(slip, context), 0)))
    const sales = isFresh ? await fresh() : await showAll(slips, 'repeated', context)
    return with_next ? { sales, next: await nextSale(context, sales) } : { sales }
  },

  reprintBasket: async ({ sale_ids, reason }, context) => {
    const { actor, db } = context
    const wanted = [...new Set(sale_ids)]
    const own = await db.read(actor.tenant_id, (q) => ownSales(q, actor, wanted))
    if (own.length !== wanted.length) throw new Refusal('not_found')
    return { sales: await showAll(await slipsById(wanted, context), 'reprint', context, reason) }
  },
}
