// Reads the content of a running shift and makes a Z-report of it (decision 0034). The same code makes X-reports and Z-reports.

import { type ZReport, ZSnapshot } from '../../../../contract/papers/shifts.ts'
import type { PaymentKind } from '../../../../contract/till/selling.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { type Document, documentKind } from '../documents/documents.ts'
import {
  balanceAt,
  type Content,
  carriedOf,
  endsOf,
  goodsOf,
  headsOf,
  hoursOf,
  movementsOf,
  openOf,
  paymentsOf,
  refundsOf,
  showingsOf,
  type Till,
} from './content.sql.ts'

export { shiftJobs } from './till-times.ts'
export { type ZReportRow, zReportsBelow } from './z-of-all-shops.sql.ts'

export const zReportKind = documentKind('z_report', ZSnapshot)

type Sums = { sales: number; quantity: number; face_total: number; bought_total: number }
const NOTHING: Sums = { sales: 0, quantity: 0, face_total: 0, bought_total: 0 }

/** Adds up the sales, quantity, face value and purchase price of several rows. */
export const sumOf = (rows: readonly Sums[]): Sums =>
  rows.reduce(
    (all, { sales, quantity, face_total, bought_total }) => ({
      sales: all.sales + sales,
      quantity: all.quantity + quantity,
      face_total: all.face_total + face_total,
      bought_total: all.bought_total + bought_total,
    }),
    NOTHING,
  )

/** The sums by type of goods. Types keep the order in which the rows have them. */
export function byType<Type extends string>(rows: readonly (Sums & { product_type: Type })[]): (Sums & { product_type: Type })[] {
  const types = [...new Set(rows.map(({ product_type }) => product_type))]
  return types.map((product_type) => ({ product_type, ...sumOf(rows.filter((row) => row.product_type === product_type)) }))
}

type Standing = { till: Till; closed_at: string; counted: number | null }

type Paid = { kind: PaymentKind | null; face_total: number }

/** The cash that should be in the drawer. A sale counts as paid in cash unless another payment was noted, and every refund as given back in cash. */
const expectedIn = (payments: readonly Paid[], refunds: { face_total: number }) =>
  payments.reduce((sum, { kind, face_total }) => (kind === null || kind === 'cash' ? sum + face_total : sum), 0) - refunds.face_total

/** The complete snapshot of this content, including amounts that are hidden from the shop. */
export async function snapshotOf(q: Query, actor: SignedIn, content: Content, { till, closed_at, counted }: Standing): Promise<ZSnapshot> {
  const { tenant_id, organisation_id } = actor
  const ids = { tenant_id, organisation_id, sales: content.sales, refunds: content.refunds }
  const [heads] = await headsOf(q, actor, till.user_id)
  if (!heads) throw new Error('a shop without a row')
  const goods = await goodsOf(q, ids)
  const payments = await paymentsOf(q, ids)
  const ends = await endsOf(q, ids)
  const given = await refundsOf(q, ids)
  const total = (of: 'quantity' | 'face_total' | 'bought_total') => given.reduce((sum, row) => sum + row[of], 0)
  const refunds = { quantity: total('quantity'), face_total: total('face_total'), bought_total: total('bought_total'), rows: given }
  const sold = sumOf(goods)
  const [before] = await balanceAt(q, tenant_id, organisation_id, content.transfers_from)
  return {
    ...{ till_id: till.till_id, user_id: till.user_id, device: till.device, masked: actor.mask_seller_discount },
    shop: { name: heads.name, address: heads.address, city: heads.city, reseller: heads.reseller },
    ...{ username: heads.username, full_name: heads.full_name, closed_by: till.user_id === actor.user_id ? '' : actor.username },
    ...{ opened_at: content.opened_at, closed_at },
    ...sold,
    first: ends[0] ?? null,
    last: ends.at(-1) ?? null,
    types: byType(goods),
    goods,
    payments,
    hours: await hoursOf(q, ids),
    refunds,
    showings: await showingsOf(q, tenant_id, content.showings),
    carried: await carriedOf(q, ids, content.opened_at),
    open: await openOf(q, actor, till, content.open),
    credit: {
      from: content.transfers_from,
      before: before?.balance ?? 0,
      movements: await movementsOf(q, ids, content),
      to: content.transfers_to,
      after: content.balance,
      credit_limit: content.credit_limit,
      held: content.held,
    },
    drawer: counted === null ? null : { counted, expected: expectedIn(payments, refunds) },
  }
}

/** The snapshot as it may be shown. If the shop's prices were hidden when it was made, they stay hidden. */
export function seenOf(snapshot: ZSnapshot, document: Pick<Document<unknown>, 'document_id' | 'number' | 'circle' | 'hash'> | null): ZReport {
  const head = document
    ? { document_id: document.document_id, number: document.number, circle: document.circle, hash: document.hash }
    : { document_id: null, number: null, circle: 0, hash: null }
  if (!snapshot.masked) return { ...head, ...snapshot }
  const hide = <Row extends object>(row: Row) => ({ ...row, bought_total: null })
  const { types, goods, payments, refunds } = snapshot
  return { ...head, ...hide(snapshot), types: types.map(hide), goods: goods.map(hide), payments: payments.map(hide), refunds: hide(refunds), credit: null }
}
