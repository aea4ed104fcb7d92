// Reloadly: a token for an audience, operators with fixed and ranged amounts, a top-up in one request that may still be under way when it is answered, and a
// report by the caller's own identifier. Numbers in answers are bare JSON numbers, even PINs.
import { randomBytes } from 'node:crypto'
import { moneyText, parseMoney } from '../contract/kit/money.ts'
import { endingOf, isNumber } from './endings.ts'
import { serial } from './kit/serial.ts'
import { partOf, play, type Shop, type ShopRequest, type Simulated, type Stage } from './kit/shop.ts'
import { exactly, objectIn, runAsProcess, type SimulatedAnswer } from './kit/simulator.ts'
import { OPERATORS, type Operator, operatorOf, shownOperator } from './reloadly/operators.ts'

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

const ACCEPT = 'application/com.reloadly.topups-v1+json'
export const AUDIENCE = 'https://topups.example'
const CLIENT = { client_id: 'portal', client_secret: 'sandbox' }
const LASTS_S = 5_184_000
const amountOf = (text: unknown): number => parseMoney(String(text)) ?? 0
const exact = (money: number) => exactly(moneyText(money))
const spaced = (at: Date) => at.toISOString().slice(0, 19).replace('T', ' ')

function shop({ now, note, random, recalls }: Stage): Shop {
  const tokens = new Map<string, { until: Date; audience: string }>()
  const topups = new Map<string, Topup>()
  let [balance, currency, lasts_s] = [amountOf('5000'), 'EUR', LASTS_S]

  const problem = (status: number, errorCode: string, message: string): SimulatedAnswer => ({
    status,
    body: { timeStamp: spaced(now()), message, path: '/', errorCode, infoLink: null, details: [] },
  })
  const spring = (status: number, error: string): SimulatedAnswer => ({ status, body: { timeStamp: spaced(now()), status, error, message: error, path: '/' } })

  const signedIn = (route: (asked: ShopRequest) => SimulatedAnswer) => (asked: ShopRequest) => {
    const token = tokens.get(asked.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!token || token.until <= now() || token.audience !== AUDIENCE) return problem(401, 'INVALID_TOKEN', 'The access token is not valid')
    return asked.headers.accept === ACCEPT ? route(asked) : spring(406, 'Not Acceptable')
  }

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

  function paged<T>(rows: readonly T[], query: URLSearchParams): SimulatedAnswer {
    const [page, size] = [Number(query.get('page') ?? 1), Number(query.get('size') ?? 10)]
    const content = rows.slice((page - 1) * size, page * size)
    const [totalElements, totalPages] = [rows.length, Math.ceil(rows.length / size)]
    return { status: 200, body: { content, totalElements, totalPages, size, number: page, last: page >= totalPages } }
  }

  function report({ query }: ShopRequest): SimulatedAnswer {
    const [identifier, from, to] = [query.get('customIdentifier'), query.get('startDate'), query.get('endDate')]
    const rows = [...topups.values()].map(settled).filter((topup) => {
      const at = spaced(topup.at)
      return (!identifier || (topup.identifier === identifier && recalls(topup.at))) && (!from || at >= from) && (!to || at <= to)
    })
    return paged(rows.map(shown), query)
  }

  function signIn({ text }: ShopRequest): SimulatedAnswer {
    const { client_id, client_secret, grant_type, audience } = objectIn(text)
    const isKnown = client_id === CLIENT.client_id && client_secret === CLIENT.client_secret && grant_type === 'client_credentials'
    if (!isKnown) return problem(401, 'INVALID_CREDENTIALS', 'The credentials are not valid')
    const access_token = randomBytes(24).toString('base64url')
    tokens.set(access_token, { until: new Date(now().getTime() + lasts_s * 1_000), audience: String(audience) })
    return { status: 200, body: { access_token, scope: 'send-topups', expires_in: lasts_s, token_type: 'Bearer' } }
  }

  const one = (operator: Operator | undefined): SimulatedAnswer =>
    operator ? { status: 200, body: shownOperator(operator, currency) } : spring(404, 'Not Found')
  const account = () => ({ balance: exact(balance), currencyCode: currency, currencyName: currency, updatedAt: spaced(now()) })
  return {
    trouble: (status) => spring(status, status === 429 ? 'Too Many Requests' : 'Internal Server Error').body,
    routes: {
      'POST /oauth/token': signIn,
      'GET /accounts/balance': signedIn(() => ({ status: 200, body: account() })),
      'GET /operators': signedIn(({ query }) =>
        paged(
          OPERATORS.map((operator) => shownOperator(operator, currency)),
          query,
        ),
      ),
      'GET /operators/:id': signedIn(({ parts }) => one(OPERATORS.find(({ id }) => String(id) === parts.id))),
      'GET /operators/countries/:iso': signedIn(({ parts }) => ({
        status: 200,
        body: OPERATORS.filter(({ country }) => country === parts.iso).map((operator) => shownOperator(operator, currency)),
      })),
      'GET /operators/auto-detect/phone/:phone/countries/:iso': signedIn(({ parts: { phone = '', iso } }) => {
        const operator = operatorOf(phone.replace(/^\+/, ''))
        if (!isNumber(`+${phone.replace(/^\+/, '')}`)) return problem(400, 'INVALID_RECIPIENT_PHONE', 'The number is not valid')
        return one(operator?.country === iso ? operator : undefined)
      }),
      'POST /operators/fx-rate': signedIn(({ text }) => {
        const { operatorId, amount } = objectIn(text)
        const operator = OPERATORS.find(({ id }) => id === operatorId)
        if (!operator) return problem(400, 'FX_RATE_NOT_AVAILABLE', 'There is no rate')
        return { status: 200, body: { id: operator.id, name: operator.name, fxRate: Number(operator.fx) * Number(amount), currencyCode: operator.currency } }
      }),
      'POST /topups': signedIn(order),
      'GET /topups/reports/transactions': signedIn(report),
      'GET /topups/reports/transactions/:id': signedIn(({ parts }) => {
        const topup = [...topups.values()].find(({ id }) => String(id) === parts.id)
        return topup ? { status: 200, body: shown(settled(topup)) } : spring(404, 'Not Found')
      }),
    },
    tune: (settings) => {
      if (settings.balance !== undefined) balance = amountOf(settings.balance)
      if (settings.currency !== undefined) currency = String(settings.currency)
      if (settings.lasts_s !== undefined) lasts_s = Number(settings.lasts_s)
      if (settings.forget_tokens) tokens.clear()
      const late = topups.get(String(settings.succeed ?? settings.refund))
      if (!late || late.status === 'PROCESSING') return
      late.status = settings.succeed ? 'SUCCESSFUL' : 'REFUNDED'
      balance += (settings.succeed ? -1 : 1) * (late.amount - late.discount)
      noted(late, settings.succeed ? 'delivered' : 'reversed')
    },
  }
}

export const reloadly = (port = 0): Promise<Simulated> => play(shop, port)
await runAsProcess(import.meta.url, partOf(shop))
