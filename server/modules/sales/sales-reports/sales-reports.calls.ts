// Calls of sales reports: showing one sale, the sales counters and sums of sales, and exporting sums as files.
import * as z from 'zod/mini'
import { calls } from '../../../../contract/index.ts'
import { allows } from '../../../../contract/kit/access.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { salesByGroup, salesDownload } from '../../../../contract/sales/sales-reports.ts'
import { agreementOn } from '../../../figures/sale-lines.ts'
import type { Figures } from '../../../figures/sales-figures.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { reported } from '../../../postgres/row-pages.ts'
import { startExport } from '../../papers/exports/exports.ts'
import { costOf } from '../sales/sales.ts'
import { byStatus, figuresOfSpans, type Span, spansAt } from './counters.sql.ts'
import { claimsOf, hopsOf, invoicesOf, pinsOf, refundsOf, saleBy, showingsOf } from './details.sql.ts'
import { type Group, groupsOf, isCompared, NO_SUMS, type Sums } from './groups.sql.ts'
import { toldRow, toldWhole } from './sales-reports.ts'
import { readSpans } from './spans.ts'

export const salesReports: Pick<Handlers, 'saleDetails' | 'salesByGroup' | 'salesCounters' | 'salesDownload' | 'salesSpans'> = {
  saleDetails: async ({ sale_id }, { actor, db }) =>
    db.list(actor, async (q) => {
      const [sale] = await saleBy(q, actor, sale_id)
      if (!sale) throw new Refusal('not_found')
      const refunds = await refundsOf(q, actor, sale_id)
      const day = berlinDay(new Date(sale.created_at))
      const may = (name: 'reclaimDetails' | 'invoiceReport') => allows(calls[name].access, actor)
      return {
        ...sale,
        ...costOf(sale, actor),
        hops: actor.mask_seller_discount ? [] : await hopsOf(q, actor, sale_id),
        pins: await pinsOf(q, actor, sale_id),
        showings: await showingsOf(q, actor, sale_id),
        refunds: refunds.map((refund) => ({ ...refund, ...costOf(refund, actor) })),
        claims: may('reclaimDetails') ? await claimsOf(q, actor, sale_id) : [],
        invoices: may('invoiceReport') ? await invoicesOf(q, actor, sale_id) : [],
        agrees: await agreementOn(q, actor, { date_from: day, date_to: day }),
      }
    }),

  salesSpans: async (asked, { actor, db, now }) => db.list(actor, (q) => readSpans(q, actor, asked, now())),

  salesCounters: async ({ filters, date_from, date_to }, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const at = now()
      const today = berlinDay(at)
      const days = { date_from: date_from ?? date_to ?? today, date_to: date_to ?? today }
      let first_day = days.date_from < days.date_to ? days.date_from : days.date_to
      const told: Partial<Record<string, ReturnType<typeof figuresOf>>> = {}
      const spans = await spansAt(q, at)
      const parts = await figuresOfSpans(q, actor, filters, spans, at)
      for (const [i, { name, is_now, first }] of spans.entries()) {
        if (first < first_day) first_day = first
        told[`${name} ${is_now}`] = figuresOf([parts[i]?.whole, parts[i]?.last], actor)
      }
      const span = (name: Span['name']) => ({ now: told[`${name} true`] ?? figuresOf([], actor), before: told[`${name} false`] ?? figuresOf([], actor) })
      const by_status = await byStatus(q, actor, { filters }, days)
      const agrees = await agreementOn(q, actor, { date_from: first_day, date_to: days.date_to > today ? days.date_to : today })
      return { as_of: at.toISOString(), today: span('today'), week: span('week'), month: span('month'), by_status, agrees }
    }),

  salesByGroup: async (asked, { actor, db }) => {
    refuseAsked(asked, actor)
    return db.list(actor, async (q) => {
      const { rows, first, total_count } = await groupsOf(q, actor, asked)
      const isTwo = isCompared(asked)
      const answer = reported(
        asked,
        rows.map((row) => ({ ...row, ...toldRow(row, actor, isTwo), row_id: rowId(row) })),
        toldWhole(wholeOf(first), actor, isTwo),
        total_count,
      )
      return { ...answer, agrees: await agreementOn(q, actor, asked) }
    })
  },

  salesDownload: async (asked, context) => {
    const list = asked.report === 'list' ? 'salesList' : 'salesByGroup'
    const { format, title = list } = asked
    const columns = [...context.lists.columns(list).keys()].map((key) => ({ key, header: key.replaceAll('_', ' ') }))
    const { download_id } = await startExport({ list, input: inputOf(asked), columns, format, title }, context)
    return { download_id, download_url: `/download/${download_id}` }
  },
}

/** Adds up the figures of a period's parts. */
function figuresOf(parts: readonly (Figures | undefined)[], actor: SignedIn) {
  const sum = (name: keyof Figures) => parts.reduce((total, part) => total + (part?.[name] ?? 0), 0)
  const [sold_total, bought_total] = [sum('sold_total'), sum('bought_total')]
  return { count: sum('lines'), quantity: sum('quantity'), sold_total, ...costOf({ sold_total, bought_total }, actor) }
}

/**
 * Refuses to sort by margin for users who may not see margins, because the order would reveal them. Refuses to compare a period with itself, because the
 * comparison would show nothing.
 */
function refuseAsked(asked: InputOf<typeof salesByGroup>, { mask_seller_discount }: SignedIn) {
  const { sort, date_from, date_to, date_from_2, date_to_2 } = asked
  if (mask_seller_discount && sort.endsWith('margin_total')) throw refuseField('sort', 'not_one_of')
  if (isCompared(asked) && date_from === date_from_2 && date_to === date_to_2) throw refuseField('date_from_2', 'period_twice')
}

const rowId = (row: Group) =>
  [row.customer_id, row.day, row.seller_id, row.product_id, row.product_type, row.configuration_id, row.user_id, row.supplier_id, row.hour, row.weekday].join(
    ' ',
  )

const wholeOf = (row: Group | undefined): Sums =>
  row
    ? {
        count: row.all_count,
        quantity: row.all_quantity,
        given_back: row.all_given_back,
        face_total: row.all_face_total,
        sold_total: row.all_sold_total,
        bought_total: row.all_bought_total,
        sold_total_2: row.all_sold_total_2,
        bought_total_2: row.all_bought_total_2,
      }
    : NO_SUMS

/** The input of the report's own call, in the form in which it is sent over the wire. An export stores this input and makes the call with it. */
function inputOf({ report, group_by, cancelable, date_from, date_to, date_from_2, date_to_2, filters }: InputOf<typeof salesDownload>) {
  const days = { date_from, date_to }
  const wire =
    report === 'list'
      ? z.encode(calls.salesList.input, {
          ...PAGE,
          ...days,
          filters: { ...filters, cancelable: cancelable ?? filters.cancelable },
          sort: '-created_at',
        })
      : z.encode(calls.salesByGroup.input, { ...PAGE, ...days, date_from_2, date_to_2, group_by, filters, cancelable, sort: '-total_sale_amount' })
  return Object.fromEntries(Object.entries(wire).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

const PAGE = { page: 0, limit: 20 }
