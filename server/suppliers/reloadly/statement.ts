// Reads Reloadly's charges of a day from its report of top-ups.
import type { Money } from '../../../contract/kit/money.ts'
import { berlinDay } from '../../kit/berlin.ts'
import { instantOf } from '../answer-rules.ts'
import { inEuros } from '../rates.ts'
import type { StatementLine } from '../supplier.ts'
import type { Topup } from './answers.ts'
import type { Account } from './prices.ts'

const DAY_MS = 86_400_000

/** Reloadly's times are in UTC, without a zone. */
const atOf = ({ transactionDate }: Topup): Date | undefined => instantOf(`${transactionDate?.replace(' ', 'T')}Z`)

/** Whether a top-up belongs to a day. A top-up with an unreadable time counts as belonging to the day, because it may. */
export const isOfDay = (topup: Topup, day: string): boolean => {
  const at = atOf(topup)
  return at === undefined || berlinDay(at) === day
}

/** The period of whole UTC days that contains a Berlin day. */
export const spanOf = (day: string): { startDate: string; endDate: string } => ({
  startDate: `${new Date(Date.parse(`${day}T00:00:00Z`) - DAY_MS).toISOString().slice(0, 10)} 00:00:00`,
  endDate: `${day} 23:59:59`,
})

/** The period of whole UTC days around a time. */
export const daysAround = (at: Date): { startDate: string; endDate: string } => ({
  startDate: `${new Date(at.getTime() - DAY_MS).toISOString().slice(0, 10)} 00:00:00`,
  endDate: `${new Date(at.getTime() + DAY_MS).toISOString().slice(0, 10)} 23:59:59`,
})

/** What Reloadly charged us for a top-up; undefined if the amount cannot be read or its currency has no rate. */
export function chargedFor(
  { requestedAmount, requestedAmountCurrencyCode: currency, discount, discountCurrencyCode }: Topup,
  account: Account,
): Money | undefined {
  if (!requestedAmount || !currency) return undefined
  const gross = inEuros(requestedAmount, currency, account.rateOf)
  const less = discount ? inEuros(discount, discountCurrencyCode ?? currency, account.rateOf, 'nearest') : 0
  return gross === undefined || less === undefined || less > gross ? undefined : gross - less
}

/** The lines of a top-up: a charge, and a refund if it was refunded. A top-up that is under way or failed has no lines, because it was not charged. */
export function linesOf(topup: Topup, account: Account): (StatementLine | undefined)[] {
  const { status, customIdentifier, transactionId } = topup
  if (status === 'FAILED' || status === 'PROCESSING') return []
  const [at, cost] = [atOf(topup), chargedFor(topup, account) ?? null]
  if (!at) return [undefined]
  const line = { reference: customIdentifier, supplier_reference: transactionId, cost, at }
  return status === 'REFUNDED'
    ? [
        { ...line, is_reversal: false },
        { ...line, is_reversal: true },
      ]
    : [{ ...line, is_reversal: false }]
}
