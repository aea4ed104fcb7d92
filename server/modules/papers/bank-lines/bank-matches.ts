// Chooses the proposal for an incoming transfer among all customers and documents that match it.

import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { type bankLinesList, matchedBy } from '../../../../contract/papers/bank-lines.ts'
import type { Match } from './bank-matches.sql.ts'

export type Proposal = NonNullable<OutputOf<typeof bankLinesList>['content'][number]['proposal']>

/**
 * Whether the match identifies the customer with certainty. That is so if the payer's account has paid for this customer alone. A user name identifies the
 * customer only if the purpose says nothing else, or if the payer's account or name matches too, because some user names are ordinary words.
 */
const isSure = (customer: Match, matches: readonly Match[]): boolean =>
  customer.by === 'iban' ||
  (customer.by === 'username' &&
    (customer.is_whole || matches.some(({ by, customer_id }) => (by === 'iban' || by === 'name') && customer_id === customer.customer_id)))

/** The only customer that these matches point at; undefined if they point at none or at several. */
function onlyCustomer(matches: readonly Match[]): Match | undefined {
  const [first, ...others] = matches
  return others.every(({ customer_id }) => customer_id === first?.customer_id) ? first : undefined
}

/** Drops documents whose number is only a part of another matching number, as 12 is of 123: the payer wrote the longer number. */
const named = (matches: readonly Match[]) =>
  matches.filter(({ document_no }) => !matches.some((other) => other.document_no !== document_no && other.document_no?.includes(document_no ?? '')))

const topUp = ({ by, customer_id, customer_name }: Match, is_certain: boolean): Proposal => ({
  ...{ by, is_certain, customer_id, customer_name, invoice_id: null, document_no: null, open: null },
})

const payment = ({ line_id: _, is_whole: __, ...match }: Match, by: Match['by'], is_certain: boolean): Proposal => ({ ...match, by, is_certain })

/**
 * The proposal for a transfer of this amount. The surest kind of match decides; kinds that match several customers are left out. A document is proposed only if
 * its open amount is at least the transfer's amount. If the customer also has a document of exactly this amount open, a top-up is not certain, because the
 * payer may mean either.
 */
export function proposalOf(amount: Money, matches: readonly Match[]): Proposal | null {
  for (const by of matchedBy) {
    const all = matches.filter((match) => match.by === by)
    const papers = by === 'document_no' ? named(all) : all
    if (by === 'amount') {
      const [only, ...others] = papers
      if (only && others.length === 0) return payment(only, by, false)
      continue
    }
    const customer = onlyCustomer(papers)
    if (!customer) continue
    if (by === 'document_no') {
      const fits = papers.length === 1 && (customer.open ?? 0) >= amount
      return fits ? payment(customer, by, customer.open === amount) : topUp(customer, false)
    }
    const [paper, ...more] = matches.filter((match) => match.by === 'amount' && match.customer_id === customer.customer_id)
    if (paper && more.length === 0) return payment(paper, by, false)
    return topUp(customer, !paper && isSure(customer, matches))
  }
  return null
}
