// A supplier of the neutral format: PINs at once, recharges after a while. A PIN is shown in the first answer only.
import { randomBytes } from 'node:crypto'
import { moneyText, parseMoney } from '../contract/kit/money.ts'
import { endingOf, isNumber } from './endings.ts'
import { serial } from './kit/serial.ts'
import { berlinDay, partOf, play, type Shop, type ShopRequest, type Simulated, type Stage } from './kit/shop.ts'
import { objectIn, runAsProcess, type SimulatedAnswer } from './kit/simulator.ts'
import { catalogue, type Sold } from './soft-api/catalogue.ts'

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
const CREDENTIALS = { username: 'portal', password: 'sandbox' }
/** Money of the simulator's own lists is well-formed. */
const amountOf = (text: unknown): number => parseMoney(String(text)) ?? 0

const problem = (status: number, code: string, number: number, param: string | null = null): SimulatedAnswer => ({
  status,
  body: { error: { code, message: code.replaceAll('_', ' '), number, param } },
})

function shop({ now, note, random, recalls }: Stage): Shop {
  const products: Sold[] = catalogue()
  const orders = new Map<string, Order>()
  const tokens = new Map<string, Date>()
  let balance = amountOf('5000')
  let lines: { order_id: string; client_ref: string; kind: 'order' | 'cancellation'; cost: string; currency: string; at: string }[] = []

  const charge = (order: Order, kind: 'order' | 'cancellation') => {
    balance += kind === 'order' ? -order.cost : order.cost
    const { order_id, client_ref } = order
    lines = [...lines, { order_id, client_ref, kind, cost: moneyText(order.cost), currency: 'EUR', at: now().toISOString() }]
  }
  const noted = (order: Order, event: 'created' | 'delivered' | 'refused' | 'cancelled') =>
    note({ event, reference: order.client_ref, supplier_reference: order.order_id, amount: moneyText(order.cost) })

  /** Applies steps of the order that are due by now. */
  function settled(order: Order): Order {
    if (order.status !== 'pending' || order.ends_at > now()) return order
    order.status = order.fails ? 'failed' : 'completed'
    noted(order, order.fails ? 'refused' : 'delivered')
    if (order.fails) charge(order, 'cancellation')
    return order
  }

  const shown = (order: Order, isFirst = false) => ({
    ...{ order_id: order.order_id, client_ref: order.client_ref, status: order.status, balance_after: moneyText(balance) },
    ...(order.status === 'completed' && order.mode === 'recharge' && { operator_reference: `OP${order.order_id}` }),
    ...(order.status === 'failed' && {
      error: { code: order.fails === 'operator' ? 'operator_unavailable' : 'msisdn_not_prepaid', message: 'not delivered', number: 500, param: null },
    }),
    ...(isFirst && order.pin && { pins: [pinOf(order)] }),
  })
  const pinOf = ({ pin, order_id, value }: Order) => ({
    ...{ pin, serial: `7${order_id.slice(-9).padStart(9, '0')}`, batch_number: '2600', value, currency: 'EUR' },
    expiry_date: new Date(now().getTime() + 365 * 24 * HOUR).toISOString().slice(0, 10),
  })

  const signedIn = (route: (asked: ShopRequest) => SimulatedAnswer) => (asked: ShopRequest) => {
    const until = tokens.get(asked.headers.authorization?.replace(/^Bearer /, '') ?? '')
    return until && until > now() ? route(asked) : problem(401, 'invalid_credentials', 102)
  }

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
    if (cost > balance) return problem(402, 'insufficient_balance', 3144)
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
    charge(order, 'order')
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
    charge(order, 'cancellation')
    noted(order, 'cancelled')
    return { status: 200, body: { status: 'cancelled' } }
  }

  const paged = <T>(rows: readonly T[], query: URLSearchParams): SimulatedAnswer => {
    const [page, size] = [Number(query.get('page') ?? 1), Math.min(100, Number(query.get('per_page') ?? 50))]
    return { status: 200, body: { items: rows.slice((page - 1) * size, page * size), total: rows.length } }
  }

  function login({ text }: ShopRequest): SimulatedAnswer {
    const { username, password } = objectIn(text)
    if (username !== CREDENTIALS.username || password !== CREDENTIALS.password) return problem(401, 'invalid_credentials', 102)
    const token = randomBytes(16).toString('hex')
    tokens.set(token, new Date(now().getTime() + HOUR))
    return { status: 200, body: { token, expires_in: HOUR / 1_000 } }
  }

  return {
    trouble: (status) => problem(status, status === 429 ? 'too_many_requests' : 'general_error', status).body,
    routes: {
      'POST /v1/login': login,
      'GET /v1/products': signedIn(({ query }) =>
        paged(
          products.filter(({ type }) => !query.get('type') || type === query.get('type')),
          query,
        ),
      ),
      'POST /v1/orders': signedIn(order),
      'GET /v1/orders': signedIn(({ query }) => {
        const found = orders.get(query.get('client_ref') ?? '')
        return { status: 200, body: { items: found && recalls(found.at) ? [shown(settled(found))] : [] } }
      }),
      'GET /v1/orders/:order_id': signedIn(({ parts }) => {
        const found = [...orders.values()].find(({ order_id }) => order_id === parts.order_id)
        return found ? { status: 200, body: shown(settled(found)) } : problem(404, 'order_not_found', 106)
      }),
      'DELETE /v1/orders/:order_id': signedIn(cancel),
      'GET /v1/balance': signedIn(() => ({ status: 200, body: { currency: 'EUR', available: moneyText(balance), credit_limit: '0.00' } })),
      'GET /v1/statement': signedIn(({ query }) => {
        for (const order of orders.values()) settled(order)
        return paged(
          lines.filter(({ at }) => berlinDay(new Date(at)) === query.get('day')),
          query,
        )
      }),
    },
    tune: ({ balance: left, forget_tokens, use, succeed }) => {
      if (left !== undefined) balance = amountOf(left)
      if (forget_tokens) tokens.clear()
      const used = orders.get(String(use))
      if (used) used.is_used = true
      const late = orders.get(String(succeed))
      if (late?.status === 'failed') {
        late.status = 'completed'
        charge(late, 'order')
        noted(late, 'delivered')
      }
    },
  }
}

export const softApi = (port = 0): Promise<Simulated> => play(shop, port)
await runAsProcess(import.meta.url, partOf(shop))
