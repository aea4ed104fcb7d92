// What a transfer can be booked as, and which calls have to be read again afterwards.
import type { Input } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'

export type Line = Row<'bankLinesList'>
export type Proposal = NonNullable<Line['proposal']>
export type Target = Input<'bankLineBook'>

/** Calls that show a transfer, a balance or the open amount of a document. They are read again after every booking, even after a failed one. */
export const showsBooking = [
  ...(['bankLinesList', 'authCheck', 'balance', 'customersListShort', 'customersList', 'customerDetails', 'dashboard'] as const),
  ...(['walletRecent', 'walletHistory', 'creditRequestsList', 'invoicesList', 'invoiceReport'] as const),
]

/** Names a transfer in a button or message: its payer and amount. */
export const nameOf = ({ name, amount }: Line): string => [name, format.money(amount)].filter(Boolean).join(' · ')

/** Returns what is booked if the user accepts the proposal. */
export const targetOf = (line_id: string, { invoice_id, customer_id }: Proposal): Target =>
  invoice_id === null ? { line_id, customer_id } : { line_id, invoice_id }

/** Returns the proposal if it can be booked without a choice; undefined if it is not certain, or if it is a document and this user may not note payments. */
export function certainOf({ state, proposal }: Line, mayPay: boolean): Proposal | undefined {
  if (state !== 'open' || !proposal?.is_certain) return undefined
  return proposal.invoice_id === null || mayPay ? proposal : undefined
}
