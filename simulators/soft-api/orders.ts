// Orders of the neutral format, which is the interface of the supplier "soft-api": a PIN is delivered immediately, a recharge after a while.
import { moneyText } from '../../contract/kit/money.ts'
import { endingOf, isNumber } from '../endings.ts'
import { serial } from '../kit/serial.ts'
import type { ShopRequest, Stage } from '../kit/shop.ts'
import { objectIn, type SimulatedAnswer } from '../kit/simulator.ts'
import { amountOf, createAccount } from './account.ts'
import type { Sold } from './catalogue.ts'

type Order = {
  order_id: string
  client_ref: string
  status: 'completed' | 'pending' | 'failed' | 'cancelled'
  mode: string
  pin: string | null
  is_used: boolean
  cost: number
  value: string
  at: Date
  ends_at: Date
  fails: string | null
}

const HOUR = 3_600_000
const CANCEL_MS = 5 * 60_000
export const problem = (status: number, code: string, number: number, param: string | null = null): SimulatedAnswer => ({
  status,
  body: { error: { code, message: code.replaceAll('_', ' '), number, param } },
})

export function createOrders({ now, note, random, recalls }: Stage, products: readonly Sold[]) {
  const orders = new Map<string, Order>()
  const account = createAccount(now)

  const noted = (order: Order, event: 'created' | 'delivered' | 'refused' | 'cancelled') =>
    note({ event, reference: order.client_ref, supplier_reference: order.order_id, amount: moneyText(order.cost) })

  /** Ends the order if the time of its end has come, and returns the order. */
  function settled(order: Order): Order {
    if (order.status !== 'pending' || order.ends_at > now()) return order
    order.status = order.fails ? 'failed' : 'completed'
    noted(order, order.fails ? 'refused' : 'delivered')
    if (order.fails) account.charge(order, 'cancellation')
    return order
  }

  const shown = (order: Order, isFirst = false) => orderWire(order, account.balance(), isFirst ? now() : null)

  function order(asked: ShopRequest): SimulatedAnswer {
    const fields = objectIn(asked.text)
    const client_ref = String(fields.client_ref ?? '')
    if (!client_ref || asked.headers['idempotency-key'] !== client_ref) return problem(400, 'invalid_param', 119, 'client_ref')
    if (orders.has(client_ref)) return problem(409, 'duplicate_client_ref', 100)
    if (fields.quantity !== 1) return problem(400, 'invalid_param', 119, 'quantity')
    const product = products.find(({ denominations }) => denominations.some(({ denomination_id }) => denomination_id === fields.denomination_id))
    const found = product?.denominations.find(({ denomination_id }) => denomination_id === fields.denomination_id)
    const mode = fields.mode === 'recharge' ? 'recharge' : 'pin'
    if (!product || !found || (product.delivery !== 'both' && product.delivery !== mode)) return problem(404, 'product_not_available', 110)
    if (!found.in_stock) return problem(409, 'out_of_stock', 109)
    if (mode === 'recharge' && !isNumber(String(fields.msisdn))) return problem(400, 'msisdn_invalid', 120, 'msisdn')
    const cost = amountOf(found.cost)
    if (cost > account.balance()) return problem(402, 'insufficient_balance', 3144)
    return { status: 201, body: shown(taken({ client_ref, mode, cost, value: found.value, number: String(fields.msisdn), digits: product.pin_length }), true) }
  }

  function taken(made: { client_ref: string; mode: string; cost: number; value: string; number: string; digits: number }): Order {
    const ending = made.mode === 'recharge' ? endingOf(made.number) : { after_ms: 0, fails: null }
    const pin = Array.from({ length: made.digits - 1 }, () => Math.floor(random() * 10)).join('')
    const at = now()
    const { client_ref, mode, cost, value } = made
    const order: Order = {
      ...{ order_id: String(700_001 + serial()), client_ref, mode, cost, value, at, is_used: false, fails: ending.fails },
      ...{ status: mode === 'pin' ? 'completed' : 'pending', pin: mode === 'pin' ? `0${pin}` : null, ends_at: new Date(at.getTime() + ending.after_ms) },
    }
    orders.set(client_ref, order)
    account.charge(order, 'order')
    noted(order, mode === 'pin' ? 'delivered' : 'created')
    return order
  }

  function cancel({ parts }: ShopRequest): SimulatedAnswer {
    const found = [...orders.values()].find(({ order_id }) => order_id === parts.order_id)
    if (!found) return problem(404, 'order_not_found', 106)
    const order = settled(found)
    if (order.status === 'cancelled') return { status: 200, body: { status: 'cancelled' } }
    if (order.is_used) return problem(409, 'pin_already_used', 3155)
    if (order.mode !== 'pin' || now().getTime() - order.at.getTime() > CANCEL_MS) return problem(409, 'cancel_too_late', 3158)
    order.status = 'cancelled'
    account.charge(order, 'cancellation')
    noted(order, 'cancelled')
    return { status: 200, body: { status: 'cancelled' } }
  }

  function tune({ balance, use, succeed }: Readonly<Record<string, unknown>>): void {
    if (balance !== undefined) account.set(amountOf(balance))
    const used = orders.get(String(use))
    if (used) used.is_used = true
    const late = orders.get(String(succeed))
    if (late?.status === 'failed') {
      late.status = 'completed'
      account.charge(late, 'order')
      noted(late, 'delivered')
    }
  }

  return {
    order,
    cancel,
    referenced(client_ref: string): SimulatedAnswer {
      const found = orders.get(client_ref)
      return { status: 200, body: { items: found && recalls(found.at) ? [shown(settled(found))] : [] } }
    },
    named(of: string | undefined): SimulatedAnswer {
      const found = [...orders.values()].find(({ order_id }) => order_id === of)
      return found ? { status: 200, body: shown(settled(found)) } : problem(404, 'order_not_found', 106)
    },
    balance: () => ({ currency: 'EUR', available: moneyText(account.balance()), credit_limit: '0.00' }),
    statementOf(day: string | null) {
      for (const order of orders.values()) settled(order)
      return account.linesOf(day)
    },
    tune,
  }
}

/** `first_at`: the time of the first answer, which alone shows the PIN. */
const orderWire = (order: Order, balance: number, first_at: Date | null) => ({
  ...{ order_id: order.order_id, client_ref: order.client_ref, status: order.status, balance_after: moneyText(balance) },
  ...(order.status === 'completed' && order.mode === 'recharge' && { operator_reference: `OP${order.order_id}` }),
  ...(order.status === 'failed' && {
    error: { code: order.fails === 'operator' ? 'operator_unavailable' : 'msisdn_not_prepaid', message: 'not delivered', number: 500, param: null },
  }),
  ...(first_at && order.pin && { pins: [pinOf(order, first_at)] }),
})

const pinOf = ({ pin, order_id, value }: Order, at: Date) => ({
  ...{ pin, serial: `7${order_id.slice(-9).padStart(9, '0')}`, batch_number: '2600', value, currency: 'EUR' },
  expiry_date: new Date(at.getTime() + 365 * 24 * HOUR).toISOString().slice(0, 10),
})
