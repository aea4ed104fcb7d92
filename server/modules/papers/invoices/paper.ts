// Makes the content of a document from the lines that were claimed for it. The same lines always make the same document.

import { toCents } from '../../../../contract/kit/cents.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { InvoiceKind } from '../../../../contract/papers/invoices.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import type { ClaimedLine } from '../../../money/money.ts'
import { type Before, split } from './amounts.ts'
import type { Category, PartyRow, Period, Terms } from './billing.sql.ts'
import type { Paper } from './shape.ts'

const DAY_MS = 24 * 60 * 60 * 1000
/** How many of a serial's last characters are printed: enough to tell two cards apart, but too few to claim a card with nothing but the document. */
const SERIAL_SHOWN = 4

/** The category of VAT. The database function `vat_category` computes the same (docs/domain.md, Tax treatment). */
export function categoryOf(treatment: string, rate: number): Category {
  if (treatment === 'multi_purpose_voucher') return 'O'
  if (treatment === 'exempt') return 'E'
  if (rate > 0) return 'S'
  return treatment === 'telecom_service' ? 'AE' : 'Z'
}

/** The kind of invoice. With net billing, an exempt document and one outside VAT are of the kind `gross`, which has no column for net amounts. */
const kindOf = (billing: Terms['billing'], category: Category): InvoiceKind => {
  if (billing === 'commission') return 'credit_note'
  if (billing === 'combined') return 'combined'
  return billing === 'gross' || category === 'O' || category === 'E' ? 'gross' : 'net'
}

type Bill = Period & { terms: Terms; issuer: PartyRow; customer: PartyRow; lines: readonly ClaimedLine[]; originals: Paper['originals']; now: Date }

/** The type of a document. A combined bill that contains only refunds is a correction of the documents that it names. */
const typeOf = (isCommission: boolean, rows: readonly { quantity: number }[]): Paper['type_code'] => {
  if (isCommission) return '389'
  return rows.every(({ quantity }) => quantity < 0) ? '384' : '380'
}

/** Makes an invoice. For a customer who earns a commission, it makes a self-billed document, on which the customer is the seller. */
export function invoicePaper({ terms, issuer, customer, lines, originals, now, ...period }: Bill): Paper {
  const isCommission = terms.billing === 'commission'
  const tax = isCommission ? { category: terms.commission_rate > 0 ? ('S' as const) : ('E' as const), rate: terms.commission_rate } : undefined
  const rows = rowsOf(lines, originals, tax)
  const category = rows[0]?.category ?? 'O'
  const [seller, buyer] = isCommission ? [customer, issuer] : [issuer, customer]
  const paper = {
    kind: kindOf(terms.billing, category),
    category,
    type_code: typeOf(isCommission, rows),
    is_self_billed: isCommission,
    prefix: isCommission ? issuer.self_billed_prefix : issuer.invoice_prefix,
    language: terms.language,
    buyer_reference: terms.buyer_reference,
    ...{ seller: { ...partyOf(seller), ustidnr: vatIdOf(seller, rows) }, buyer: partyOf(buyer), originals, footer: issuer.footer },
    ...(issuer.logo && { logo: issuer.logo }),
    ...(terms.pays_later && !isCommission && { payment_code: true }),
    ...(seller.country === 'FR' && { operation_kind: seller.operation_kind, ...(seller.vat_on_debits && category === 'S' && { vat_on_debits: true }) }),
    ...period,
  }
  // Nothing of a commission is left to pay: the customer's balance paid the price with the commission already deducted.
  return totalled(paper, rows, terms.pays_later && !isCommission ? issuer.payment_days : undefined, now)
}

/** The VAT id that the seller has in another country. If all taxed supplies of a document are taxed in that country, the document states this id. */
export const foreignIdOf = ({ foreign_vat_ids }: PartyRow, country: string) =>
  foreign_vat_ids.split(' ').find((id) => id !== '' && id.slice(0, 2) === (country === 'GR' ? 'EL' : country))

function vatIdOf(seller: PartyRow, rows: readonly { country?: string | undefined }[]): string {
  const [country, ...others] = new Set(rows.map((row) => row.country ?? seller.country))
  return (country && others.length === 0 && country !== seller.country && foreignIdOf(seller, country)) || seller.ustidnr
}

type Correction = Period & {
  original: { paper: Paper; invoice_id: string; document_no: string }
  prefix: string
  lines: readonly ClaimedLine[]
  now: Date
  earlier?: readonly Paper[]
}

/**
 * Makes a correction of some lines of an earlier document. Seller and buyer are those printed on the earlier document. `earlier`: the corrections already made
 * of that document; they are counted in, so that once all lines are corrected, the corrections add up to exactly the document's total.
 */
export function correctionPaper({ original: { paper, ...named }, prefix, lines, now, earlier = [], ...period }: Correction): Paper {
  const originals = [{ ...named, issued_on: paper.issued_on }]
  const isCommission = paper.is_self_billed
  const tax = isCommission && paper.lines[0] ? { category: paper.category, rate: paper.lines[0].rate } : undefined
  const rows = rowsOf(lines, originals, tax)
  const { category, language, buyer_reference, seller, buyer, footer, logo, operation_kind, vat_on_debits } = paper
  const kind = paper.kind === 'gross' ? ('gross_reclamation' as const) : ('reclamation' as const)
  const isPaid = paper.prepaid !== 0 || paper.total === 0
  const head = {
    kind,
    category,
    type_code: '384' as const,
    is_self_billed: isCommission,
    prefix,
    language,
    buyer_reference,
    seller,
    buyer,
    originals,
    footer,
    ...(logo && { logo }),
    ...(operation_kind && { operation_kind }),
    ...(vat_on_debits && { vat_on_debits }),
    ...period,
  }
  return totalled(head, rows, isPaid ? undefined : 0, now, earlier)
}

type Cancellation = { original: { paper: Paper; invoice_id: string; document_no: string }; prefix: string; paid: Money; now: Date }

/** Makes the cancellation of a whole document, which has the same lines with the opposite sign. What was paid has to be paid back. */
export function cancellationPaper({ original: { paper, ...named }, prefix, paid, now }: Cancellation): Paper {
  const back = (amount: Money) => 0 - amount
  const issued_on = berlinDay(now)
  const due = back(paid)
  return {
    ...paper,
    kind: paper.kind === 'gross' ? 'gross_reclamation' : 'reclamation',
    type_code: '384',
    ...{ prefix, issued_on, due_on: due === 0 ? null : issued_on, due, prepaid: back(paper.total) - due },
    originals: [{ ...named, issued_on: paper.issued_on }],
    lines: paper.lines.map((line) => ({
      ...line,
      quantity: back(line.quantity),
      ...{ face_total: back(line.face_total), amount_total: back(line.amount_total), net: back(line.net) },
    })),
    taxes: paper.taxes.map((one) => ({ ...one, net: back(one.net), tax: back(one.tax) })),
    ...{ face_total: back(paper.face_total), net: back(paper.net), tax: back(paper.tax), total: back(paper.total) },
  }
}

function rowsOf(
  lines: readonly ClaimedLine[],
  originals: Paper['originals'],
  commission?: { category: Category; rate: number },
): Omit<Paper['lines'][number], 'net'>[] {
  return lines.map(({ product_name, value, price, quantity, vat_treatment, vat_rate, vat_country, refund_id, original_id, sold_at, refunded_at, serial }) => {
    const tax = commission ?? { category: categoryOf(vat_treatment, vat_rate), rate: vat_rate }
    const unit = commission ? value - price : price
    return {
      block: refund_id ? ('refunds' as const) : ('sales' as const),
      ...{ product_name, value, quantity, price: unit },
      discount: Math.max(0, Math.round(((value - price) * 10_000) / (value || 1))),
      face_total: value * quantity,
      amount_total: unit * quantity,
      // Only category S has a rate above 0, which is the rate of the tax that the price includes.
      ...{ category: tax.category, rate: tax.category === 'S' ? tax.rate : 0 },
      ...(!commission && tax.category === 'S' && vat_country !== '' && { country: vat_country }),
      sold_on: sold_at && berlinDay(new Date(sold_at)),
      refunded_on: refunded_at && berlinDay(new Date(refunded_at)),
      original_no: originals.find(({ invoice_id }) => invoice_id === original_id)?.document_no ?? '',
      ...(serial && { serial_end: serial.slice(-SERIAL_SHOWN) }),
    }
  })
}

type Head = Omit<Paper, 'lines' | 'taxes' | 'face_total' | 'net' | 'tax' | 'total' | 'prepaid' | 'due' | 'issued_on' | 'due_on'>

/** The sums, at one tax rate, of the earlier corrections of the same document. */
function saidAt(rate: number, earlier: readonly Paper[]): Before {
  const lines = earlier.flatMap((paper) => paper.lines.filter((line) => line.rate === rate))
  const taxes = earlier.flatMap((paper) => paper.taxes.filter((one) => one.rate === rate))
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  return { exact: sum(lines.map(({ amount_total }) => amount_total)), net: sum(taxes.map(({ net }) => net)), tax: sum(taxes.map(({ tax }) => tax)) }
}

/** Adds the totals to a document. `days`: how many days the customer has for paying; undefined if the balance has paid the document. */
function totalled(
  head: Head,
  rows: readonly Omit<Paper['lines'][number], 'net'>[],
  days: number | undefined,
  now: Date,
  earlier: readonly Paper[] = [],
): Paper {
  const nets = new Map<(typeof rows)[number], number>()
  const rates = [...new Set(rows.map(({ rate }) => rate))].sort((a, b) => b - a)
  const taxes = rates.map((rate) => {
    const own = rows.filter((row) => row.rate === rate)
    const divided = split(
      own.map(({ amount_total }) => amount_total),
      rate,
      saidAt(rate, earlier),
    )
    for (const [i, row] of own.entries()) nets.set(row, divided.nets[i] ?? 0)
    const [country, ...others] = new Set(own.map((row) => row.country))
    return { category: own[0]?.category ?? head.category, rate, net: divided.net, tax: divided.tax, ...(country && others.length === 0 && { country }) }
  })
  const sum = (amounts: readonly number[]) => amounts.reduce((all, amount) => all + amount, 0)
  const [net, tax] = [sum(taxes.map((one) => one.net)), sum(taxes.map((one) => one.tax))]
  const total = net + tax
  const issued_on = berlinDay(now)
  return {
    ...head,
    issued_on,
    due_on: days === undefined ? null : berlinDay(new Date(now.getTime() + days * DAY_MS)),
    lines: rows.map((row) => ({ ...row, net: nets.get(row) ?? 0 })),
    taxes,
    face_total: toCents(sum(rows.map(({ face_total }) => face_total))),
    ...{ net, tax, total, prepaid: days === undefined ? total : 0, due: days === undefined ? 0 : total },
  }
}

function partyOf({
  organisation_id: _,
  payment_days: _days,
  invoice_prefix: _i,
  correction_prefix: _c,
  self_billed_prefix: _s,
  footer: _f,
  foreign_vat_ids: _v,
  uses_oss: _o,
  operation_kind: _k,
  vat_on_debits: _d,
  logo: _l,
  ...party
}: PartyRow) {
  return party
}
