// Cases: contradictions between a supplier and our books, in what the supplier says about an order or in its statement of a day. A user closes each case.
import * as z from 'zod/mini'
import { acrossFilter, tenantOfRow } from '../kit/across-tenants.ts'
import { call } from '../kit/call.ts'
import { day, field, instant, money, moneySum, paging } from '../kit/field.ts'
import { listOf } from '../kit/rows.ts'

/**
 * The kinds of cases, by their source: what a supplier says about an order, or its statement of a day. not_found: the supplier no longer finds an order that it
 * once gave a reference, or that was sent more than a day ago; a user ends the order. cost_unknown: the order's cost cannot be read. other_delivery: the
 * supplier reports other goods, or another recipient. same_reference: the supplier gives the order a reference under which another order was delivered.
 * missing: we sold an order that the supplier does not charge. extra: the supplier charges something unknown to us. state: either only the supplier or only we
 * count the order as delivered. unread: the price in the statement's line cannot be read.
 */
export const caseKinds = {
  order: ['late_delivery', 'late_refusal', 'other_cost', 'not_found', 'cost_unknown', 'other_delivery', 'same_reference'],
  statement: ['missing', 'extra', 'amount', 'state', 'duplicate', 'unread'],
} as const
export const caseSources = ['order', 'statement'] as const satisfies readonly (keyof typeof caseKinds)[]
const kinds = [...caseKinds.order, ...caseKinds.statement] as const
/**
 * What to do about a case of a statement. ask: ask for the state; claim: claim the amount from the supplier; collect: collect it from the shop; give_back:
 * refund it to the shop; end: end the order.
 */
export const proposals = ['ask', 'claim', 'collect', 'give_back', 'end'] as const

export const casesList = call({
  path: '/cases/',
  summary: 'Where a supplier contradicts our books, by what it says of an order or by its statement, newest first (a call of our own)',
  access: { only: ['superadmin'], roles: ['superadmin'], flags: ['has_reports'] },
  input: z.object({
    ...paging(20),
    filters: field.filters({
      case_id: z.optional(field.id()),
      source: z.optional(field.oneOf(caseSources)),
      statement_id: z.optional(field.id()),
      kind: z.optional(field.oneOf(kinds)),
      is_open: z.optional(field.bool()),
      ...acrossFilter,
    }),
  }),
  acrossTenants: '-opened_at',
  output: listOf(
    z.object({
      ...tenantOfRow,
      case_id: z.string(),
      source: z.enum(caseSources),
      kind: z.enum(kinds),
      /** Our reference, or the supplier’s reference if there is no order of ours. */
      subject: z.string(),
      /** The statement and its day; null for a case that is not from a statement but from the supplier's report about an order. */
      statement_id: z.nullable(z.string()),
      day: z.nullable(day),
      company: z.string(),
      customer_name: z.string(),
      product_name: z.string(),
      /** The shop's price of the order; null if there is no order of ours. */
      amount: z.nullable(money),
      /** `theirs`: what the supplier charges, null if it did not say. `ours`: what is booked as the order’s cost. */
      theirs: z.nullable(moneySum),
      ours: moneySum,
      said: z.string(),
      proposal: z.nullable(z.enum(proposals)),
      /**
       * The number of the supplier's lines in the case. If many lines belong to no order of ours, they are put into one case, and a file for the supplier
       * lists them.
       */
      lines: z.int(),
      opened_at: instant,
      closed_at: z.nullable(instant),
      reason: z.string(),
    }),
  ),
})

export const caseClose = call({
  path: '/close_case/',
  summary: 'Closes a case with what was done about it; it books nothing (a call of our own)',
  /** Closing a case needs the right to credit, because what is done about a case usually moves money. The money itself is booked by other calls. */
  access: { only: ['superadmin'], roles: ['superadmin'], flags: ['has_credit'] },
  input: z.object({ case_id: field.id(), reason: field.text(200) }),
  output: z.object({}),
  errors: ['not_found', 'request_over'],
  changes: true,
})
