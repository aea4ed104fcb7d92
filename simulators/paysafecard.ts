// paysafecard's Pin-on-Demand: a PIN is made for each order and shown in its first answer only; if that answer is lost, the caller can cancel
// the order by the Correlation-ID that it chose. GET /files/<name> stands for the folder into which the supplier puts the file of each day.
import { moneyText, parseMoney } from '../contract/kit/money.ts'
import { berlinDay, partOf, play, type Shop, type ShopRequest, type Simulated, type Stage } from './kit/shop.ts'
import { objectIn, runAsProcess, type SimulatedAnswer } from './kit/simulator.ts'
import { DISTRIBUTOR, fileOf, type PinOrder } from './paysafecard/file.ts'
import { rolling } from './paysafecard/limits.ts'

const KEY = 'psc_sandbox_key'
const VALUES = [10, 25, 50, 100]
const NUMBERS: Readonly<Record<string, [status: number, number: number]>> = {
  ...{ invalid_card_state: [400, 1004], duplicate_correlation_id: [400, 2001], order_not_found: [404, 3102], product_not_allowed: [400, 3105] },
  ...{ credit_limit_reached: [400, 3144], invalid_currency_distributor: [400, 3151], cancel_order_already_processed: [400, 3154] },
  ...{ cancel_order_too_late: [400, 3158], general_technical_error: [500, 10007], invalid_api_key: [401, 10008], invalid_request_param: [400, 10028] },
  too_many_requests: [429, 429],
}
const numberOf = (code: string): [number, number] => {
  const [, whose, nth] = /^(terminal|shop)_limit_(\d)_exceeded$/.exec(code) ?? []
  return whose ? [400, (whose === 'terminal' ? 3173 : 3187) + Number(nth)] : (NUMBERS[code] ?? [500, 10007])
}
const problem = (code: string, param = ''): SimulatedAnswer => {
  const [status, number] = numberOf(code)
  return { status, body: { code, message: code.replaceAll('_', ' '), number, ...(param && { param }) } }
}

function shop({ now, note, random, recalls }: Stage): Shop {
  const orders = new Map<string, PinOrder>()
  const used = new Set<string>()
  const limits = rolling(now)
  let [credit, cancel_ms] = [parseMoney('10000') ?? 0, 5 * 60_000]

  const noted = (order: PinOrder, event: 'delivered' | 'refused' | 'cancelled') =>
    note({ event, reference: order.correlation_id, supplier_reference: order.order_id, amount: moneyText(order.value) })

  const signedIn = (route: (asked: ShopRequest) => SimulatedAnswer) => (asked: ShopRequest) => {
    const key = Buffer.from(asked.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
    return key === `${KEY}:` ? route(asked) : problem('invalid_api_key')
  }
  const correlationOf = ({ headers }: ShopRequest) => String(headers['correlation-id'] ?? '')

  function wrongOf(order: PinOrder, fields: Readonly<Record<string, unknown>>): string | null {
    if (fields.currency !== 'EUR') return 'invalid_currency_distributor'
    if (fields.product_id !== '00028' || fields.country !== 'DE' || !VALUES.includes(Number(fields.amount))) return 'product_not_allowed'
    const beyond = limits.beyond(order)
    if (beyond) return beyond
    return order.value > credit ? 'credit_limit_reached' : null
  }

  function order(asked: ShopRequest): SimulatedAnswer {
    const [fields, correlation_id] = [objectIn(asked.text), correlationOf(asked)]
    if (!/^[a-zA-Z0-9-_]{1,41}$/.test(correlation_id)) return problem('invalid_request_param', 'Correlation-ID')
    for (const name of ['shop_id', 'terminal_id', 'utc_offset']) if (typeof fields[name] !== 'string') return problem('invalid_request_param', name)
    if (fields.capture !== true || fields.delivery_type !== 'RETURN') return problem('invalid_request_param', 'capture')
    if (orders.has(correlation_id)) return problem('duplicate_correlation_id')
    const made: PinOrder = {
      ...{ correlation_id, order_id: `order_${DISTRIBUTOR}_${correlation_id}`, at: now(), status: 'DELIVERED', error: '' },
      ...{ shop_id: String(fields.shop_id), terminal_id: String(fields.terminal_id), utc_offset: String(fields.utc_offset) },
      ...{ value: parseMoney(String(fields.amount)) ?? 0, serial: String(1_850_422_961 + orders.size), product_id: String(fields.product_id) },
    }
    orders.set(correlation_id, made)
    const wrong = wrongOf(made, fields)
    if (wrong) {
      Object.assign(made, { status: 'REJECTED', error: String(numberOf(wrong)[1]) })
      noted(made, 'refused')
      return problem(wrong)
    }
    credit -= made.value
    limits.took(made)
    noted(made, 'delivered')
    const pin = `0${Array.from({ length: 15 }, () => Math.floor(random() * 10)).join('')}`
    const card = { amount: made.value / 10_000, currency: 'EUR', serial: Number(made.serial), pin, product_id: 'CLASSIC' }
    const { order_id } = made
    return { status: 201, body: { amount: card.amount, currency: 'EUR', card, distributor_id: DISTRIBUTOR, order_id, product_id: 'CLASSIC' } }
  }

  const shown = ({ order_id, value, serial, shop_id, terminal_id, status, error }: PinOrder): SimulatedAnswer => {
    const card = { amount: value / 10_000, currency: 'EUR', serial: Number(serial), product_id: 'CLASSIC' }
    const said = { ...{ order_id, shop_id, terminal_id, order_status: status, delivery_type: 'RETURN' }, ...(error && { order_error_code: Number(error) }) }
    return { status: 200, body: { ...said, amount: card.amount, currency: 'EUR', distributor_id: DISTRIBUTOR, product_id: 'CLASSIC', card } }
  }

  function cancel(found: PinOrder | undefined): SimulatedAnswer {
    if (!found) return problem('order_not_found')
    if (found.status === 'CANCELLED') return problem('cancel_order_already_processed')
    if (found.status !== 'DELIVERED' || used.has(found.correlation_id)) return problem('invalid_card_state')
    if (now().getTime() - found.at.getTime() > cancel_ms) return problem('cancel_order_too_late')
    found.status = 'CANCELLED'
    credit += found.value
    noted(found, 'cancelled')
    return shown(found)
  }

  const byCorrelation = (asked: ShopRequest) => {
    const order = orders.get(correlationOf(asked))
    return order && recalls(order.at) ? order : undefined
  }
  const byId = (id = '') => [...orders.values()].find(({ order_id }) => order_id === id)
  const found = (order: PinOrder | undefined): SimulatedAnswer => (order ? shown(order) : problem('order_not_found'))
  return {
    trouble: (status) => problem(status === 429 ? 'too_many_requests' : 'general_technical_error').body,
    routes: {
      'POST /v1/orders/': signedIn(order),
      'GET /v1/orders/': signedIn((asked) => found(byCorrelation(asked))),
      'GET /v1/orders/:id': signedIn(({ parts }) => found(byId(parts.id))),
      'DELETE /v1/orders/': signedIn((asked) => cancel(byCorrelation(asked))),
      'DELETE /v1/orders/:id': signedIn(({ parts }) => cancel(byId(parts.id))),
      'GET /files/:name': ({ parts: { name = '' } }) => {
        const day = name.slice(0, 10)
        // The file of a day can be fetched only when the day is over.
        const isThere = name === `${day}_${DISTRIBUTOR}.CSV` && day < berlinDay(now())
        return isThere ? { status: 200, body: { text: fileOf(day, [...orders.values()]) } } : { status: 404, body: {} }
      },
    },
    tune: (settings) => {
      if (settings.credit !== undefined) credit = parseMoney(String(settings.credit)) ?? 0
      if (settings.cancel_ms !== undefined) cancel_ms = Number(settings.cancel_ms)
      if (settings.use !== undefined) used.add(String(settings.use))
      if (settings.limits !== undefined) limits.set(settings.limits as Readonly<Record<string, number>>)
    },
  }
}

export const paysafecard = (port = 0): Promise<Simulated> => play(shop, port)
await runAsProcess(import.meta.url, partOf(shop))
