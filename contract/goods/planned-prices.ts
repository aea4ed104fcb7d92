// Planned prices: changes of plans and of customers' own prices that take effect on a later day, and what a shop sees of them before that day.
import * as z from 'zod/mini'
import { atTill } from '../kit/access.ts'
import { call } from '../kit/call.ts'
import { day, field, instant, money, paging, percent } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

/** The most planned changes per organisation at a time. */
export const PLANNED_MAX = 50

/** held: the change's day has come, but the change was not made; a user must decide about it. */
export const plannedStates = ['coming', 'held', 'in_force', 'taken_back'] as const

/**
 * Why a change was held. right: the user who entered the change may no longer make it. below_cost: something would be sold below cost. gone: the plan, product
 * or customer that the change is about no longer exists.
 */
const heldReasons = ['right', 'below_cost', 'gone'] as const

const PlannedPrice = z.object({
  planned_id: z.string(),
  /** The subject of the change. entries: the entries of a plan. own: own prices of customers. plan: customers get another plan, or none. */
  about: z.enum(['entries', 'own', 'plan']),
  /** The name of the plan, or the names of the first customers. */
  name: z.string(),
  /** The plan that the customers get; null if they get no plan, or if the change is about something else. */
  plan_name: z.nullable(z.string()),
  customers: z.int(),
  valid_from: day,
  state: z.enum(plannedStates),
  why: z.nullable(z.enum(heldReasons)),
  tell_till: z.boolean(),
  tell_mail: z.boolean(),
  entered_name: z.string(),
  entered_at: instant,
  /** `lines`: the first lines of the change; `more`: the number of further lines. `discount` null: the entry is removed. */
  lines: z.array(z.object({ product_name: z.string(), value: z.nullable(money), discount: z.nullable(percent) })),
  more: z.int(),
})

const planned = { roles: ['superadmin'], flags: ['has_discount_slab', 'has_assign_product'] } as const

export const plannedPrices = call({
  path: '/view_planned_prices/',
  summary: 'Changes of prices that hold from a day: those to come first (a call of our own)',
  access: planned,
  input: z.object({ ...paging(20), filters: field.filters({ state: z.optional(field.oneOf(plannedStates)) }) }),
  output: listOf(PlannedPrice),
})

export const plannedChange = call({
  path: '/change_planned_prices/',
  summary: 'Gives a coming change of prices another day, or tells it otherwise; one that was held comes again (a call of our own)',
  access: planned,
  input: z.object({ planned_id: field.id(), valid_from: field.day(), tell_till: field.bool(), tell_mail: field.bool() }),
  output: z.object({}),
  errors: ['not_found', 'changed_meanwhile'],
  changes: true,
})

export const plannedTakeBack = call({
  path: '/take_back_planned_prices/',
  summary: 'Takes a coming change of prices back before its day (a call of our own)',
  access: planned,
  input: z.object({ planned_id: field.id() }),
  output: z.object({}),
  errors: ['not_found', 'changed_meanwhile'],
  changes: true,
})

export const comingPrices = call({
  path: '/view_coming_prices/',
  summary: 'Prices that the shop will have from a day, where its reseller tells them at the till (a call of our own)',
  access: atTill,
  input: z.object({}),
  output: z.object({
    days: z.array(
      z.object({
        valid_from: day,
        /** A price is null if the denomination is not on offer. */
        rows: z.array(
          z.object({ configuration_id: z.string(), product_name: z.string(), value: money, price_now: z.nullable(money), price_then: z.nullable(money) }),
        ),
      }),
    ),
  }),
})
