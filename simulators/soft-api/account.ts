// The account from which orders are paid, and its statement: each line is a charge or a refund.
import { moneyText, parseMoney } from '../../contract/kit/money.ts'
import { berlinDay } from '../kit/shop.ts'

type Charged = { order_id: string; client_ref: string; cost: number }
type Line = { order_id: string; client_ref: string; kind: 'order' | 'cancellation'; cost: string; currency: string; at: string }

/** Reads an amount of the simulator's own lists, where every amount is well-formed. */
export const amountOf = (text: unknown): number => parseMoney(String(text)) ?? 0

export function createAccount(now: () => Date) {
  const lines: Line[] = []
  let balance = amountOf('5000')
  return {
    balance: () => balance,
    set(amount: number): void {
      balance = amount
    },
    charge({ order_id, client_ref, cost }: Charged, kind: Line['kind']): void {
      balance += kind === 'order' ? -cost : cost
      lines.push({ order_id, client_ref, kind, cost: moneyText(cost), currency: 'EUR', at: now().toISOString() })
    },
    linesOf: (day: string | null) => lines.filter(({ at }) => berlinDay(new Date(at)) === day),
  }
}
