// What each rule of the money check is about: the kind of row that its findings name, and whether a finding casts doubt on sales figures.
import type * as z from 'zod/mini'
import type { FindingKind, Finding as FindingShape } from '../../../../contract/papers/books.ts'

/** A finding as a run stores it. `counts`: whether the finding casts doubt on the sales figures of its days (figures/agreement.ts). */
export type KeptFinding = z.output<typeof FindingShape> & { counts: boolean }

/** The kind of row that a rule's findings name, looked up by the beginning of the rule's name. If several beginnings match, the longest counts. */
const beginnings: Readonly<Record<string, FindingKind>> = {
  sale_: 'sale',
  copies_: 'sale',
  refund: 'refund',
  cancelled_ticket: 'refund',
  repayment_: 'transfer',
  running_balance: 'transfer',
  transfer_: 'transfer',
  payment_: 'transfer',
  payment_is: 'sale',
  correction_: 'transfer',
  debt_: 'transfer',
  booking_: 'transfer',
  wallet_: 'wallet',
  spent_: 'wallet',
  held_: 'wallet',
  auto_credit: 'wallet',
  limit_is: 'wallet',
  limit_change: 'limit',
  limit_day: 'limit',
  key_: 'key',
  request_: 'request',
  hold_: 'hold',
  order_: 'hold',
  deliveries_: 'hold',
  batch_: 'batch',
  head: 'batch',
  sealed_: 'batch',
  stock_moves: 'batch',
  pin: 'pin',
  dead_pin: 'pin',
  blocked_: 'pin',
  document_: 'document',
  z_: 'document',
  series_: 'series',
  figures_: 'figures',
  moved_: 'figures',
  sold_tally: 'tally',
  booked_: 'tally',
  stock_tally: 'tally',
  tallies_: 'tally',
  closed_: 'period',
  claim_: 'claim',
  claims_: 'claim',
  accepted_claim: 'claim',
  shift_: 'shift',
  invoices_: 'invoice',
  unbilled_: 'invoice',
  customers_: 'organisation',
  organisation_: 'organisation',
  audit_: 'audit',
}
const known = Object.keys(beginnings).sort((a, b) => b.length - a.length)

export const kindOf = (rule: string): FindingKind => beginnings[known.find((beginning) => rule.startsWith(beginning)) ?? ''] ?? 'other'

/** The kinds of rows from which sales figures are added up, directly or by way of a roll-up. */
const counting: readonly FindingKind[] = ['sale', 'refund', 'transfer', 'figures', 'period']
export const spoilsFigures = (kind: FindingKind): boolean => counting.includes(kind)
