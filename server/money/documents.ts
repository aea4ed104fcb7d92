// The typed functions of documents: they number, bill and cancel documents, and record payments. Part of money.ts. All run in the caller's transaction.

import type { Instant } from '../../contract/kit/field.ts'
import type { Money, Percent } from '../../contract/kit/money.ts'
import type { invoiceKinds, vatCategories } from '../../contract/papers/invoices.ts'
import { dayEnd, dayStart } from '../kit/berlin.ts'
import type { Query } from '../postgres/db.ts'

/** The first and the last Berlin day of a period, both included. */
type Period = { date_from: string; date_to: string }

type DocumentAsked = {
  tenant_id: number
  now: Date
  id: string
  key: string
  owner_id: string
  kind: string
  series: string
  snapshot: object
  user_id: string | null
}

type SalesClaim = Period & {
  tenant_id: number
  issuer_id: string
  customer_id: string
  /** The VAT categories whose lines are claimed. `ids` has, for each category, the id of the document for which its lines are claimed. */
  categories: readonly string[]
  ids: readonly string[]
  /** Whether refunds of sales in earlier documents are included. */
  refunds: boolean
}
type RefundsClaim = Period & { tenant_id: number; issuer_id: string; original_id: string; id: string }

export type Payment = {
  tenant_id: number
  now: Date
  organisation_id: string
  user_id: string
  payment_id: string
  invoice_id: string
  amount: Money
  paid_on: string
  remarks: string
}

export type ClaimedLine = {
  invoice_id: string
  /** The refund's id, if the line is a refund of a sale in an earlier document; otherwise null. */
  refund_id: string | null
  original_id: string | null
  /** The serial of the refunded card; '' if the card has none, and for a sale. */
  serial: string
  product_name: string
  value: Money
  price: Money
  vat_treatment: string
  vat_rate: Percent
  vat_country: string
  sold_at: Instant | null
  refunded_at: Instant | null
  quantity: number
}

/** The columns of a document that are shown in lists. */
export type InvoiceColumns = Period & {
  id: string
  issuer_id: string
  customer_id: string
  kind: (typeof invoiceKinds)[number]
  category: (typeof vatCategories)[number]
  document_no: string
  corrects_id: string | null
  run_id: string
  issued_on: string
  due_on: string | null
  lines: number
  lines_total: Money
  net: Money
  tax: Money
  total: Money
  due: Money
  search: string
}

/** SQL: the serials of refunds. A claim is about one card, so its refund has one serial. */
const SERIALS = `
  select f.id, p.serial from refunds f
    join reclamations c on c.tenant_id = :tenant_id and c.id = f.reclamation_id
    join pins p on p.tenant_id = :tenant_id and p.batch_no = c.batch_no and p.seq = c.seq
   where f.tenant_id = :tenant_id and f.id = any (:refund_ids::uuid[])`
/** SQL: a fixed order of the lines, so that a document has the same content whoever claims its lines. */
const ORDER = `
  order by x.invoice_id, x.refunded_at nulls first, x.product_name, x.value, x.price desc, x.vat_country, x.refund_id`

/** Adds the serials to lines that were just claimed. The claim is a statement of its own, because it reads tables (decision 0106). */
async function withSerials(q: Query, tenant_id: number, lines: readonly Omit<ClaimedLine, 'serial'>[]): Promise<ClaimedLine[]> {
  const refund_ids = lines.flatMap(({ refund_id }) => refund_id ?? [])
  const rows = refund_ids.length > 0 ? await q.query<{ id: string; serial: string | null }>(SERIALS, { tenant_id, refund_ids }) : []
  const serials = new Map(rows.map(({ id, serial }) => [id, serial]))
  return lines.map((line) => ({ ...line, serial: serials.get(line.refund_id ?? '') ?? '' }))
}

export const documentDoors = {
  /**
   * Makes a document under the next number of its series, or returns the document made earlier with this key. Throws PX409 if the key was used for another
   * series or by another person.
   */
  putDocument: <Row>(q: Query, columns: string, { snapshot, ...document }: DocumentAsked) =>
    q.query<Row>(
      `select ${columns}
         from put_document(:tenant_id, :now, :id, :key, :owner_id, :kind, :series, :snapshot, :user_id) d`,
      { ...document, snapshot: JSON.stringify(snapshot) },
    ),

  /**
   * Claims what a customer bought and was not billed for; returns the lines of each document that has lines. Throws PX404 if the customer is not the issuer's.
   */
  claimSales: async (q: Query, claim: SalesClaim) =>
    withSerials(
      q,
      claim.tenant_id,
      await q.query(
        `select x.* from claim_sales(:tenant_id, :issuer_id, :customer_id, ${dayStart(':date_from')},
                                     ${dayEnd(':date_to')}, :categories, :ids, :refunds) x ${ORDER}`,
        claim,
      ),
    ),

  /** Claims the refunds of a document's sales for its correction. Throws PX404 if the document is not the issuer's. */
  claimRefunds: async (q: Query, claim: RefundsClaim) =>
    withSerials(
      q,
      claim.tenant_id,
      await q.query(
        `select x.* from claim_refunds(:tenant_id, :issuer_id, :original_id, ${dayStart(':date_from')},
                                       ${dayEnd(':date_to')}, :id) x ${ORDER}`,
        claim,
      ),
    ),

  /** Records a document for the lines that were claimed for it. Throws PX422 if its amounts differ from those of its lines. */
  putInvoice: (q: Query, tenant_id: number, invoice: InvoiceColumns) =>
    q.query('select put_invoice(:tenant_id, :invoice)', { tenant_id, invoice: JSON.stringify(invoice) }),

  /**
   * Locks a document that is to be cancelled, and returns how much of it was paid. Throws PX404 if the document is not the issuer's, PX436 if it was corrected
   * before or is a correction.
   */
  async lockToCancel(q: Query, tenant_id: number, issuer_id: string, invoice_id: string): Promise<Money> {
    const [row] = await q.query<{ paid: Money }>('select lock_to_cancel(:tenant_id, :issuer_id, :invoice_id) as paid', { tenant_id, issuer_id, invoice_id })
    if (!row) throw new Error('lock_to_cancel answered nothing')
    return row.paid
  },

  /** Records the document that cancels another one. Throws PX422 if its amounts are not exactly the opposite of the cancelled document's amounts. */
  putCancellation: (q: Query, tenant_id: number, invoice: InvoiceColumns) =>
    q.query('select put_cancellation(:tenant_id, :invoice)', { tenant_id, invoice: JSON.stringify(invoice) }),

  /**
   * Notes a payment, once per id. Throws PX404 if the document is not the issuer's, PX409 if the id belongs to another payment, PX422 if the total paid would
   * not lie between 0 and the amount due (which may be negative), if the amount is 0 or not in whole cents, or if the document was cancelled.
   */
  notePayment: (q: Query, payment: Payment) =>
    q.query(
      `select note_invoice_payment(:tenant_id, :now, :organisation_id, :user_id, :payment_id, :invoice_id, :amount,
                                   :paid_on, :remarks)`,
      payment,
    ),
}
