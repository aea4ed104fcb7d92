// The second generation of PJ Telesoft's interface: a sign-in gives a token that expires and a second token that renews it; products contain denominations,
// errors are numbers beside a message.
import { randomBytes } from 'node:crypto'
import { type Answering, berlinDay, type ShopRequest, type Stage } from '../kit/shop.ts'
import { objectIn, type SimulatedAnswer } from '../kit/simulator.ts'
import { amountOf, type Sale, type Till, two } from './stock.ts'

const MINUTE = 60_000
const declined = (status: number, error_code: number, error: string): SimulatedAnswer => ({ status, body: { message: 'declined', error_code, error } })

export function secondGeneration(till: Till, { now }: Stage): { routes: Record<string, Answering>; forget: () => void } {
  const tokens = new Map<string, Date>()
  const refreshes = new Set<string>()
  const given = (): SimulatedAnswer => {
    const [token, refresh] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
    tokens.set(token, new Date(now().getTime() + 15 * MINUTE))
    refreshes.add(refresh)
    return { status: 200, body: { message: 'approved', token, refresh, balance: two(till.balance()) } }
  }
  const signedIn =
    (route: (asked: ShopRequest) => SimulatedAnswer): Answering =>
    (asked) => {
      const until = tokens.get(asked.headers.authorization?.replace(/^Bearer /, '') ?? '')
      return until && until > now() ? route(asked) : declined(401, 105, 'token expired')
    }
  const answerOf = ({ card, pin, batch, transaction_id, client_id, expires_on }: Sale, showsPin: boolean) => ({
    ...{ message: 'approved', transaction_id, client_transaction_id: client_id, balance: two(till.balance()) },
    pins: [{ batch_number: batch, expiry_date: expires_on, purchase_price: card.price, instruction: '*104*PIN#', ...(showsPin && { pin_number: pin }) }],
  })
  const purchase = ({ text }: ShopRequest): SimulatedAnswer => {
    const { denomination_id, client_transaction_id: client_id, quantity } = objectIn(text)
    if (typeof client_id !== 'string' || client_id === '' || quantity !== 1) return declined(400, 119, 'input parameter invalid')
    if (till.sales.has(client_id)) return declined(409, 100, 'client transaction id already exists')
    const card = till.cards.find((one) => one.denomination_id === denomination_id)
    if (!card) return declined(404, 119, 'input parameter invalid')
    if (card.left === 0) return declined(409, 109, 'out of stock')
    if (amountOf(card.price) > till.balance()) return declined(402, 110, 'balance too low')
    return { status: 200, body: answerOf(till.sell(client_id, card), true) }
  }
  return {
    forget: () => tokens.clear(),
    routes: {
      'POST /api/login/': ({ text }) => {
        const { username, password } = objectIn(text)
        return username === 'portal' && password === 'sandbox' ? given() : declined(401, 102, 'wrong user or password')
      },
      'POST /api/refresh/': ({ text }) => (refreshes.delete(String(objectIn(text).refresh)) ? given() : declined(401, 102, 'wrong user or password')),
      'GET /api/products/': signedIn(({ query }) => ({
        status: 200,
        body: { products: query.get('product_type') === 'cash card' ? productsOf(till) : [] },
      })),
      'POST /api/purchase/': signedIn(purchase),
      'GET /api/transactions/': signedIn(({ query }) => {
        const sale = till.found(query.get('client_transaction_id') ?? '')
        return sale ? { status: 200, body: answerOf(sale, till.rereads()) } : declined(404, 106, 'no records')
      }),
      'GET /api/balance/': signedIn(() => ({ status: 200, body: { message: 'approved', balance: two(till.balance()) } })),
      'GET /api/report/': signedIn(({ query }) => {
        const sold = [...till.sales.values()].filter(({ at }) => berlinDay(at) === query.get('date'))
        const transactions = sold.map(({ client_id, transaction_id, card, at }) => ({
          ...{ client_transaction_id: client_id, transaction_id, purchase_price: card.price, date: at.toISOString() },
        }))
        return { status: 200, body: { message: 'approved', transactions } }
      }),
    },
  }
}

const productsOf = ({ products, cards }: Till) =>
  products.map((product_name, n) => ({
    ...{ product_id: n + 1, product_name, product_image: `/media/${n + 1}.png` },
    product_denominations: cards
      .filter(({ product_id, left }) => product_id === n + 1 && left > 0)
      .map(({ denomination_id, value, price }) => ({ denomination_id, value, purchase_price: price })),
  }))
