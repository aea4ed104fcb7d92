// Applies planned changes of prices on their day, in order, each once: a job does so in the day's first minutes, or else the first sale that finds a change due
// (decision 0065). A change that is no longer valid is held, and its organisation is notified.
import type { Services } from '../../../http/services.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { codeOf, Refusal } from '../../../kit/errors.ts'
import { type Audit, createAudit } from '../../../postgres/audit.ts'
import type { Db, Query } from '../../../postgres/db.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { hasNoSecondPerson, NOBODY_SECOND } from '../../people/approvals/approvals.ts'
import { belowAfter, textsOf } from './below-cost.ts'
import { applyAssigned, reachOfOwn } from './own-entries.calls.ts'
import { endPlanned, firstDue, lockDue, mayStill, type Planned } from './planned-prices.sql.ts'
import { applyPlan, type PlanInput, reachOfPlan } from './plans.calls.ts'
import type { AssignedInput, Below } from './rules.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'keys'>

/**
 * The job runs every minute for tenants with recent activity, and at least each hour for others. The first run of a day makes the changes of that day and
 * any changes of earlier days that were not made. A sale need not wait for the job, because a sale makes due changes itself.
 */
export const priceJobs = (needs: Needs & Pick<Services, 'log'>): JobList => ({
  prices_in_force: { cron: '* * * * *', work: rounds(needs, 'prices_in_force', (tenant_id) => putInForce(needs, tenant_id)) },
})

/** The right that the author of a planned change must still have on its day: the same as for changing such prices without planning them. */
const rightOf = { plan_prices: 'has_discount_slab', own_prices: 'has_assign_product' } as const
const callOf = { plan_prices: 'planUpdate', own_prices: 'assignedChange' } as const

const running = new WeakMap<Db, Map<number, Promise<void>>>()

/** Makes all due changes of a tenant, one after the other. Sales of one server that wait for due changes at the same time share one run. */
export function putInForce(needs: Needs, tenant_id: number): Promise<void> {
  const ofDb = running.get(needs.db) ?? new Map<number, Promise<void>>()
  running.set(needs.db, ofDb)
  const run = ofDb.get(tenant_id) ?? inOrder(needs, tenant_id).finally(() => ofDb.delete(tenant_id))
  ofDb.set(tenant_id, run)
  return run
}

async function inOrder(needs: Needs, tenant_id: number): Promise<void> {
  while (await nextInForce(needs, tenant_id));
}

/**
 * Makes due changes of prices for a sale that was refused as busy. The caller then sells again in any case: another sale may have made the changes in the
 * meantime, and a sale refused as busy leaves nothing under its key. If a change cannot be made, the job tries again and reports why.
 */
export async function makeDuePrices(needs: Needs, tenant_id: number): Promise<void> {
  if (await needs.db.read(tenant_id, (q) => firstDue(q, tenant_id, berlinDay(needs.clock())))) await putInForce(needs, tenant_id).catch(() => undefined)
}

/** Makes the next due change of prices, or holds it; returns false if no change is due. */
async function nextInForce(needs: Needs, tenant_id: number): Promise<boolean> {
  const { db, clock } = needs
  const today = berlinDay(clock())
  const next = await db.read(tenant_id, (q) => firstDue(q, tenant_id, today))
  if (!next) return false
  const { actor } = next.entered_by
  const may = await db.read(actor.home_tenant_id, (q) => mayStill(q, actor, rightOf[next.kind]))
  const alone = (await hasNoSecondPerson({ actor, db, now: clock }, actor.organisation_id)) && next.organisation_id === actor.organisation_id
  await db.write(tenant_id, async (q) => {
    const due = await lockDue(q, tenant_id, today)
    if (due[0]?.id !== next.id) return
    if (!may) return hold(q, needs, tenant_id, next, 'right')
    await q.query('savepoint as_it_is')
    const open = await make(q, needs, tenant_id, next, alone)
    if (open === null) return endPlanned(q, tenant_id, next.id, { state: 'in_force' }, clock())
    await q.query('rollback to savepoint as_it_is')
    return hold(q, needs, tenant_id, next, open === 'gone' ? 'gone' : 'below_cost', open === 'gone' ? [] : open)
  })
  return true
}

/**
 * Makes a planned change. Returns null if it was made, otherwise why it must be undone: 'gone' if its plan, product or customer no longer exists, or the
 * prices that would be below cost without anybody's agreement.
 */
async function make(q: Query, needs: Needs, tenant_id: number, planned: Planned, alone: boolean): Promise<null | 'gone' | Below[]> {
  const { kind, input, entered_by, valid_from, entered_at, below: agreed, id } = planned
  const { actor } = entered_by
  const pen = createAudit(needs, tenant_id, { action: callOf[kind], ...entered_by }).audit
  const audit: Audit = (change, on) => pen(change && { ...change, after: { ...change.after, valid_from, entered_at, planned_id: id } }, on)
  const ground = { actor, now: needs.clock, audit }
  try {
    const ofPlan = kind === 'plan_prices'
    const reaches = await (ofPlan ? reachOfPlan(q, actor, input as PlanInput) : reachOfOwn(q, actor, input as AssignedInput))
    const apply = (): Promise<unknown> => (ofPlan ? applyPlan(q, ground, input as PlanInput) : applyAssigned(q, ground, input as AssignedInput))
    const { below } = await belowAfter(q, tenant_id, reaches, apply)
    const open = below.filter((row) => !agreed.some((one) => isNoWorse(row, one)))
    if (open.length === 0) return null
    if (!alone) return open
    await audit({ subject: subjectOf(planned), after: { below_cost: textsOf(open), ...NOBODY_SECOND } }, q)
    return null
  } catch (error) {
    if (isGone(error)) return 'gone'
    throw error
  }
}

const isNoWorse = (now: Below, agreed: Below) =>
  now.product_name === agreed.product_name && now.value === agreed.value && now.cost - now.price <= agreed.cost - agreed.price

/**
 * Whether the error counts as saying that a plan, a product or a customer no longer exists: any refusal of ours except `busy`, or a violated constraint of the
 * database (codes 23…).
 */
const isGone = (error: unknown) => (error instanceof Refusal && error.code !== 'busy') || codeOf(error).startsWith('23')

export const subjectOf = ({ organisation_id: id, name }: Pick<Planned, 'organisation_id' | 'name'>) => ({ kind: 'customer', id, name, organisation_id: id })

async function hold(q: Query, needs: Needs, tenant_id: number, planned: Planned, why: NonNullable<Planned['why']>, below: readonly Below[] = []) {
  const now = needs.clock()
  const { actor } = planned.entered_by
  await endPlanned(q, tenant_id, planned.id, { state: 'held', why }, now)
  const { audit } = createAudit(needs, tenant_id, { action: 'plannedChange', actor: null, address: '', device: '' })
  const after = { state: 'held', why, ...(below.length > 0 ? { below_cost: textsOf(below) } : {}) }
  await audit({ subject: subjectOf(planned), before: { state: 'coming', valid_from: planned.valid_from }, after }, q)
  const notice = { organisation_id: planned.organisation_id, kind: 'prices_held', data: { name: planned.name } } as const
  await putNotice(q, now, notice)
  if (!actor.is_manager) await putNotice(q, now, { ...notice, user_id: actor.user_id })
}
