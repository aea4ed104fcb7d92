// Calls about discount plans: listing the plans, showing all goods and discounts of one plan, adding a plan, and changing a plan's entries. Either all
// entries of a request are changed or none of them, and such a change can be undone.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { withSecond } from './below-cost.ts'
import { customersOfPlan } from './effect.sql.ts'
import {
  addPlan,
  changeOf,
  changePlan,
  copyEntries,
  deletePlan,
  grid,
  keepChange,
  lockPlan,
  lockUnused,
  markUndone,
  type Plan,
  planCount,
  planEntries,
  plans,
  setPlanEntries,
  unknownTargets,
} from './plans.sql.ts'
import { type Entry, entriesOf, entryText, type Reach, type Target, targetKey } from './rules.ts'

type Plans = Pick<Handlers, 'plansList' | 'planAdd' | 'planUpdate'>

const subjectOf = ({ discount_plan_id, plan_name, owner_id }: Pick<Plan, 'discount_plan_id' | 'plan_name' | 'owner_id'>) => ({
  kind: 'plan',
  id: discount_plan_id,
  name: plan_name,
  organisation_id: owner_id,
})

export const planCalls: Plans = {
  plansList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const { page, limit, discount_plan_id = null, new_grid } = asked
      const rows = await plans(q, actor, asked)
      if (discount_plan_id && rows.length === 0) throw new Refusal('not_found')
      const entries = discount_plan_id || new_grid ? await grid(q, actor, discount_plan_id) : []
      return { ...listed({ page, limit }, rows, await planCount(q, actor, asked)), entries }
    }),

  planAdd: async ({ plan_name, copy_of, entries }, context) =>
    context.db.write(context.actor.tenant_id, async (q) => {
      const { actor } = context
      const copied = copy_of ? await lockPlan(q, actor, copy_of) : undefined
      if (copy_of && !copied) throw new Refusal('not_found')
      const copies = copied ? await copyEntries(q, actor.tenant_id, copied.discount_plan_id, actor.organisation_path) : []
      const discount_plan_id = newId()
      await makePlan(q, context, { discount_plan_id, plan_name, copy_of: copied?.plan_name ?? null, entries: entriesOf([...copies, ...entries]) })
      return { discount_plan_id }
    }),

  planUpdate: (input, context) =>
    withSecond(
      context,
      { type: 'plan_prices', input },
      (q) => reachOfPlan(q, context.actor, input),
      (q, making) => applyPlan(q, making, input),
      { change_id: null, changed: 0, renamed: false, kept: [] },
    ),
}

type NewPlan = { discount_plan_id: string; plan_name: string; copy_of: string | null; entries: readonly Entry[] }

/** Adds a plan of the actor's organisation with its entries. `copy_of`: the name of the plan that was copied, for the audit log. */
export async function makePlan(q: Query, { actor, now, audit }: PriceContext, { discount_plan_id, plan_name, copy_of, entries: given }: NewPlan) {
  const { tenant_id, organisation_id: owner_id } = actor
  if ((await addPlan(q, tenant_id, { id: discount_plan_id, owner_id, name: plan_name }, now())).length === 0) throw new Refusal('name_taken')
  const entries = given.filter(({ discount }) => discount !== null)
  if ((await unknownTargets(q, tenant_id, actor.organisation_path, entries)).length > 0) throw new Refusal('not_found')
  await setPlanEntries(q, tenant_id, discount_plan_id, entries)
  await audit({ subject: subjectOf({ discount_plan_id, plan_name, owner_id }), after: { plan_name, copy_of, products: entries.length } }, q)
}

/** Removes those of the plans that no customer has. */
export async function removePlans(q: Query, { actor, audit }: PriceContext, plan_ids: readonly string[], reason: string) {
  for (const { products, ...plan } of await lockUnused(q, actor, plan_ids)) {
    await deletePlan(q, actor.tenant_id, plan.discount_plan_id)
    await audit({ subject: subjectOf(plan), before: { plan_name: plan.plan_name, products }, after: { plan_name: null, products: 0 }, reason }, q)
  }
}

export type PlanInput = InputOf<Calls['planUpdate']>
type PriceContext = Pick<Context, 'now' | 'audit'> & { actor: SignedIn }

export async function reachOfPlan(q: Query, actor: SignedIn, { discount_plan_id, entries = [], undo }: PlanInput): Promise<Reach> {
  const plan = await lockPlan(q, actor, discount_plan_id)
  if (!plan) throw new Refusal('not_found')
  const wanted = undo ? ((await changeOf(q, actor.tenant_id, discount_plan_id, undo))?.before ?? []) : entries
  return {
    customer_ids: await customersOfPlan(q, actor.tenant_id, discount_plan_id),
    product_ids: [...new Set(wanted.map(({ product_id }) => product_id))],
    organisation_id: plan.owner_id,
    setters: [plan.owner_id],
    wallet_id: null,
    name: plan.plan_name,
  }
}

/** Changes a plan, immediately or after a second person approved it. */
export async function applyPlan(
  q: Query,
  context: PriceContext,
  { discount_plan_id, plan_name, entries = [], undo, undo_rest = false, reason = '' }: PlanInput,
) {
  const { actor, now, audit } = context
  const plan = await lockPlan(q, actor, discount_plan_id)
  if (!plan) throw new Refusal('not_found')
  if (plan_name && (await changePlan(q, actor.tenant_id, plan, plan_name, now())).length === 0) throw new Refusal('name_taken')
  const { wanted, kept } = undo ? await undone(q, context, plan, undo, undo_rest) : { wanted: entriesOf(entries), kept: [] }
  const change = await changeEntries(q, actor, plan, wanted, now())
  const { before, after } = change
  await audit(
    {
      subject: subjectOf(plan),
      before: { plan_name: plan.plan_name, entries: before },
      after: { plan_name: plan_name ?? plan.plan_name, entries: after },
      reason,
    },
    q,
  )
  return { change_id: change.change_id, changed: before.length, renamed: plan_name !== undefined && plan_name !== plan.plan_name, kept }
}

/**
 * The entries that undo a change. If an entry was changed since, the whole undoing is refused; with `isRest` such an entry is left as it is and named in
 * `kept`, unless it already has its earlier discount.
 */
async function undone(q: Query, { actor, now }: PriceContext, { discount_plan_id }: Plan, change_id: string, isRest: boolean) {
  const { tenant_id } = actor
  const change = await changeOf(q, tenant_id, discount_plan_id, change_id)
  if (!change) throw new Refusal('not_found')
  const { before, after } = change
  const current = new Map((await planEntries(q, tenant_id, discount_plan_id, after)).map((row) => [targetKey(row), row]))
  const discountOf = (target: Target) => current.get(targetKey(target))?.discount
  const isUntouched = (_: Entry, i: number) => after[i] !== undefined && discountOf(after[i]) === after[i].discount
  if (!isRest && (change.undone_at || !before.every(isUntouched))) throw new Refusal('changed_meanwhile')
  await markUndone(q, tenant_id, change_id, now())
  const others = before.filter((entry, i) => !isUntouched(entry, i) && discountOf(entry) !== entry.discount)
  const kept = [...new Set(others.map((entry) => current.get(targetKey(entry))?.product_name ?? ''))].filter(Boolean)
  return { wanted: before.filter(isUntouched), kept }
}

/** Writes the entries that differ, and records them as one change. */
async function changeEntries(q: Query, actor: SignedIn, plan: Plan, wanted: readonly Entry[], now: Date) {
  const { tenant_id } = actor
  const set = wanted.filter(({ discount }) => discount !== null)
  if ((await unknownTargets(q, tenant_id, plan.path, set)).length > 0) throw new Refusal('not_found')
  const rows = await planEntries(q, tenant_id, plan.discount_plan_id, wanted)
  const next = new Map(wanted.map((entry) => [`${entry.product_id} ${entry.configuration_id}`, entry.discount]))
  const changes = rows
    .map((row) => ({ row, discount: next.get(`${row.product_id} ${row.configuration_id}`) ?? null }))
    .filter(({ row, discount }) => row.discount !== discount)
  if (changes.length === 0) return { change_id: null, before: [], after: [] }
  const entry = ({ product_id, configuration_id }: Entry, discount: Entry['discount']): Entry => ({ product_id, configuration_id, discount })
  const [before, after] = [changes.map(({ row }) => entry(row, row.discount)), changes.map(({ row, discount }) => entry(row, discount))]
  await setPlanEntries(q, tenant_id, plan.discount_plan_id, after)
  await changePlan(q, tenant_id, plan, plan.plan_name, now)
  const change_id = await keepChange(q, actor, { plan_id: plan.discount_plan_id, customer_ids: [], before, after }, now)
  const text = (discount: Entry['discount']) => (discount === null ? null : { discount, is_enabled: true })
  return {
    change_id,
    before: changes.map(({ row }) => entryText(row, text(row.discount))),
    after: changes.map(({ row, discount }) => entryText(row, text(discount))),
  }
}
