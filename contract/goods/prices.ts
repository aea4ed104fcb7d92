// Prices: plans (discount slabs), price entries of a single customer (assigned products, PAD), and the prices that all customers pay.
import * as z from 'zod/mini'
import { call, unlessChanged } from '../kit/call.ts'
import { field, instant, money, paging, percent } from '../kit/field.ts'
import { stockTypes } from '../kit/product-types.ts'
import { kept, listOf, listUnder } from '../kit/rows.ts'
import { atLeast, atMost, broken } from '../kit/rules.ts'

export const Plan = z.object({
  discount_plan_id: z.string(),
  plan_name: z.string(),
  /** The owner's name; only the platform sees plans of other organisations. */
  owner_name: z.string(),
  /** The number of price entries in the plan, and of customers with this plan. */
  products: z.int(),
  customers: z.int(),
  discount_mean: percent,
  changed_at: instant,
  /** The id of the plan's last change; null if the plan was never changed, or if its last change was undone. */
  change_id: z.nullable(z.string()),
})

/** One row of a plan's table: a configuration of a product, with its own discount in the plan and the discount of the whole product. */
export const PlanEntry = z.object({
  product_id: z.string(),
  product_name: z.string(),
  product_type: z.enum(stockTypes),
  configuration_id: z.string(),
  value: money,
  info: z.string(),
  /** The configuration's own discount; null if the plan has no entry for it. */
  discount: z.nullable(percent),
  /** The product's discount, used if the configuration has no discount of its own. */
  discount_product: z.nullable(percent),
  /** The unit cost for the plan's owner; null if it is unknown. */
  cost: z.nullable(money),
})

const planRule = { roles: ['superadmin'], flags: ['has_discount_slab'] } as const
const padRule = { roles: ['superadmin'], flags: ['has_assign_product'] } as const

/** A discount for a product, or for one configuration of it; null removes the entry. */
const entry = z.object({ product_id: field.id(), configuration_id: z.optional(z.nullable(field.id())), discount: z.nullable(field.percent()) })
export const entries = field.json(z.array(entry).check(atMost(5_000, 'too_big')))

export const plansList = call({
  path: '/view_discount_plan/',
  summary: 'Discount plans; with discount_plan_id also its grid of products, with new_grid that of a plan yet to be made',
  access: { roles: ['superadmin'], flags: ['has_discount_slab', 'has_assign_product', 'has_customers'] },
  input: z.object({ ...paging(20), discount_plan_id: z.optional(field.id()), new_grid: z._default(field.bool(), false), search_text: field.search() }),
  output: listOf(Plan, {
    entries: z.array(PlanEntry),
  }),
  errors: ['not_found'],
  failure: 'Error fetching discount slabs',
})

export const planAdd = call({
  path: '/add_discount_plan/',
  summary: 'A new plan with its products, or a copy of another, in which `entries` are laid over those copied',
  access: planRule,
  input: z.object({ plan_name: field.text(80), copy_of: z.optional(field.id()), entries: z._default(entries, []) }),
  output: z.object({ discount_plan_id: z.string() }),
  errors: ['not_found', 'name_taken'],
  changes: true,
})

/**
 * waiting: a price would be below cost, so a second person decides. planned: the change takes effect on its day. In these two cases nothing has changed yet.
 */
const priceStates = ['done', 'waiting', 'planned'] as const
const notDone = ({ state, changed }: { state: (typeof priceStates)[number]; changed: number }) =>
  state === 'waiting' ? 'waiting' : state === 'done' ? unlessChanged({ changed }) : undefined

/** A change with a day is stored until that day, and optionally announced to the shops concerned. */
const fromDay = { valid_from: z.optional(field.day()), tell_till: z.optional(field.bool()), tell_mail: z.optional(field.bool()) }

export const planUpdate = call({
  path: '/update_configuration_slab/',
  summary: 'Changes entries of a plan, all or none, now or from a day on; `undo` takes the change with that number back',
  access: planRule,
  input: z.object({
    discount_plan_id: field.id(),
    plan_name: z.optional(field.text(80)),
    entries: z.optional(entries),
    undo: z.optional(field.id()),
    /**
     * Undoes only the entries that nobody has changed since, and names the others in the answer. Without `undo_rest` the server refuses the whole `undo` if
     * anybody has changed one of the entries since.
     */
    undo_rest: z.optional(field.bool()),
    ...fromDay,
    /** The reason for the change, for the audit log. */
    reason: z.optional(z.string().check(z.trim(), atMost(200))),
  }),
  /** `change_id` is null if no entry changed. */
  output: z.object({ change_id: z.nullable(z.string()), changed: z.int(), renamed: z.boolean(), kept, state: z.enum(priceStates) }),
  errors: ['not_found', 'name_taken', 'changed_meanwhile', 'planned_full'],
  changes: true,
  undone: ({ renamed, ...said }) => (renamed ? undefined : notDone(said)),
})

/** The kinds of entries that can decide a price, in order of precedence. */
export const sources = ['pad_configuration', 'pad_product', 'plan_configuration', 'plan_product', 'live', 'none'] as const

export const AssignedProduct = z.object({
  pad_id: z.nullable(z.string()),
  customer_id: z.string(),
  customer_name: z.string(),
  product_id: z.string(),
  product_name: z.string(),
  configuration_id: z.nullable(z.string()),
  value: z.nullable(money),
  discount: z.nullable(percent),
  is_enabled: z.boolean(),
  /** The kind of entry that decides the present price (docs/domain.md, Price ladder). */
  source: z.enum(sources),
  price: z.nullable(money),
  /** The cost for the customer's parent; null in the answer of `assignedList`, and if the caller may not know it. */
  cost: z.nullable(money),
  /** Price minus cost; null if either is unknown. */
  margin: z.nullable(money),
})

export const padActions = ['add', 'update', 'disable', 'enable', 'delete', 'plan', 'plan_remove'] as const

export const assignedList = call({
  path: '/view_pad/',
  summary: 'Own entries of one customer or of all: what wins over their plans',
  access: padRule,
  input: z.object({
    ...paging(20),
    customer_id: z.optional(field.id()),
    filters: field.filters({ product_id: z.optional(field.id()), is_enabled: z.optional(field.bool()) }),
    search_text: field.search(),
  }),
  output: listUnder('pad_list', AssignedProduct),
  errors: ['not_found'],
})

/** Requires the plan's id for the action 'plan'. */
const planNamed = ({ value, issues }: z.core.ParsePayload<{ action: string; discount_plan_id?: string | undefined }>) => {
  if (value.action === 'plan' && !value.discount_plan_id) issues.push(broken('plan_required', value.discount_plan_id, ['discount_plan_id']))
}

/** A price entry of a single customer. To delete, disable or enable an entry, only its product or configuration is given, without a discount. */
const padEntry = z.object({ ...entry.shape, discount: z.optional(entry.shape.discount) })
const padList = z.array(padEntry).check(atMost(5_000, 'too_big'))
/** Requires a discount in every entry that is added or changed, because a missing discount would mean a discount of zero. */
const discountsSaid = ({ value, issues }: z.core.ParsePayload<{ action: string; pad_list: readonly { discount?: number | null | undefined }[] }>) => {
  if (value.action !== 'add' && value.action !== 'update') return
  for (const [i, { discount }] of value.pad_list.entries()) if (discount === undefined) issues.push(broken('required', discount, ['pad_list', i, 'discount']))
}
/** Refuses an input that has neither `customer_id` nor `customer_ids`. */
const customersNamed = ({ value, issues }: z.core.ParsePayload<{ customer_id?: string | undefined; customer_ids?: readonly string[] | undefined }>) => {
  if (!value.customer_id && !value.customer_ids) issues.push(broken('required', undefined, ['customer_ids']))
}

export const assignedChange = call({
  path: '/add_update_delete_disable_pad/',
  summary:
    'Adds, changes, disables or takes away own entries of one or many customers, or gives them another plan, now or from a day on; all that are the caller’s own or none. `plan_remove` takes the plan away: what no own entry names is then no longer on offer',
  access: padRule,
  input: z
    .object({
      action: field.oneOf(padActions),
      customer_id: z.optional(field.id()),
      customer_ids: z.optional(field.json(z.array(field.id()).check(atLeast(1), atMost(1_000, 'too_big')))),
      /** The plan that the customers get, for the action 'plan'. */
      discount_plan_id: z.optional(field.id()),
      /** Undoes an earlier change of plan: only customers that still have this plan are changed; null: only customers without a plan. */
      still_plan_id: z.optional(z.nullable(field.id())),
      pad_list: z._default(field.json(padList), []),
      ...fromDay,
      reason: z.optional(z.string().check(z.trim(), atMost(200))),
    })
    .check(planNamed, discountsSaid, customersNamed),
  /**
   * `left_out`: how many of the given customers are not the caller’s own; the others were changed. `was`: the customers whose plan was changed, by their
   * earlier plan.
   */
  output: z.object({
    changed: z.int(),
    left_out: z.int(),
    was: z.array(z.object({ discount_plan_id: z.nullable(z.string()), customer_ids: z.array(z.string()) })),
    kept,
    state: z.enum(priceStates),
  }),
  errors: ['not_found', 'planned_full'],
  changes: true,
  undone: notDone,
})

const productSorts = ['product_name', '-product_name', 'customer_name', '-customer_name', 'discount', '-discount'] as const
type Breadth = {
  sort: (typeof productSorts)[number]
  filters: { on_offer?: boolean | undefined; product_id?: string | undefined }
  customer_id?: string | undefined
}
/**
 * Whether the price of every row must be found, not only of the rows of a page. For all customers and all goods together this is too much, so such a request
 * is refused (`narrowed`).
 */
export const isByRung = ({ sort, filters }: Breadth) => sort.endsWith('discount') || filters.on_offer !== undefined
const narrowed = ({ value, issues }: z.core.ParsePayload<Breadth>) => {
  if (isByRung(value) && !value.customer_id && !value.filters.product_id) issues.push(broken('required', undefined, ['customer_id']))
}

export const assignedProducts = call({
  path: '/view_assigned_products/',
  summary:
    'Every configuration a customer could sell, with the price in force and where it comes from; without customer_id for all direct customers that are active. By discount, or of those on offer, only of one customer or one product',
  access: { roles: ['superadmin'], flags: ['has_assign_product', 'has_discount_slab', 'has_customers', 'has_customers_read'] },
  input: z
    .object({
      ...paging(50),
      customer_id: z.optional(field.id()),
      filters: field.filters({ product_type: z.optional(z.enum(stockTypes)), product_id: z.optional(field.id()), on_offer: z.optional(field.bool()) }),
      search_text: field.search(),
      sort: z._default(field.oneOf(productSorts), 'product_name'),
    })
    .check(narrowed),
  /**
   * `pad_list`: the rows of this page for which a customer has its own entry. `discount_plan_id`: the customer's plan; null if the request names no customer.
   */
  output: listOf(AssignedProduct, { pad_list: z.array(AssignedProduct), discount_plan_id: z.nullable(z.string()) }),
  errors: ['not_found'],
})
