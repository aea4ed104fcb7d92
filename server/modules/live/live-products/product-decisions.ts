// The platform's decisions about products of catalogues. A decision that makes a price below cost needs two people (decision 0046).

import { typeOfProvider } from '../../../../contract/goods/live-prices.ts'
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { fold } from '../../../../contract/kit/fold.ts'
import { coversCost, livePrice } from '../../../../contract/kit/live-price.ts'
import { moneyText, type Percent, percentText, priceOf } from '../../../../contract/kit/money.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { namesTax, taxOf } from '../../goods/products/products.ts'
import { notePrices } from './catalogue.sql.ts'
import { addDenomination, addProduct, keepDenominations, lockCatalogue, productOfOperator } from './goods.sql.ts'
import { connectionsOf, greatestDiscounts, lockProducts, type Product, putDecisions, putTax } from './product-decisions.sql.ts'

export type Decision = InputOf<Calls['liveProductsUpdate']>
export type Below = { product_name: string; value: number; price: number; cost: number }
export type ChangeContext = Pick<Context, 'now' | 'audit'> & { actor: SignedIn }

/** The fields that determine a price. If a change touches none of them, an earlier agreement to sell below cost stays valid. */
const PRICING = ['price_by', 'margin_percent', 'margin_amount', 'rounding'] as const
const SHOWN = 50

const calledOf = ({ operator_name, own_name, name }: Product) => `${operator_name} ${own_name || name}`
const whoOf = ({ full_name, username }: SignedIn) => full_name || username

/** The product as it is after a decision. `isAgreed`: whether two people have agreed to it. */
function decided(product: Product, asked: Decision, isAgreed: boolean): Product {
  const { live_product_ids: _, name, ...given } = asked
  const said = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const next: Product = { ...product, ...said, ...(namesTax(asked) && taxOf(product, asked)), own_name: name === undefined ? product.own_name : (name ?? '') }
  const price = livePrice(next, next)
  const covers_cost = price !== null && coversCost(next, next)
  // Switching a product on accepts its present cost, and switching it off ends the hold too.
  const is_held = product.is_held && given.is_on === undefined
  const isSame = PRICING.every((part) => next[part] === product[part])
  return { ...next, price, covers_cost, is_held, is_below_cost_allowed: !covers_cost && (isAgreed || (isSame && product.is_below_cost_allowed)) }
}

const isBelow = ({ is_on, price, covers_cost, is_below_cost_allowed }: Product) => is_on && price !== null && !covers_cost && !is_below_cost_allowed

/**
 * Whether a decision makes the platform sell the product below cost, by a lower price or by putting the product on sale. `most`: the greatest discount that
 * the platform gives for it.
 */
function isSoldBelow(product: Product, before: Product | undefined, most: Percent): boolean {
  const { is_on, price, cost_from } = product
  const isCheaper = !before?.is_on || before.price === null || before.price > (price ?? 0)
  return is_on && price !== null && isCheaper && priceOf(price, most) < cost_from
}

function belowOf(product: Product, most: Percent): Below {
  const { cost_from, cost_to, covers_cost, price: value } = product
  if (covers_cost && value !== null) return { product_name: calledOf(product), value, price: priceOf(value, most), cost: cost_from }
  const cost = (livePrice(product, product, cost_from) ?? 0) < cost_from ? cost_from : cost_to
  const price = livePrice(product, product, cost) ?? 0
  return { product_name: calledOf(product), value: price, price, cost }
}

const recordOf = (product: Product) => ({
  ...{ is_on: product.is_on, name: product.own_name, position: product.position, price_by: product.price_by, rounding: product.rounding },
  margin_percent: percentText(product.margin_percent),
  ...{ margin_amount: moneyText(product.margin_amount), price: product.price === null ? null : moneyText(product.price) },
  ...(product.is_below_cost_allowed && { below_cost: true }),
  ...(product.goes_first && { goes_first: true }),
  ...{ vat_treatment: product.vat_treatment, vat_rate: percentText(product.vat_rate), vat_country: product.vat_country },
})

type Decided = { changed: number; switched: string[]; below: Below[] }

/** Those of the rows that are switched on or off by a change. Both lists have the same rows in the same order. */
export const switched = <T extends { is_on: boolean }>(before: readonly T[], after: readonly T[]) => after.filter(({ is_on }, i) => is_on !== before[i]?.is_on)

/** Applies a decision. `below`: the products that are sold below cost by this decision; empty if two people have agreed to the decision. */
export async function decide(q: Query, { actor, now, audit }: ChangeContext, asked: Decision, isAgreed: boolean): Promise<Decided> {
  const { tenant_id } = actor
  const ids = [...new Set(asked.live_product_ids)]
  for (const { connection_id } of await connectionsOf(q, tenant_id, ids)) await lockCatalogue(q, tenant_id, connection_id)
  const before = await lockProducts(q, tenant_id, ids)
  if (before.length < ids.length) throw new Refusal('not_found')
  const after = before.map((product) => decided(product, asked, isAgreed))
  await putDecisions(q, tenant_id, after)
  const isTax = namesTax(asked)
  for (const product of after) if ((product.is_on || isTax) && product.configuration_id === null) await makeDenomination(q, tenant_id, product, now())
  if (isTax) for (const product of after) await putTax(q, tenant_id, product.id, product)
  await keepDenominations(q, tenant_id, ids)
  await notePrices(q, tenant_id, ids, whoOf(actor), now())
  for (const [i, product] of after.entries()) {
    const [was, is] = [recordOf(before[i] ?? product), recordOf(product)]
    await audit({ subject: { kind: 'product', id: product.id, name: calledOf(product) }, before: was, after: is }, q)
  }
  const most = new Map((await greatestDiscounts(q, tenant_id)).map(({ provider, discount }) => [provider, discount]))
  const mostOf = ({ provider }: Product) => most.get(provider) ?? 0
  const below = isAgreed ? [] : after.filter((product, i) => isBelow(product) || isSoldBelow(product, before[i], mostOf(product)))
  const ids_switched = switched(before, after).map(({ id }) => id)
  return { changed: after.length, switched: ids_switched, below: below.slice(0, SHOWN).map((product) => belowOf(product, mostOf(product))) }
}

/** Puts new products on sale, except those that would be sold below cost. The caller has locked the catalogue. */
export async function putOnSale(q: Query, tenant_id: number, ids: readonly string[], now: Date): Promise<void> {
  const most = new Map((await greatestDiscounts(q, tenant_id)).map(({ provider, discount }) => [provider, discount]))
  const on = (await lockProducts(q, tenant_id, ids)).flatMap((product) => {
    const next = { ...product, is_on: true }
    return isBelow(next) || isSoldBelow(next, undefined, most.get(product.provider) ?? 0) ? [] : [next]
  })
  await putDecisions(q, tenant_id, on)
  for (const product of on) await makeDenomination(q, tenant_id, product, now)
  await keepDenominations(
    q,
    tenant_id,
    on.map(({ id }) => id),
  )
}

/**
 * Makes a denomination of a product that is switched on for the first time. The denomination belongs to the product that represents its operator, or
 * to a new product.
 */
async function makeDenomination(q: Query, tenant_id: number, product: Product, now: Date): Promise<void> {
  const { connection_id, operator, operator_name, provider } = product
  let product_id = await productOfOperator(q, tenant_id, connection_id, operator)
  if (!product_id) {
    product_id = newId()
    await addProduct(q, tenant_id, { id: product_id, name: operator_name, name_search: fold(operator_name), type: typeOfProvider[provider], provider }, now)
  }
  await addDenomination(q, tenant_id, { live_product_id: product.id, product_id, id: newId() }, now)
}
