// The test's own expectations of the invoices: which sale is on which invoice, once for each customer; whole cents by tax rate, tax included. The expected
// amounts are entered in the test's own book as invoice, settlement and payment.
import { newId } from '../../kit/ids.ts'
import { goOn } from '../../modules/papers/invoices/runs.ts'
import { cents, type Entry, type Name, PARENT, type Posting } from './book.ts'
import { amountOf, listOf, type Row, type User } from './people.ts'
import type { Trade } from './trade.ts'

type Period = { date_from: string; date_to: string }
/** Amounts in cents by tax rate. */
type Sums = Map<string, number>
export type Paper = {
  issuer: Name
  customer: Name
  kind: 'invoice' | 'correction'
  sums: Sums
  /** The invoice's lines: how many pieces of each sale (by its id), in the order of the book. */
  sales: Map<string, number>
  corrects: Paper | null
  invoice_id: string
  document_no: string
}

/** Rates in hundredths of a percent. Goods outside VAT have no rate, and neither has telephony, for which the reselling buyer owes the tax. */
export const RATES: Record<string, number> = { full: 1_900, reduced: 700, outside: 0, telephony: 0 }
const CIRCLES = ['taxed', 'outside', 'telephony'] as const
/** The invoice on which an entry is put, by its tax treatment: the full and the reduced rate share one. */
const circleOf = ({ vat = '' }: Entry) => (vat === 'full' || vat === 'reduced' ? 'taxed' : vat)
export const netOf = (rate: string, total: number): number => {
  const net = Math.round((Math.abs(total) * 10_000) / (10_000 + (RATES[rate] ?? 0)))
  return total < 0 ? 0 - net : net
}
export const totalOf = ({ sums }: Paper): number => [...sums.values()].reduce((all, one) => all + one, 0)
export const nets = ({ sums }: Paper): number => [...sums].reduce((all, [rate, total]) => all + netOf(rate, total), 0)

export class Papers {
  readonly made: Paper[] = []
  private readonly trade: Trade
  private readonly services: Parameters<typeof goOn>[0]
  /** Customers who pay their invoices later, by bank transfer. */
  private readonly later = new Set<Name>()
  /** Customers whose next invoice contains refunds of earlier invoices. */
  private readonly combined = new Set<Name>()
  private readonly corrected = new Map<string, Paper>()

  constructor(trade: Trade, services: Parameters<typeof goOn>[0]) {
    this.trade = trade
    this.services = services
  }

  async terms(customer: Name, terms: Row): Promise<void> {
    const { people } = this.trade
    await people.done(PARENT[customer] as User, '/update_invoice_terms/', { customer_id: people.ids[customer], ...terms })
    if (terms.pays_later === 1) this.later.add(customer)
    if (terms.billing === 'combined') this.combined.add(customer)
  }

  /** The price that a customer pays its issuer for one piece of an entry; 0 if the customer does not buy it from this issuer. */
  private priceOf({ postings }: Entry, issuer: Name, customer: Name): number {
    const cost = postings.find(({ org, account, other }) => org === customer && account === 'cost' && other === issuer)
    return cost?.quantity ? cost.amount / cost.quantity : 0
  }

  private ofCustomer(issuer: Name, customer: Name, kind: 'sale' | 'refund', { date_from, date_to }: Period): Entry[] {
    return this.trade.book.entries.filter(
      (entry) => entry.kind === kind && entry.day >= date_from && entry.day <= date_to && this.priceOf(entry, issuer, customer) !== 0,
    )
  }

  private paperOf = (customer: Name, sale_id = '') =>
    this.made.find((paper) => paper.customer === customer && paper.kind === 'invoice' && paper.sales.has(sale_id))

  /** Returns the entries with pieces that are not invoiced yet; pieces that were refunded before are left out. */
  unbilled(issuer: Name, customer: Name, period: Period): { entry: Entry; pieces: number; amount: number }[] {
    const { entries } = this.trade.book
    return this.ofCustomer(issuer, customer, 'sale', period).flatMap((entry) => {
      if (this.paperOf(customer, entry.sale_id)) return []
      const sold = entry.postings.find(({ account }) => account === 'drawer')?.quantity ?? 0
      const pieces = sold - entries.filter(({ kind, sale_id }) => kind === 'refund' && sale_id === entry.sale_id).length
      return pieces > 0 ? [{ entry, pieces, amount: pieces * this.priceOf(entry, issuer, customer) }] : []
    })
  }

  /** Returns the refunds of invoiced pieces that are not on a correction yet, with their invoices. */
  uncorrected(issuer: Name, customer: Name, period: Period): { entry: Entry; paper: Paper; amount: number }[] {
    return this.ofCustomer(issuer, customer, 'refund', period).flatMap((entry) => {
      const paper = this.paperOf(customer, entry.sale_id)
      if (!paper || this.corrected.has(`${customer} ${entry.id}`) || this.wasBefore(entry, paper)) return []
      return [{ entry, paper, amount: this.priceOf(entry, issuer, customer) }]
    })
  }
  /** Whether a refund was made before its sale was invoiced, so that the invoice has fewer pieces. */
  private wasBefore({ sale_id = '' }: Entry, { sales }: Paper): boolean {
    const sale = this.trade.book.entries.find((one) => one.kind === 'sale' && one.sale_id === sale_id)
    const sold = sale?.postings.find(({ account }) => account === 'drawer')?.quantity ?? 0
    const back = this.trade.book.entries.filter((one) => one.kind === 'refund' && one.sale_id === sale_id).length
    return (sales.get(sale_id) ?? 0) + back <= sold && (sales.get(sale_id) ?? 0) < sold
  }

  private enter(paper: Paper): void {
    this.made.push(paper)
    const { issuer: org, customer: other, sums } = paper
    const postings = [...sums].flatMap(([rate, total]): Posting[] => [
      { org, account: 'net', amount: -100 * netOf(rate, total), other, rate },
      { org, account: 'tax', amount: -100 * (total - netOf(rate, total)), other, rate },
    ])
    const owed: Posting = { org, account: 'debtor', amount: 100 * totalOf(paper), other }
    this.trade.post({ kind: 'paper', id: paper.document_no, postings: [owed, ...postings] })
    if (this.later.has(other)) return
    const settled: Posting[] = [
      { ...owed, amount: 0 - owed.amount },
      { org, account: 'balances', amount: owed.amount, other },
    ]
    this.trade.post({ kind: 'payment', id: paper.document_no, postings: settled })
  }

  /** Runs an issuer's invoicing for some of its customers, and compares each result at once. */
  async bill(issuer: Name, customers: readonly Name[], period: Period): Promise<void> {
    const due = customers.map((customer) => ({ customer, papers: this.due(issuer, customer, period) }))
    await this.run(issuer, customers, period, '/generate_invoices_with_customer_ids/', due)
  }

  private due(issuer: Name, customer: Name, period: Period): Paper[] {
    const lines = this.unbilled(issuer, customer, period)
    const back = this.combined.has(customer) ? this.uncorrected(issuer, customer, { ...period, date_from: '2000-01-01' }) : []
    return CIRCLES.flatMap((circle) => {
      const mine = lines.filter(({ entry }) => circleOf(entry) === circle)
      if (mine.length === 0) return []
      const exact: Sums = new Map()
      const add = (rate: string, amount: number) => exact.set(rate, (exact.get(rate) ?? 0) + amount)
      for (const { entry, amount } of mine) add(entry.vat ?? '', amount)
      const paper: Paper = this.blank(issuer, customer, 'invoice', new Map(mine.map(({ entry, pieces }) => [entry.sale_id ?? '', pieces])))
      for (const { entry, amount } of back.filter((one) => circleOf(one.entry) === circle)) {
        add(entry.vat ?? '', 0 - amount)
        this.corrected.set(`${customer} ${entry.id}`, paper)
      }
      for (const [rate, amount] of exact) paper.sums.set(rate, cents(amount))
      return [paper]
    })
  }

  private blank = (issuer: Name, customer: Name, kind: Paper['kind'], sales: Map<string, number>, corrects: Paper | null = null): Paper => ({
    ...{ issuer, customer, kind, sales, corrects, sums: new Map(), invoice_id: '', document_no: '' },
  })

  /** Makes a correction for each invoice with refunds: for each tax rate the sum of all refunds so far, rounded to the cent, less earlier corrections. */
  async correct(issuer: Name, customers: readonly Name[], period: Period): Promise<void> {
    const due = customers.map((customer) => {
      const back = this.uncorrected(issuer, customer, period)
      const papers = [...new Set(back.map(({ paper }) => paper))].map((paper) => {
        const correction = this.blank(issuer, customer, 'correction', new Map(), paper)
        for (const { entry } of back.filter((one) => one.paper === paper)) this.corrected.set(`${customer} ${entry.id}`, correction)
        for (const rate of paper.sums.keys()) {
          const all = this.ofCustomer(issuer, customer, 'refund', { ...period, date_from: '2000-01-01' }).filter(
            (entry) =>
              entry.vat === rate && [...this.made, correction].some((one) => one === this.corrected.get(`${customer} ${entry.id}`) && one.corrects === paper),
          )
          const until = cents(all.reduce((sum, entry) => sum + this.priceOf(entry, issuer, customer), 0))
          const before = this.made.filter((one) => one.corrects === paper).reduce((sum, one) => sum - (one.sums.get(rate) ?? 0), 0)
          if (until - before !== 0) correction.sums.set(rate, before - until)
        }
        return correction
      })
      return { customer, papers }
    })
    await this.run(issuer, customers, period, '/generate_reclamation_invoices_with_customer_ids/', due)
  }

  private async run(issuer: Name, customers: readonly Name[], period: Period, path: string, due: { customer: Name; papers: Paper[] }[]): Promise<void> {
    const { people, said } = this.trade
    const user = issuer as User
    const { run_id } = await people.done(user, path, { ...period, customer_ids: customers.map((name) => people.ids[name]) })
    await goOn(this.services, 1, String(run_id))
    const results = listOf(await people.done(user, '/view_invoice_run/', { run_id }), 'results')
    for (const { customer, papers } of due) {
      const result = results.find(({ customer_id }) => customer_id === people.ids[customer])
      const documents = listOf(result, 'documents').map((one) => ({ ...one, cents: amountOf(one.total) / 100 }) as Row & { cents: number })
      const [got, own] = [documents.map((one) => one.cents), papers.map(totalOf)].map((all) => all.sort((a, b) => a - b))
      said.same(`${path} for ${customer}`, [result?.problem ?? null, got], [papers.length > 0 ? null : 'nothing', own])
      for (const paper of papers) {
        const document = documents.find((one) => one.cents === totalOf(paper) && !this.made.some(({ invoice_id }) => invoice_id === one.invoice_id))
        this.enter(Object.assign(paper, { invoice_id: String(document?.invoice_id), document_no: String(document?.document_no) }))
      }
    }
  }

  /** Records a payment by transfer; a negative amount takes back a wrong entry. */
  async pay(paper: Paper, amount: number, paid_on: string): Promise<void> {
    const { people, said, book } = this.trade
    const { issuer: org, customer: other } = paper
    const before = book.sum(org, 'debtor', ({ id }) => id === paper.document_no)
    const asked = { payment_id: newId(), invoice_id: paper.invoice_id, amount: (amount / 100).toFixed(2), paid_on }
    const { open } = await people.done(org as User, '/note_invoice_payment/', asked)
    said.same('what is left to pay', amountOf(open), before - 100 * amount)
    const postings: Posting[] = [
      { org, account: 'bank', amount: 100 * amount, other },
      { org, account: 'debtor', amount: -100 * amount, other },
    ]
    this.trade.post({ kind: 'payment', id: paper.document_no, postings })
  }
}
