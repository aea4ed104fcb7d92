// What can be booked of an incoming transfer, and which answers change when it is.
import type { Input } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'

export type Line = Row<'bankLinesList'>
export type Proposal = NonNullable<Line['proposal']>
export type Target = Input<'bankLineBook'>

/** Calls that show a transfer, a balance or what is open of a document: read again after every booking, also a failed one. */
export const showsBooking = [
  ...(['bankLinesList', 'authCheck', 'balance', 'customersListShort', 'customersList', 'customerDetails', 'dashboard'] as const),
  ...(['walletRecent', 'walletHistory', 'creditRequestsList', 'invoicesList', 'invoiceReport'] as const),
]

/** A transfer as a button or message names it: its payer and amount. */
export const nameOf = ({ name, amount }: Line): string => [name, format.money(amount)].filter(Boolean).join(' · ')

/** What is booked if the proposal is taken. */
export const targetOf = (line_id: string, { invoice_id, customer_id }: Proposal): Target =>
  invoice_id === null ? { line_id, customer_id } : { line_id, invoice_id }

/** The proposal that can be booked without choosing; undefined if there is none, or if this user may not note payments of documents. */
export function certainOf({ state, proposal }: Line, mayPay: boolean): Proposal | undefined {
  if (state !== 'open' || !proposal?.is_certain) return undefined
  return proposal.invoice_id === null || mayPay ? proposal : undefined
}
