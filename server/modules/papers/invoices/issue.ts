// Makes the documents of one customer. One transaction claims the lines and numbers the document, so that both happen or neither (decision 0036).

import { fold } from '../../../../contract/kit/fold.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { type invoiceProblems, vatCategories } from '../../../../contract/papers/invoices.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId, newIdAt } from '../../../kit/ids.ts'
import { type ClaimedLine, documentDoors } from '../../../money/money.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Query } from '../../../postgres/db.ts'
import { type Document, documentKind } from '../documents/documents.ts'
import { billedIn, type Category, documentsToCorrect, numbersOf, type PartyRow, type Period, parties, type Terms, termsOf } from './billing.sql.ts'
import { broken, eInvoice } from './en16931.ts'
import { correctionsOf } from './invoices.sql.ts'
import { cancellationPaper, correctionPaper, foreignIdOf, invoicePaper } from './paper.ts'
import { Paper } from './shape.ts'

export type InvoiceProblem = (typeof invoiceProblems)[number]

/** Lines of one category that could not be billed, and the problem that prevents it. */
export type Left = { category: Category; problem: InvoiceProblem; lines: number; amount: Money }

/** Thrown if nothing can be billed for this customer. `left`: set if only the lines of one tax treatment are the problem. */
export class Unbillable extends Error {
  override name = 'Unbillable'
  readonly problem: InvoiceProblem
  readonly left: Left | undefined
  constructor(problem: InvoiceProblem, left?: Left) {
    super(problem)
    this.problem = problem
    this.left = left
  }
}

/** Each kind of document has its own series of numbers, so that whoever reads the documents of one kind sees no gap. */
const kinds = { invoice: documentKind('invoice', Paper), correction: documentKind('correction', Paper), self_billed: documentKind('self_billed', Paper) }
type DocumentKind = keyof typeof kinds

export const paperOf = (q: Query, tenant_id: number, kind: string, invoice_id: string): Promise<Document<Paper> | undefined> =>
  kinds[kind as DocumentKind].find(q, tenant_id, invoice_id)

const DIGITS = 5
/** A circle is the series of numbers between two restores from a backup. After a restore numbers begin at 1 again, and each names its circle, as in R1. */
export const numberText = (prefix: string, { series, circle, number }: { series: string; circle: number; number: number }) =>
  [prefix, series, ...(circle > 0 ? [`R${circle}`] : []), String(number).padStart(DIGITS, '0')].join('-')

/**
 * The series in which a document is numbered: one for each year. Self-billed documents and their corrections have a series for each customer and year, because
 * they are the customer's own documents.
 */
const seriesOf = ({ issued_on, is_self_billed }: Paper, customer_id: string) =>
  [issued_on.slice(0, 4), ...(is_self_billed ? [customer_id.slice(-8).replace(/[a-f]/g, (letter) => LETTERS[letter] ?? '')] : [])].join('-')
const LETTERS: Record<string, string> = { a: 'A', b: 'B', c: 'C', d: 'D', e: 'E', f: 'F' }

export type Billing = Period & { tenant_id: number; issuer_id: string; customer_id: string; run_id: string; user_id: string; now: Date }
export type Made = { invoice_id: string; document_no: string; kind: Paper['kind']; total: number; hash: string }

/** Reads both parties and how the customer is billed. Throws if the customer is not a customer of the issuer. */
async function sidesOf(q: Query, { tenant_id, issuer_id, customer_id }: Billing) {
  const terms = await termsOf(q, tenant_id, issuer_id, customer_id)
  const rows = await parties(q, tenant_id, [issuer_id, customer_id])
  const [issuer, customer] = [issuer_id, customer_id].map((id) => rows.find(({ organisation_id }) => organisation_id === id))
  if (!terms || !issuer || !customer) throw new Unbillable('not_found')
  return { terms, issuer, customer }
}

/**
 * Makes the documents about a customer's purchases in a period, one for each tax treatment, because two treatments may not share a document. A treatment that
 * cannot be billed claims no lines and is reported in `left`; the others are billed. A commission is one document for all treatments, so it is made
 * completely or not at all.
 */
export async function billSales(q: Query, billing: Billing): Promise<{ made: Made[]; left: Left[] }> {
  const sides = await sidesOf(q, billing)
  if (sides.terms.billing === 'commission' && sides.terms.self_billing_agreed_on === null) throw new Unbillable('not_agreed')
  const left: Left[] = []
  for (;;) {
    const categories = vatCategories.filter((category) => !left.some((one) => one.category === category))
    await q.query('savepoint billing', {})
    try {
      const made = await billCategories(q, billing, sides, categories)
      if (made.length + left.length === 0) throw new Unbillable('nothing')
      return { made, left }
    } catch (error) {
      if (!(error instanceof Unbillable) || !error.left) throw error
      await q.query('rollback to savepoint billing', {})
      left.push(error.left)
    }
  }
}

async function billCategories(q: Query, billing: Billing, sides: Sides, categories: readonly Category[]): Promise<Made[]> {
  const isOne = sides.terms.billing === 'commission'
  const one = newIdAt(billing.now)
  const ids = categories.map(() => (isOne ? one : newIdAt(billing.now)))
  const { tenant_id, issuer_id, customer_id, date_from, date_to } = billing
  const claim = { tenant_id, issuer_id, customer_id, date_from, date_to }
  const claimed = await documentDoors.claimSales(q, { ...claim, categories, ids, refunds: sides.terms.billing === 'combined' })
  const made: Made[] = []
  for (const [i, id] of [...new Set(ids)].entries()) {
    const lines = claimed.filter(({ invoice_id }) => invoice_id === id)
    if (lines.length === 0) continue
    const amount = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
    const of = isOne ? undefined : categories[i]
    made.push(
      await billOne(q, billing, sides, id, lines).catch((error: unknown) => {
        if (!(error instanceof Unbillable) || !of) throw error
        throw new Unbillable(error.problem, { category: of, problem: error.problem, lines: lines.length, amount })
      }),
    )
  }
  return made
}

type Sides = { terms: Terms; issuer: PartyRow; customer: PartyRow }

async function billOne(q: Query, billing: Billing, sides: Sides, id: string, lines: readonly ClaimedLine[]): Promise<Made> {
  const { tenant_id, date_from, date_to, now } = billing
  const earlier = [...new Set(lines.flatMap(({ original_id }) => original_id ?? []))]
  const originals = earlier.length > 0 ? await numbersOf(q, tenant_id, earlier) : []
  const paper = invoicePaper({ ...sides, lines, originals, date_from, date_to, now })
  refuseUnproven(paper, sides)
  return put(q, billing, sides.terms.billing === 'commission' ? 'self_billed' : 'invoice', id, paper, lines, null)
}

/**
 * Refuses an invoice that lacks something the law requires: the certificate of a German customer who owes the tax on telephone credit, or the issuer's
 * registration in another country whose rate is charged, unless the issuer uses the one stop shop.
 */
function refuseUnproven({ category, type_code, seller, buyer, taxes, date_to }: Paper, { terms, issuer }: Sides): void {
  if (type_code !== '380') return
  const isHome = seller.country === 'DE' && buyer.country === 'DE'
  if (category === 'AE' && isHome && (terms.resale_certificate_until ?? '') < date_to) throw new Unbillable('certificate_missing')
  const isForeign = ({ country = issuer.country }: Paper['taxes'][number]) => country !== issuer.country
  if (taxes.some((one) => isForeign(one) && !issuer.uses_oss && !foreignIdOf(issuer, one.country ?? ''))) throw new Unbillable('registration_missing')
}

/** Corrects each document of a customer on which sales were refunded in a period. */
export async function billRefunds(q: Query, billing: Billing): Promise<Made[]> {
  const { issuer } = await sidesOf(q, billing)
  const { tenant_id, issuer_id, customer_id, date_from, date_to, now } = billing
  const period = { date_from, date_to }
  const made: Made[] = []
  for (const { invoice_id, document_kind } of await documentsToCorrect(q, { tenant_id, issuer_id, customer_id, ...period })) {
    const id = newIdAt(now)
    const lines = await documentDoors.claimRefunds(q, { tenant_id, issuer_id, original_id: invoice_id, id, ...period })
    const original = await paperOf(q, tenant_id, document_kind, invoice_id)
    const [named] = await numbersOf(q, tenant_id, [invoice_id])
    // Another run has already claimed these lines.
    if (lines.length === 0 || !original || !named) continue
    const earlier = await earlierOf(q, tenant_id, invoice_id)
    const paper = correctionPaper({
      original: { invoice_id, document_no: named.document_no, paper: original.snapshot },
      prefix: issuer.correction_prefix,
      ...{ lines, now, earlier, ...period },
    })
    made.push(await put(q, billing, 'correction', id, paper, lines, invoice_id))
  }
  if (made.length === 0) throw new Unbillable('nothing')
  return made
}

/** The earlier corrections of a document, each of which corrects a part of it. */
async function earlierOf(q: Query, tenant_id: number, invoice_id: string): Promise<Paper[]> {
  const papers = (await correctionsOf(q, tenant_id, invoice_id)).map((one) => paperOf(q, tenant_id, 'correction', one.invoice_id))
  return (await Promise.all(papers)).flatMap((document) => document?.snapshot ?? [])
}

async function put(
  q: Query,
  billing: Billing,
  kind: DocumentKind,
  id: string,
  paper: Paper,
  lines: readonly ClaimedLine[],
  corrects_id: string | null,
): Promise<Made> {
  const { tenant_id, issuer_id, customer_id, run_id, user_id, now } = billing
  const [wrong] = broken(eInvoice(paper, 'not numbered yet'))
  if (wrong) throw new Unbillable(sideOf(wrong.problem, paper))
  const series = seriesOf(paper, customer_id)
  const document = await kinds[kind].put(q, now, { tenant_id, key: newId(), document_id: id, owner_id: issuer_id, series, snapshot: paper, user_id })
  const document_no = numberText(paper.prefix, document)
  const lines_total = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  await documentDoors.putInvoice(q, tenant_id, {
    ...columnsOf(paper, document_no),
    ...{ id, issuer_id, customer_id, corrects_id, run_id, lines: lines.length, lines_total },
  })
  return { invoice_id: id, document_no, kind: paper.kind, total: paper.total, hash: document.hash }
}

type Cancelling = { tenant_id: number; issuer_id: string; user_id: string; invoice_id: string; now: Date }

/** Cancels a document by making another one. Refused with `not_found`, or with `invoice_corrected` if it is a correction or any part of it was corrected. */
export async function cancelInvoice(q: Query, { tenant_id, issuer_id, user_id, invoice_id, now }: Cancelling): Promise<Made> {
  const paid = await documentDoors.lockToCancel(q, tenant_id, issuer_id, invoice_id).catch((error: unknown) => {
    throw refusalOf(error)
  })
  const billed = await billedIn(q, tenant_id, invoice_id)
  const original = billed && (await paperOf(q, tenant_id, billed.document_kind, invoice_id))
  const [issuer] = await parties(q, tenant_id, [issuer_id])
  if (!billed || !original || !issuer) throw new Refusal('not_found')
  const { customer_id, run_id, document_no: no, lines, lines_total } = billed
  const paper = cancellationPaper({ original: { invoice_id, document_no: no, paper: original.snapshot }, prefix: issuer.correction_prefix, paid, now })
  const id = newIdAt(now)
  const series = seriesOf(paper, customer_id)
  const document = await kinds.correction.put(q, now, { tenant_id, key: newId(), document_id: id, owner_id: issuer_id, series, snapshot: paper, user_id })
  const document_no = numberText(paper.prefix, document)
  await documentDoors.putCancellation(q, tenant_id, {
    ...columnsOf(paper, document_no),
    ...{ id, issuer_id, customer_id, corrects_id: invoice_id, run_id, lines, lines_total: 0 - lines_total },
  })
  return { invoice_id: id, document_no, kind: paper.kind, total: paper.total, hash: document.hash }
}

/** The columns of a document's row. Lists show them. */
function columnsOf(paper: Paper, document_no: string) {
  const { kind, category, date_from, date_to, issued_on, due_on, net, tax, total, due, seller, buyer } = paper
  const search = fold(`${document_no} ${seller.name} ${buyer.name}`)
  return { kind, category, document_no, date_from, date_to, issued_on, due_on, net, tax, total, due, search }
}

/**
 * On a self-billed document the customer is the seller. So a problem of the seller is reported as the customer's, and a problem of the buyer as the issuer's.
 */
function sideOf(problem: InvoiceProblem, { is_self_billed }: Paper): InvoiceProblem {
  if (!is_self_billed) return problem
  const other: Partial<Record<InvoiceProblem, InvoiceProblem>> = {
    issuer_incomplete: 'customer_incomplete',
    customer_incomplete: 'issuer_incomplete',
    issuer_vat_id_missing: 'customer_vat_id_missing',
    customer_vat_id_missing: 'issuer_vat_id_missing',
  }
  return other[problem] ?? problem
}
