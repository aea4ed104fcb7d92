// Calls about planned changes of prices: listing them, moving a change to another day, cancelling a change, and announcing changes at a shop's till.

import { assignedChange, planUpdate } from '../../../../contract/goods/prices.ts'
import type { Calls } from '../../../../contract/index.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import { type Percent, priceOf } from '../../../../contract/kit/money.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { requireRight } from '../../../kit/rights.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { comingFor, entriesOfPlans, goodsAbove, ownOf, planOf } from './coming-prices.sql.ts'
import { type Coming, discountOf, layOver, type Rungs } from './coming-prices.ts'
import { subjectOf } from './in-force.ts'
import { endPlanned, lockPlanned, movePlanned, namesOf, type Planned, plannedCount, plannedList } from './planned-prices.sql.ts'
import { enteredBy } from './price-plan.ts'
import { type Entry, entriesOf, targetKey } from './rules.ts'

type PlannedCalls = Pick<Handlers, 'plannedPrices' | 'plannedChange' | 'plannedTakeBack' | 'comingPrices'>
type Row = OutputOf<Calls['plannedPrices']>['content'][number]

const LINES = 20
const access = { plan_prices: planUpdate.access, own_prices: assignedChange.access } as const

const entriesIn = ({ input }: Pick<Planned, 'input'>): Entry[] => entriesOf('action' in input ? input.pad_list : (input.entries ?? []))

export const plannedCalls: PlannedCalls = {
  plannedPrices: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await plannedList(q, actor, asked)
      const ids = rows.flatMap((row) =>
        [row.input.discount_plan_id ?? [], entriesIn(row).flatMap((one) => [one.product_id, one.configuration_id ?? []])].flat(2),
      )
      const names = new Map((await namesOf(q, actor.tenant_id, [...new Set(ids)])).map((one) => [one.id, one]))
      return listed(
        asked,
        rows.map((row) => shown(row, names)),
        await plannedCount(q, actor, asked),
      )
    }),

  plannedChange: async ({ planned_id, valid_from, tell_till, tell_mail }, context) => {
    const { actor, db, now, audit } = context
    if (valid_from <= berlinDay(now())) throw refuseField('valid_from', 'day_over')
    await db.write(actor.tenant_id, async (q) => {
      const planned = await toChange(q, actor, planned_id, now())
      const to = { valid_from, tell_till, tell_mail }
      await movePlanned(q, actor.tenant_id, planned_id, { ...to, entered_by: enteredBy(context), entered_name: actor.full_name || actor.username }, now())
      const { state, valid_from: day, tell_till: till, tell_mail: mail } = planned
      const before = { state, valid_from: day, tell_till: till, tell_mail: mail }
      await audit({ subject: subjectOf(planned), before, after: { state: 'coming', ...to } }, q)
    })
    return {}
  },

  plannedTakeBack: async ({ planned_id }, { actor, db, now, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const planned = await toChange(q, actor, planned_id, now())
      await endPlanned(q, actor.tenant_id, planned_id, { state: 'taken_back' }, now())
      const { state, valid_from } = planned
      await audit({ subject: subjectOf(planned), before: { state, valid_from }, after: { state: 'taken_back', valid_from } }, q)
    })
    return {}
  },

  comingPrices: async (_, { actor, db, now }) => {
    // A shop that may not see discounts sees face values only, and these do not change.
    if (actor.mask_seller_discount) return { days: [] }
    return db.list(actor, async (q) => ({ days: await daysFor(q, actor, berlinDay(now())) }))
  },
}

/** Locks the change for moving or cancelling it. A change that is due already is refused, so that no sale on its day is made at the old price. */
async function toChange(q: Query, actor: SignedIn, id: string, now: Date): Promise<Planned> {
  const planned = await lockPlanned(q, actor, id)
  if (!planned) throw new Refusal('not_found')
  requireRight(access[planned.kind], actor)
  const { state, valid_from } = planned
  if (state !== 'held' && (state !== 'coming' || valid_from <= berlinDay(now))) throw new Refusal('changed_meanwhile')
  return planned
}

type Name = { name: string | null; value: number | null }

function shown(row: Planned, names: ReadonlyMap<string, Name>): Row {
  const { id: planned_id, kind, input, name, valid_from, state, why, tell_till, tell_mail, entered_name, entered_at } = row
  const isOfPlan = 'action' in input && (input.action === 'plan' || input.action === 'plan_remove')
  const entries = isOfPlan ? [] : entriesIn(row)
  const discountFor = ({ discount }: Entry): Percent | null =>
    'action' in input && (input.action === 'delete' || input.action === 'disable') ? null : discount
  return {
    ...{ planned_id, name, valid_from, state, why, tell_till, tell_mail, entered_name, entered_at },
    about: kind === 'plan_prices' ? 'entries' : isOfPlan ? 'plan' : 'own',
    plan_name: 'action' in input && input.action === 'plan' ? (names.get(input.discount_plan_id ?? '')?.name ?? null) : null,
    customers: 'action' in input ? input.customer_ids.length : 0,
    lines: entries.slice(0, LINES).map((entry) => ({
      product_name: names.get(entry.product_id)?.name ?? '',
      value: entry.configuration_id === null ? null : (names.get(entry.configuration_id)?.value ?? null),
      discount: discountFor(entry),
    })),
    more: Math.max(entries.length - LINES, 0),
  }
}

type Days = OutputOf<Calls['comingPrices']>['days']

/** The prices of a shop that will change, day by day. Only days with a change that the reseller announces at the till are shown, each with all its changes. */
async function daysFor(q: Query, actor: Pick<Context, 'tenant_id'> & SignedIn, today: string): Promise<Days> {
  const coming = await comingFor(q, actor, today)
  if (!coming.some(({ tell_till }) => tell_till)) return []
  const plan_id = await planOf(q, actor)
  const plan_ids = [...new Set([plan_id, ...coming.map(({ input }) => input.discount_plan_id)].flatMap((id) => id ?? []))]
  const entries = await entriesOfPlans(q, actor.tenant_id, plan_ids)
  const own = await ownOf(q, actor)
  const rungs: Rungs = { plan_id, plans: new Map(plan_ids.map((id) => [id, new Map()])), own: new Map(own.map((one) => [targetKey(one), one])) }
  for (const entry of entries) rungs.plans.get(entry.plan_id)?.set(targetKey(entry), entry.discount)
  const changed = coming.flatMap((one) => ('action' in one.input && one.input.action.startsWith('plan') ? entries : entriesIn(one)))
  const goods = await goodsAbove(q, actor, [...new Set(changed.map(({ product_id }) => product_id))])
  const price = (one: (typeof goods)[number]) => {
    const discount = discountOf(rungs, one)
    return discount === null ? null : priceOf(one.value, discount)
  }
  const days: Days = []
  for (const [valid_from, changes] of byDay(coming)) {
    const before = new Map(goods.map((one) => [one.configuration_id, price(one)]))
    for (const change of changes) layOver(rungs, actor.organisation_id, change)
    if (!changes.some(({ tell_till }) => tell_till)) continue
    const rows = goods.flatMap((one) => {
      const [price_now, price_then] = [before.get(one.configuration_id) ?? null, price(one)]
      const { configuration_id, product_name, value } = one
      return price_now === price_then ? [] : [{ configuration_id, product_name, value, price_now, price_then }]
    })
    if (rows.length > 0) days.push({ valid_from, rows })
  }
  return days
}

function byDay<T extends Pick<Coming, 'valid_from'>>(coming: readonly T[]): Map<string, T[]> {
  const days = new Map<string, T[]>()
  for (const one of coming) days.set(one.valid_from, [...(days.get(one.valid_from) ?? []), one])
  return days
}
