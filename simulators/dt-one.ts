// DT One's DVS as a process of its own: paths, paging, errors and the sandbox's rules about telephone numbers, as far as we use it.
// Start: `tsx simulators/dt-one.ts 4010`.
// Beside the commands of every simulator (kit/simulator.ts) the control route has `balance {available}`, `settings {scale, hasNumericPins, isOdd}`,
// `limit {calls}`, `callbacks {mode}` and `turn {external_id, to}`.
import { operators, operatorsOf, operatorWire, products, productWire } from './dt-one/catalogue.ts'
import { createOrders, failure, type Order } from './dt-one/orders.ts'
import type { Clock } from './kit/clock.ts'
import { exactly, type Heard, objectIn, type Part, type Route, runAsProcess, type SimulatedAnswer, startSimulator, wireText } from './kit/simulator.ts'

export const DT_ONE_KEY = { api_key: 'demo-key', api_secret: 'demo-secret' }
const authorization = `Basic ${Buffer.from(`${DT_ONE_KEY.api_key}:${DT_ONE_KEY.api_secret}`).toString('base64')}`
const [PER_PAGE, PER_PAGE_MAX, DAY_MS, CALLBACK_TRIES, CALLBACK_AGAIN_MS] = [50, 100, 86_400_000, 3, 1_000]

const wrong = (message: string) => failure(1000400, message)
/** Answers one page of the rows, with headers that say which page it is and how many there are. */
function page(rows: readonly unknown[], given: { get: (name: string) => string | null }): SimulatedAnswer {
  const [at, per] = [Number(given.get('page') ?? 1), Number(given.get('per_page') ?? PER_PAGE)]
  if (!(at >= 1) || !(per >= 1) || per > PER_PAGE_MAX) return wrong('page or per_page is wrong')
  const pages = Math.max(Math.ceil(rows.length / per), 1)
  const headers = {
    ...{ 'x-total': rows.length, 'x-total-pages': pages, 'x-per-page': per, 'x-page': at },
    ...{ 'x-next-page': at < pages ? at + 1 : '', 'x-prev-page': at > 1 ? at - 1 : '' },
  }
  const texts = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return { status: 200, body: rows.slice((at - 1) * per, at * per), headers: texts }
}

const fields = (body: string) => {
  const given = objectIn(body)
  return { given, get: (name: string) => (given[name] === undefined ? null : String(given[name])) }
}

export function dtOne(clock: Clock): Part {
  const START = { calls_left: Number.POSITIVE_INFINITY, callbacks: 'once' as unknown }
  const state = { ...START }
  const orders = createOrders(clock, (order) => tell(order))

  /** Sends the callback about an order's end, if one was requested and callbacks are not switched off; tries three times at most. */
  function tell(order: Order): void {
    if (!order.callback_url || state.callbacks === 'none') return
    const body = orders.wire(state.callbacks === 'other_amount' ? { ...order, cost: order.cost * 2 } : order)
    const post = async (tries: number): Promise<void> => {
      const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: wireText(body) } as const
      const heard = await fetch(order.callback_url ?? '', options).catch(() => undefined)
      await heard?.body?.cancel()
      if (!heard?.ok && tries < CALLBACK_TRIES) clock.after(CALLBACK_AGAIN_MS, () => void post(tries + 1))
    }
    for (let i = 0; i < (state.callbacks === 'twice' ? 2 : 1); i++) void post(1)
  }

  const said = (status: number, result: Order | ReturnType<typeof failure>): SimulatedAnswer =>
    'body' in result ? result : { status, body: orders.wire(result) }

  function search({ query }: Heard): SimulatedAnswer {
    const [external_id, from, to] = [query.get('external_id'), query.get('from_date'), query.get('to_date')]
    const until = to ? Date.parse(to) : clock.now().getTime() + 1
    const since = from ? Date.parse(from) : until - DAY_MS
    if (!(until - since <= DAY_MS)) return wrong('from_date and to_date are more than 24 h apart')
    // Whether an order lies within the requested period. The period applies even if an order is asked for by its reference, so without dates an order of
    // yesterday is not found.
    const isWithin = ({ created }: Order) => created.getTime() >= since && created.getTime() < until
    const isAsked = (order: Order) => isWithin(order) && (!external_id || order.external_id === external_id)
    return page(orders.all().filter(isAsked).map(orders.wire), query)
  }

  const isOf = (asked: string | null, value: unknown) => !asked || asked === String(value)
  const route = (call: string, method: string, path: RegExp, does: (heard: Heard) => SimulatedAnswer): Route => ({ call, method, path, does })
  const routes = [
    route('lookup', 'POST', /^\/v1\/lookup\/mobile-number$/, ({ body }) => {
      const { get } = fields(body)
      const number = get('mobile_number') ?? ''
      return /^\+[1-9][0-9]{6,14}$/.test(number) ? page(operatorsOf(number), { get }) : failure(1005003, 'Mobile number is invalid')
    }),
    route('operators', 'GET', /^\/v1\/operators$/, ({ query }) =>
      page(operators.filter((each) => isOf(query.get('country_iso_code'), each.country.iso_code)).map(operatorWire), query),
    ),
    route('products', 'GET', /^\/v1\/products$/, ({ query }) => {
      const isAsked = ({ operator }: (typeof products)[number]) =>
        isOf(query.get('operator_id'), operator.id) && isOf(query.get('country_iso_code'), operator.country.iso_code)
      return page(products.filter(isAsked).map(productWire), query)
    }),
    route('product', 'GET', /^\/v1\/products\/(\d+)$/, ({ match }) => {
      const product = products.find(({ id }) => id === Number(match[0]))
      return product ? { status: 200, body: productWire(product) } : failure(1003001, 'Product not available to the account')
    }),
    route('create', 'POST', /^\/v1\/async\/transactions$/, ({ body }) => said(201, orders.create(objectIn(body)))),
    route('confirm', 'POST', /^\/v1\/async\/transactions\/(\d+)\/confirm$/, ({ match: [id = ''] }) => {
      const result = orders.confirm(id)
      // With the setting `early` the order's callback is sent before the confirmation is answered.
      if (state.callbacks === 'early') orders.hurry(id)
      return said(202, result)
    }),
    route('cancel', 'POST', /^\/v1\/transactions\/(\d+)\/cancel$/, ({ match: [id = ''] }) => said(202, orders.cancel(id))),
    route('transaction', 'GET', /^\/v1\/transactions\/(\d+)$/, ({ match: [id = ''] }) => said(200, orders.one(id))),
    route('transactions', 'GET', /^\/v1\/transactions$/, search),
    route('balances', 'GET', /^\/v1\/balances$/, () => {
      const { available, holding } = orders.balance()
      const units = (of: number) => exactly((of / 10_000).toFixed(4))
      const euros = { id: 1, unit_type: 'CURRENCY', unit: 'EUR', available: units(available), holding: units(holding), credit_limit: exactly('0') }
      return { status: 200, body: [euros] }
    }),
  ]

  function admit({ headers }: Heard): SimulatedAnswer | undefined {
    if (headers.authorization !== authorization) return failure(1000401, 'Unauthorized')
    state.calls_left -= 1
    return state.calls_left < 0 ? failure(1000429, 'Too many requests') : undefined
  }

  return {
    ...{ routes, admit, broken: failure(1009001, 'Unexpected error').body, tooMany: failure(1000429, 'Too many requests').body },
    journal: () => ({ orders: orders.all().map(({ product, ...order }) => ({ ...order, product_id: product.id })), balance: orders.balance() }),
    control: {
      ...orders.control,
      limit: ({ calls }) => Object.assign(state, { calls_left: calls === null ? START.calls_left : Number(calls) }),
      callbacks: ({ mode }) => Object.assign(state, { callbacks: mode }),
    },
    reset(): void {
      Object.assign(state, START)
      orders.reset()
    },
  }
}

export const startDtOne = (port = 0) => startSimulator(dtOne, port)
await runAsProcess(import.meta.url, dtOne)
