// A simulated supplier of the neutral format, an interface that many suppliers share: PINs are delivered immediately, recharges after a while. A PIN is shown
// in the first answer only.
import { randomBytes } from 'node:crypto'
import { partOf, play, type Shop, type ShopRequest, type Simulated, type Stage } from './kit/shop.ts'
import { objectIn, runAsProcess, type SimulatedAnswer } from './kit/simulator.ts'
import { catalogue, type Sold } from './soft-api/catalogue.ts'
import { createOrders, problem } from './soft-api/orders.ts'

const HOUR = 3_600_000
const CREDENTIALS = { username: 'portal', password: 'sandbox' }

function shop(stage: Stage): Shop {
  const { now } = stage
  const products: Sold[] = catalogue()
  const orders = createOrders(stage, products)
  const tokens = new Map<string, Date>()

  const signedIn = (route: (asked: ShopRequest) => SimulatedAnswer) => (asked: ShopRequest) => {
    const until = tokens.get(asked.headers.authorization?.replace(/^Bearer /, '') ?? '')
    return until && until > now() ? route(asked) : problem(401, 'invalid_credentials', 102)
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
      'POST /v1/orders': signedIn(orders.order),
      'GET /v1/orders': signedIn(({ query }) => orders.referenced(query.get('client_ref') ?? '')),
      'GET /v1/orders/:order_id': signedIn(({ parts }) => orders.named(parts.order_id)),
      'DELETE /v1/orders/:order_id': signedIn(orders.cancel),
      'GET /v1/balance': signedIn(() => ({ status: 200, body: orders.balance() })),
      'GET /v1/statement': signedIn(({ query }) => paged(orders.statementOf(query.get('day')), query)),
    },
    tune: (settings) => {
      if (settings.forget_tokens) tokens.clear()
      orders.tune(settings)
    },
  }
}

function paged<T>(rows: readonly T[], query: URLSearchParams): SimulatedAnswer {
  const [page, size] = [Number(query.get('page') ?? 1), Math.min(100, Number(query.get('per_page') ?? 50))]
  return { status: 200, body: { items: rows.slice((page - 1) * size, page * size), total: rows.length } }
}

export const softApi = (port = 0): Promise<Simulated> => play(shop, port)
await runAsProcess(import.meta.url, partOf(shop))
