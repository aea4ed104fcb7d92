// The module's public interface: tells in advance why documents could not be made for a customer, and records payments.

import type { SignedIn } from '../../../kit/actor.ts'
import { documentDoors, type Payment } from '../../../money/money.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Query } from '../../../postgres/db.ts'
import type { PartyRow } from './billing.sql.ts'
import type { InvoiceProblem } from './issue.ts'
import { settingsOf } from './settings.sql.ts'

export { datevOf } from './bookings.ts'
export { date, euro } from './layout.ts'
export { documentsBetween, drawnFiles, filesOf, type PeriodDocument } from './month.ts'
export { goOn, invoiceJobs } from './runs.ts'

const isComplete = (party: PartyRow | undefined) =>
  party !== undefined && [party.name, party.address, party.postal, party.city, party.country].every((part) => part !== '')

/** The problem that has to be solved before any document can be made for these two parties; null if their data have no such problem. */
export function problemAhead(issuer: PartyRow | undefined, customer: PartyRow | undefined): InvoiceProblem | null {
  if (!isComplete(issuer) || !issuer || issuer.ustidnr + issuer.stnr + issuer.hrb === '') return 'issuer_incomplete'
  return isComplete(customer) ? null : 'customer_incomplete'
}

/**
 * Records a payment; a second call with the same id records nothing. Refused with `not_found`, `key_reused`, or `amount_out_of_range` if the total paid would
 * not lie between 0 and the amount due, if the amount is 0 or not in whole cents, or if the document was cancelled.
 */
export async function notePayment(q: Query, payment: Payment): Promise<void> {
  try {
    await documentDoors.notePayment(q, payment)
  } catch (error) {
    throw refusalOf(error)
  }
}

/** The name and account with which an organisation collects direct debits. */
export type Creditor = { name: string; iban: string; bic: string; creditor_id: string; prenotification_days: number; isComplete: boolean }

export async function creditorOf(q: Query, { tenant_id, organisation_id, organisation_name }: SignedIn): Promise<Creditor> {
  const { legal_name, iban, bic, creditor_id, prenotification_days } = await settingsOf(q, tenant_id, organisation_id)
  return { name: legal_name || organisation_name, iban, bic, creditor_id, prenotification_days, isComplete: iban !== '' && creditor_id !== '' }
}
