// The mails to customers about their direct debits: what is collected, and what is not collected after all.
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { Query } from '../../../postgres/db.ts'
import { type Posting, putMessage } from '../../messages/messages/messages.ts'
import { type Creditor, date, euro } from '../invoices/invoices.ts'

export type DebitLine = { customer_id: string; document_no: string; amount: Money; recipient: string; language: Language }

/** One mail for each customer: to whom it goes, and the sum, the day and the invoices that it names. `first`: the first line of this customer. */
function mailsOf<L extends DebitLine>(lines: readonly L[], collect_on: string) {
  return [...new Set(lines.map((line) => line.customer_id))].map((organisation_id) => {
    const own = lines.filter((line) => line.customer_id === organisation_id)
    const first = own[0] as L
    const { recipient, language } = first
    const amount = euro(own.reduce((sum, line) => sum + line.amount, 0))
    const told = own.map((line) => `${line.document_no}: ${euro(line.amount)}`).join('\n')
    return { first, to: { channel: 'email', recipient, language, organisation_id } as const, facts: { amount, day: date(collect_on), lines: told } }
  })
}

type Announced = DebitLine & { mandate_reference: string }

/** Sends each customer one mail that says what is collected, when, and under which mandate; the SEPA rulebook demands this. */
export async function announce(q: Query, posting: Posting, lines: readonly Announced[], collect_on: string, { name, creditor_id }: Creditor): Promise<void> {
  for (const { first, to, facts } of mailsOf(lines, collect_on)) {
    const data = { ...facts, issuer: name, reference: first.mandate_reference, creditor: creditor_id }
    await putMessage(q, posting, { ...to, kind: 'direct_debit_ahead', data })
  }
}

/** Sends each customer one mail that says what is not collected, because an earlier mail announced it. */
export async function tellGivenUp(q: Query, posting: Posting, lines: readonly DebitLine[], collect_on: string, { name }: Creditor): Promise<void> {
  for (const { to, facts } of mailsOf(lines, collect_on))
    await putMessage(q, posting, { ...to, kind: 'direct_debit_given_up', data: { ...facts, issuer: name } })
}
