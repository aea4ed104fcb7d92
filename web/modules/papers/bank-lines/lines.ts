// What a transfer can be booked as, and which calls have to be read again afterwards.
import type { Input } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'

export type Line = Row<'bankLinesList'>
export type Target = Input<'bankLineBook'>

/** Calls that show a transfer, a balance or the open amount of a document. They are read again after every booking, even after a failed one. */
export const showsBooking = [
  ...(['bankLinesList', 'authCheck', 'balance', 'customersListShort', 'customersList', 'customerDetails', 'dashboard'] as const),
  ...(['walletRecent', 'walletHistory', 'creditRequestsList', 'invoicesList', 'invoiceReport'] as const),
  ...(['collectionsList', 'collectionLines', 'collectionPreview'] as const),
]

/** Names a transfer in a button or message: its payer and amount. */
export const nameOf = ({ name, amount }: Line): string => [name, format.money(amount)].filter(Boolean).join(' · ')

/**
 * Returns what a transfer is booked as without a choice: as the credit of a collection, or as what is proposed. Undefined if that is not certain, or if it pays
 * documents and this user may not note payments.
 */
export function certainOf({ line_id, amount, state, proposal, collection_id, expected }: Line, mayPay: boolean): Target | undefined {
  if (state !== 'open') return undefined
  if (collection_id !== null) return mayPay && expected === amount ? { line_id, collection_id } : undefined
  if (!proposal?.is_certain) return undefined
  const { invoice_id, customer_id } = proposal
  if (invoice_id === null) return { line_id, customer_id }
  return mayPay ? { line_id, invoice_id } : undefined
}
