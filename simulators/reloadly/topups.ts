// Top-ups in Reloadly's books: ordered under the caller's identifier, ended after a time, found again by a report; and the account from which they are paid.
import { moneyText } from '../../contract/kit/money.ts'
import { endingOf, isNumber } from '../endings.ts'
import { serial } from '../kit/serial.ts'
import type { ShopRequest, Stage } from '../kit/shop.ts'
import { exactly, objectIn, type SimulatedAnswer } from '../kit/simulator.ts'
import { amountOf, exact, type Problems, paged, spaced } from './answers.ts'
import { OPERATORS, type Operator } from './operators.ts'

type Status = 'SUCCESSFUL' | 'PROCESSING' | 'REFUNDED' | 'FAILED'
type Topup = {
  id: number
  identifier: string
  operator: Operator
  number: string
  status: Status
  amount: number
  discount: number
  pin: string | null
  at: Date
  ends_at: Date
  fails: boolean
}

export function createTopups({ now, note, random, recalls }: Stage, { problem, spring }: Problems) {
  const topups = new Map<string, Topup>()
  let [balance, currency] = [amountOf('5000'), 'EUR']

  const noted = (topup: Topup, event: 'created' | 'delivered' | 'refused' | 'reversed') =>
    note({ event, reference: topup.identifier, supplier_reference: String(topup.id), amount: moneyText(topup.amount - topup.discount) })

  function settled(topup: Topup): Topup {
    if (topup.status !== 'PROCESSING' || topup.ends_at > now()) return topup
    topup.status = topup.fails ? 'REFUNDED' : 'SUCCESSFUL'
    if (topup.fails) balance += topup.amount - topup.discount
    noted(topup, topup.fails ? 'refused' : 'delivered')
    return topup
  }

  const pinOf = ({ pin, id }: Topup) => ({
    ...{ serial: exactly(String(558_000 + id)), info1: 'DIAL *611', info2: 'Enter the code', info3: null, value: null },
    ...{ code: exactly(pin ?? ''), ivr: '1-888-888-8888', validity: '30 days' },
  })
  const shown = (topup: Topup) => ({
    ...{ transactionId: topup.id, status: topup.status, customIdentifier: topup.identifier, recipientPhone: topup.number, recipientEmail: null },
    ...{ operatorTransactionId: topup.status === 'SUCCESSFUL' ? `77${topup.id}:OrderConfirmed` : null, senderPhone: null },
    ...{ countryCode: topup.operator.country, operatorId: topup.operator.id, operatorName: topup.operator.name },
    ...{ discount: exact(topup.discount), discountCurrencyCode: currency, requestedAmount: exact(topup.amount), requestedAmountCurrencyCode: currency },
    ...{ deliveredAmount: Number(topup.operator.fx) * (topup.amount / 10_000), deliveredAmountCurrencyCode: topup.operator.currency },
    ...{ transactionDate: spaced(topup.at), pinDetail: topup.pin && topup.status === 'SUCCESSFUL' ? pinOf(topup) : null },
    balanceInfo: { oldBalance: exact(balance + topup.amount - topup.discount), newBalance: exact(balance), currencyCode: currency, updatedAt: spaced(now()) },
  })

  const sells = ({ fixed, range }: Operator, amount: number) =>
    fixed ? fixed.some((one) => amountOf(one) === amount) : range !== null && amount >= amountOf(range[0]) && amount <= amountOf(range[1])

  function order({ text }: ShopRequest): SimulatedAnswer {
    const fields = objectIn(text)
    const { number = '' } = (fields.recipientPhone ?? {}) as { number?: string }
    const [identifier, amount] = [String(fields.customIdentifier ?? ''), amountOf(fields.amount)]
    const operator = OPERATORS.find(({ id }) => id === fields.operatorId)
    if (topups.has(identifier)) return problem(400, 'DUPLICATE_CUSTOM_IDENTIFIER', 'The custom identifier was used before')
    if (!operator) return spring(404, 'Not Found')
    if (!isNumber(`+${number}`)) return problem(400, 'INVALID_RECIPIENT_PHONE', `The number ${number} is not valid`)
    if (!sells(operator, amount)) return problem(400, 'INVALID_AMOUNT_FOR_OPERATOR', 'The amount is not sold')
    const discount = Math.floor((amount * amountOf(operator.discount)) / 1_000_000)
    if (amount - discount > balance) return problem(400, 'INSUFFICIENT_BALANCE', 'The balance is too low')
    return { status: 200, body: shown(taken(identifier, operator, number, amount, discount)) }
  }

  function taken(identifier: string, operator: Operator, number: string, amount: number, discount: number): Topup {
    const { after_ms, fails } = endingOf(number)
    const isSlow = after_ms > 1_000
    const topup: Topup = {
      ...{ id: 4_602_843 + serial(), identifier, operator, number, amount, discount, at: now(), fails: fails !== null },
      ...{ status: isSlow ? 'PROCESSING' : 'SUCCESSFUL', ends_at: new Date(now().getTime() + after_ms) },
      pin: operator.pin ? `00${Array.from({ length: 14 }, () => Math.floor(random() * 10)).join('')}` : null,
    }
    topups.set(identifier, topup)
    balance -= amount - discount
    noted(topup, isSlow ? 'created' : 'delivered')
    return topup
  }

  function report({ query }: ShopRequest): SimulatedAnswer {
    const [identifier, from, to] = [query.get('customIdentifier'), query.get('startDate'), query.get('endDate')]
    const rows = [...topups.values()].map(settled).filter((topup) => {
      const at = spaced(topup.at)
      return (!identifier || (topup.identifier === identifier && recalls(topup.at))) && (!from || at >= from) && (!to || at <= to)
    })
    return paged(rows.map(shown), query)
  }

  function tune(settings: Readonly<Record<string, unknown>>): void {
    if (settings.balance !== undefined) balance = amountOf(settings.balance)
    if (settings.currency !== undefined) currency = String(settings.currency)
    const late = topups.get(String(settings.succeed ?? settings.refund))
    if (!late || late.status === 'PROCESSING') return
    late.status = settings.succeed ? 'SUCCESSFUL' : 'REFUNDED'
    balance += (settings.succeed ? -1 : 1) * (late.amount - late.discount)
    noted(late, settings.succeed ? 'delivered' : 'reversed')
  }

  return {
    order,
    report,
    named(of: string | undefined): SimulatedAnswer {
      const topup = [...topups.values()].find(({ id }) => String(id) === of)
      return topup ? { status: 200, body: shown(settled(topup)) } : spring(404, 'Not Found')
    },
    account: () => ({ balance: exact(balance), currencyCode: currency, currencyName: currency, updatedAt: spaced(now()) }),
    currency: () => currency,
    tune,
  }
}
