// The simulated Reloadly: a token for an audience, operators with fixed and ranged amounts, a top-up in one request that may still be under way when it is
// answered, and a report by the caller's own identifier. Numbers in answers are bare JSON numbers, even PINs.
import { randomBytes } from 'node:crypto'
import { isNumber } from './endings.ts'
import { partOf, play, type Shop, type ShopRequest, type Simulated, type Stage } from './kit/shop.ts'
import { objectIn, runAsProcess, type SimulatedAnswer } from './kit/simulator.ts'
import { createProblems, paged } from './reloadly/answers.ts'
import { OPERATORS, type Operator, operatorOf, shownOperator } from './reloadly/operators.ts'
import { createTopups } from './reloadly/topups.ts'

const ACCEPT = 'application/com.reloadly.topups-v1+json'
export const AUDIENCE = 'https://topups.example'
const CLIENT = { client_id: 'portal', client_secret: 'sandbox' }
const LASTS_S = 5_184_000

function shop(stage: Stage): Shop {
  const { now } = stage
  const problems = createProblems(now)
  const { problem, spring } = problems
  const topups = createTopups(stage, problems)
  const tokens = new Map<string, { until: Date; audience: string }>()
  let lasts_s = LASTS_S

  const signedIn = (route: (asked: ShopRequest) => SimulatedAnswer) => (asked: ShopRequest) => {
    const token = tokens.get(asked.headers.authorization?.replace(/^Bearer /, '') ?? '')
    if (!token || token.until <= now() || token.audience !== AUDIENCE) return problem(401, 'INVALID_TOKEN', 'The access token is not valid')
    return asked.headers.accept === ACCEPT ? route(asked) : spring(406, 'Not Acceptable')
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
    operator ? { status: 200, body: shownOperator(operator, topups.currency()) } : spring(404, 'Not Found')
  return {
    trouble: (status) => spring(status, status === 429 ? 'Too Many Requests' : 'Internal Server Error').body,
    routes: {
      'POST /oauth/token': signIn,
      'GET /accounts/balance': signedIn(() => ({ status: 200, body: topups.account() })),
      'GET /operators': signedIn(({ query }) =>
        paged(
          OPERATORS.map((operator) => shownOperator(operator, topups.currency())),
          query,
        ),
      ),
      'GET /operators/:id': signedIn(({ parts }) => one(OPERATORS.find(({ id }) => String(id) === parts.id))),
      'GET /operators/countries/:iso': signedIn(({ parts }) => ({
        status: 200,
        body: OPERATORS.filter(({ country }) => country === parts.iso).map((operator) => shownOperator(operator, topups.currency())),
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
      'POST /topups': signedIn(topups.order),
      'GET /topups/reports/transactions': signedIn(topups.report),
      'GET /topups/reports/transactions/:id': signedIn(({ parts }) => topups.named(parts.id)),
    },
    tune: (settings) => {
      if (settings.lasts_s !== undefined) lasts_s = Number(settings.lasts_s)
      if (settings.forget_tokens) tokens.clear()
      topups.tune(settings)
    },
  }
}

export const reloadly = (port = 0): Promise<Simulated> => play(shop, port)
await runAsProcess(import.meta.url, partOf(shop))
