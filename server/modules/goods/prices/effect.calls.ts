// Shows the effect of a change before it is saved: the change is made, the prices are computed by the price ladder of a sale, and the change is undone in the
// same transaction.

import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { customersOfPlan, pricesOf, productsOfPlans, reached, shopCount, soldLately } from './effect.sql.ts'
import { changePads, customersToChange, givePlan, isOfPlan } from './own-entries.calls.ts'
import { lockPlan, setPlanEntries, unknownTargets } from './plans.sql.ts'
import { effectOf, entriesOf, type Priced, type Sold } from './rules.ts'

type PriceEffectInput = InputOf<Calls['priceEffect']>
type Proposed = { customer_ids: readonly string[]; product_ids: readonly string[]; apply: () => Promise<unknown> }

export const priceEffect: Handlers['priceEffect'] = async (asked, context) => {
  const { actor, db } = context
  const looked = await db.rehearse(actor.tenant_id, (q) => look(q, actor, asked))
  const { customer_ids, product_ids, standsFor, before, after } = looked
  const sold = (await soldBy(context, customer_ids, product_ids)).map((row) => ({ ...row, customer_id: standsFor.get(row.customer_id) ?? row.customer_id }))
  const shops = await db.read(actor.tenant_id, (q) => shopCount(q, actor.tenant_id, customer_ids))
  return { customers: customer_ids.length, shops, products: product_ids.length, ...effectOf(before, after, sold) }
}

async function look(q: Query, actor: SignedIn, asked: PriceEffectInput) {
  const { customer_ids, product_ids, apply } = await (asked.customer_ids.length > 0 ? forCustomers(q, actor, asked) : forPlan(q, actor, asked))
  const rows = await reached(q, actor.tenant_id, customer_ids, product_ids)
  const standsFor = new Map(rows.map((row) => [row.customer_id, row.of]))
  const weights = new Map<string, number>()
  for (const { of } of rows) weights.set(of, (weights.get(of) ?? 0) + 1)
  const prices = (): Promise<Priced[]> => pricesOf(q, actor.tenant_id, weights, product_ids)
  const before = await prices()
  await apply()
  return { customer_ids, product_ids, standsFor, before, after: await prices() }
}

async function forPlan(q: Query, actor: SignedIn, { discount_plan_id, entries: given }: PriceEffectInput): Promise<Proposed> {
  const plan = discount_plan_id ? await lockPlan(q, actor, discount_plan_id) : undefined
  const entries = entriesOf(given)
  const set = entries.filter(({ discount }) => discount !== null)
  if (!plan || (await unknownTargets(q, actor.tenant_id, plan.path, set)).length > 0) throw new Refusal('not_found')
  return {
    customer_ids: await customersOfPlan(q, actor.tenant_id, plan.discount_plan_id),
    product_ids: productsOf(entries),
    apply: () => setPlanEntries(q, actor.tenant_id, plan.discount_plan_id, entries),
  }
}

async function forCustomers(q: Query, actor: SignedIn, { action, discount_plan_id, customer_ids, entries: given }: PriceEffectInput): Promise<Proposed> {
  const customers = await customersToChange(q, actor, customer_ids)
  const ids = customers.map(({ customer_id }) => customer_id)
  if (!isOfPlan(action)) {
    const entries = entriesOf(given)
    return { customer_ids: ids, product_ids: productsOf(entries), apply: () => changePads(q, actor, customers, { action, entries }) }
  }
  const plan_id = action === 'plan' ? discount_plan_id : undefined
  const plan_ids = [...customers.flatMap(({ plan_id }) => plan_id ?? []), ...(plan_id ? [plan_id] : [])]
  return {
    customer_ids: ids,
    product_ids: await productsOfPlans(q, actor.tenant_id, plan_ids),
    apply: () => givePlan(q, actor, customers, plan_id),
  }
}

const productsOf = (entries: readonly { product_id: string }[]) => [...new Set(entries.map(({ product_id }) => product_id))]

/** Reads the sales of the last month, from the replica if there is one, because a month of sales takes long to read. */
const soldBy = (
  { db, now, tenant_id, actor }: Pick<Context<Calls['priceEffect']>, 'db' | 'now' | 'tenant_id' | 'actor'>,
  customer_ids: readonly string[],
  product_ids: readonly string[],
): Promise<Sold[]> => db.reports(actor, (q) => soldLately(q, tenant_id, customer_ids, product_ids, now()))
