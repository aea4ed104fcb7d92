// Calls about customers' own price entries, which belong to a single customer and not to its plan: listing these entries, changing them for many customers in
// one call, and listing everything that a customer could sell with the reason for each price.
import { priceOf } from '../../../../contract/kit/money.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { grouped } from '../../../kit/groups.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed, pageOf } from '../../../postgres/row-pages.ts'
import { type BelowCostContext, withSecond } from './below-cost.ts'
import { productsOfPlans } from './effect.sql.ts'
import { goodsOf, hops, ladderOf } from './explained-prices.sql.ts'
import { type Buyers, padCount, padList, productCount, productList } from './lists.sql.ts'
import { type Customer, countOwnPrices, lockCustomers, type PadChange, pads, planToGive, seenCustomer, setPads, setPlan } from './own-entries.sql.ts'
import { keepChange, unknownTargets } from './plans.sql.ts'
import { type Action, type AssignedInput, type Entry, entriesOf, entryAfter, entryText, type Own, type Reach, sameEntry } from './rules.ts'

type Assigned = Pick<Handlers, 'assignedList' | 'assignedChange' | 'assignedProducts' | 'priceWhy'>

const subjectOf = ({ customer_id, customer_name }: Customer) => ({ kind: 'customer', id: customer_id, name: customer_name, organisation_id: customer_id })

export const assignedCalls: Assigned = {
  assignedList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      if (asked.customer_id && !(await seenCustomer(q, actor, asked.customer_id))) throw new Refusal('not_found')
      const { page, limit } = asked
      return { pad_list: await padList(q, actor, asked), filters: pageOf({ page, limit }, await padCount(q, actor, asked)) }
    }),

  assignedChange: ({ customer_id, customer_ids = [], ...asked }, context) =>
    changeOwnPrices(context, { ...asked, customer_ids: [...customer_ids, ...(customer_id ? [customer_id] : [])] }),

  assignedProducts: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const customer = asked.customer_id ? await seenCustomer(q, actor, asked.customer_id) : undefined
      if (asked.customer_id && !customer) throw new Refusal('not_found')
      const line = customer ? customer.path.slice(0, -1) : actor.organisation_path
      const buyers: Buyers = { customer_id: asked.customer_id ?? null, seller_id: line.at(-1) ?? actor.organisation_id, line }
      const is_own = customer?.is_own ?? true
      const rows = await productList(q, actor, asked, buyers, is_own)
      const content = rows.map((row) => ({ ...row, margin: row.price === null || row.cost === null ? null : row.price - row.cost }))
      const pad_list = content.filter(({ pad_id }) => pad_id !== null)
      const { page, limit } = asked
      const total_count = await productCount(q, actor, asked, buyers)
      return { ...listed({ page, limit }, content, total_count), pad_list, discount_plan_id: customer?.is_own ? customer.plan_id : null }
    }),

  priceWhy: async ({ customer_id, configuration_id }, { actor, db }) =>
    db.read(actor.tenant_id, async (q) => {
      if (customer_id === actor.organisation_id) return ownPrice(q, actor, configuration_id)
      const customer = await seenCustomer(q, actor, customer_id)
      const goods = customer && (await goodsOf(q, actor.tenant_id, customer.path, configuration_id))
      // The customer's own goods have no discount from its parent, so there is no price to explain.
      if (!customer || !goods || goods.owner_id === customer_id) throw new Refusal('not_found')
      const ladder = await ladderOf(q, actor.tenant_id, customer_id, goods, configuration_id)
      const climb = await hops(q, actor, customer.path, goods, configuration_id)
      const first = ladder.some((rung) => rung.holds && rung.is_enabled) ? climb[0] : undefined
      const { product_name, value } = goods
      const { customer_name } = customer
      return { customer_name, product_name, value, price: first?.price ?? null, discount: first?.discount ?? null, rungs: ladder, hops: climb }
    }),
}

/** Changes customers' own price entries, or gives customers another plan; a change that would bring a price below cost waits for a second person. */
export const changeOwnPrices = (context: BelowCostContext, input: AssignedInput) =>
  withSecond(
    context,
    { type: 'own_prices', input },
    (q) => reachOfOwn(q, context.actor, input),
    (q, making) => applyAssigned(q, making, input),
    { changed: 0, left_out: 0, was: [], kept: [] },
  )

export const isOfPlan = (action: AssignedInput['action']) => action === 'plan' || action === 'plan_remove'

type PriceContext = Pick<Context, 'now' | 'audit'> & { actor: SignedIn }

/** The customers and products that a change of own price entries, or of customers' plans, can concern. */
export async function reachOfOwn(q: Query, actor: SignedIn, { action, customer_ids, discount_plan_id, pad_list }: AssignedInput): Promise<Reach> {
  const customers = await customersToChange(q, actor, customer_ids)
  const plans = customers.flatMap(({ plan_id }) => plan_id ?? []).concat(discount_plan_id ?? [])
  const [first, ...others] = customers
  return {
    customer_ids: customers.map(({ customer_id }) => customer_id),
    product_ids: isOfPlan(action) ? await productsOfPlans(q, actor.tenant_id, plans) : [...new Set(pad_list.map(({ product_id }) => product_id))],
    organisation_id: first?.parent_id ?? actor.organisation_id,
    setters: [...new Set(customers.map(({ parent_id }) => parent_id))],
    wallet_id: others.length === 0 ? (first?.customer_id ?? null) : null,
    name: customers
      .map(({ customer_name }) => customer_name)
      .slice(0, 3)
      .join(', '),
  }
}

/** Makes the change, directly or after a second person's approval. */
export async function applyAssigned(
  q: Query,
  { actor, now, audit }: PriceContext,
  { action, customer_ids, discount_plan_id, still_plan_id, pad_list, reason = '' }: AssignedInput,
) {
  const customers = await customersToChange(q, actor, customer_ids)
  const asked = new Set(customer_ids).size
  const record = (before: unknown, after: unknown) =>
    keepChange(q, actor, { plan_id: null, customer_ids: customers.map(({ customer_id }) => customer_id), before, after }, now())
  if (isOfPlan(action)) {
    const plan_id = action === 'plan' ? discount_plan_id : undefined
    const { name, own, changed, kept } = await givePlan(q, actor, customers, plan_id, still_plan_id)
    if (changed.length > 0) {
      const of = (plan_id: (one: Customer) => string | null) => changed.map((one) => ({ customer_id: one.customer_id, plan_id: plan_id(one) }))
      await record(
        of((one) => one.plan_id),
        of(() => plan_id ?? null),
      )
    }
    for (const one of changed) await audit({ subject: subjectOf(one), before: { plan_name: one.plan_name }, after: { plan_name: name }, reason }, q)
    if (changed.length === 0) await audit(null)
    const was = [...grouped(changed, (one) => one.plan_id)].map(([discount_plan_id, of]) => ({
      discount_plan_id,
      customer_ids: of.map(({ customer_id }) => customer_id),
    }))
    return { changed: changed.length, left_out: asked - own.length, was, kept }
  }
  const changes = await changePads(q, actor, customers, { action, entries: entriesOf(pad_list) })
  if (changes.length > 0)
    await record(
      changes.map(({ row }) => recordOf(row, ownOf(row))),
      changes.map(({ row, after }) => recordOf(row, after)),
    )
  else await audit(null)
  for (const one of customers) {
    const own = changes.filter(({ row }) => row.customer_id === one.customer_id)
    if (own.length === 0) continue
    const [before, after] = [own.map(({ row }) => entryText(row, ownOf(row))), own.map(({ row, after: next }) => entryText(row, next))]
    await audit({ subject: subjectOf(one), before: { entries: before }, after: { entries: after }, reason }, q)
  }
  return { changed: changes.length, left_out: asked - customers.length, was: [], kept: [] }
}

/**
 * Explains the actor's own price: shows only the entry that applies, and no other setting of the parent. Throws not_found if the actor may not see discounts.
 */
async function ownPrice(q: Query, actor: SignedIn, configuration_id: string) {
  const { tenant_id, organisation_id, organisation_path, organisation_name, mask_seller_discount } = actor
  const goods = mask_seller_discount ? undefined : await goodsOf(q, tenant_id, organisation_path, configuration_id)
  if (!goods || goods.owner_id === organisation_id) throw new Refusal('not_found')
  const ladder = await ladderOf(q, tenant_id, organisation_id, goods, configuration_id)
  const held = ladder.find(({ holds, is_enabled }) => holds && is_enabled)
  if (!held || held.discount === null) throw new Refusal('not_found')
  const { product_name, value } = goods
  const { discount } = held
  return { customer_name: organisation_name, product_name, value, price: priceOf(value, discount), discount, rungs: [{ ...held, name: '' }], hops: [] }
}

const ownOf = ({ discount, is_enabled }: PadChange['row']): Own => (discount === null ? null : { discount, is_enabled: is_enabled ?? true })
const recordOf = ({ customer_id, product_id, configuration_id }: PadChange['row'], own: Own) => ({ customer_id, product_id, configuration_id, own })

/** Locks and returns those of these customers for which the actor sets prices; throws not_found if there is none. */
export async function customersToChange(q: Query, actor: SignedIn, customer_ids: readonly string[]): Promise<Customer[]> {
  const customers = await lockCustomers(q, actor, customer_ids)
  if (customers.length === 0) throw new Refusal('not_found')
  return customers
}

/**
 * Gives customers a plan, or without `plan_id` takes their plans away. A plan is given only to direct customers of its owner; other customers are left out,
 * and if no customer is left, not_found is thrown. `still`: only customers that have this plan are changed. `own`: the customers that are left; `changed`:
 * those of them whose plan has changed; `kept`: the names of those who have neither the given plan nor the plan `still`.
 */
export async function givePlan(q: Query, { tenant_id }: SignedIn, customers: readonly Customer[], plan_id: string | undefined, still?: string | null) {
  const [plan] = plan_id ? await planToGive(q, tenant_id, plan_id) : []
  const own = plan ? customers.filter(({ parent_id }) => parent_id === plan.owner_id) : customers
  if (plan_id && (!plan || own.length === 0)) throw new Refusal('not_found')
  const others = own.filter((one) => one.plan_id !== (plan_id ?? null))
  const changed = others.filter((one) => still === undefined || one.plan_id === still)
  const kept = others.filter((one) => !changed.includes(one)).map(({ customer_name }) => customer_name)
  const ids = changed.map(({ customer_id }) => customer_id)
  await setPlan(q, tenant_id, ids, plan_id ?? null)
  return { name: plan?.name ?? null, own, changed, kept }
}

/** How many more price entries of their own the customers of each parent have after these changes. */
function moreBy(changes: readonly PadChange[], customers: readonly Customer[]): Map<string, number> {
  const parents = new Map(customers.map(({ customer_id, parent_id }) => [customer_id, parent_id]))
  const more = new Map<string, number>()
  for (const { row, after } of changes) {
    const parent_id = parents.get(row.customer_id) ?? ''
    const n = Number(after !== null) - Number(row.pad_id !== null)
    if (n !== 0) more.set(parent_id, (more.get(parent_id) ?? 0) + n)
  }
  return more
}

/** Changes customers' own price entries; returns the entries that are different afterwards. */
export async function changePads(
  q: Query,
  { tenant_id }: SignedIn,
  customers: readonly Customer[],
  { action, entries }: { action: Action; entries: readonly Entry[] },
) {
  const paths = new Map(customers.map(({ parent_id, parent_path }) => [parent_id, parent_path]))
  for (const path of paths.values()) if ((await unknownTargets(q, tenant_id, path, entries)).length > 0) throw new Refusal('not_found')
  const wanted = new Map(entries.map((entry) => [`${entry.product_id} ${entry.configuration_id}`, entry.discount]))
  const rows = await pads(
    q,
    tenant_id,
    customers.map(({ customer_id }) => customer_id),
    entries,
  )
  const changes = rows
    .map((row) => ({ row, after: entryAfter(action, ownOf(row), wanted.get(`${row.product_id} ${row.configuration_id}`) ?? null, row.in_force) }))
    .filter(({ row, after }) => !sameEntry(ownOf(row), after))
  await setPads(q, tenant_id, changes)
  await countOwnPrices(q, tenant_id, moreBy(changes, customers))
  return changes
}
