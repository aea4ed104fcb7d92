// The adapter of Reloadly, for top-ups abroad. A top-up takes one request under our own identifier, which Reloadly accepts only once; its outcome is
// read from Reloadly's report.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max'
import { allRead, heardAs, map, notKnown, oneOnly, orderedAs } from '../answer-rules.ts'
import { done, refused, unknown } from '../answers.ts'
import { jsonNumber } from '../digits.ts'
import { oneStep } from '../one-step.ts'
import { balanceIn } from '../rates.ts'
import type { Answer, Order, Quote, Standing, TopUpOperator, TopUps } from '../supplier.ts'
import type { Wire } from '../wire.ts'
import { Balance, Operator, Operators, refusals, standingOf, Topup } from './answers.ts'
import { type Account, productsOf, type Sent, sentFor } from './prices.ts'
import { type AskingOptions, asking } from './requests.ts'
import { chargedFor, daysAround, isOfDay, linesOf, spanOf } from './statement.ts'

export type ReloadlyOptions = AskingOptions & { account: Account }

const QUOTE_MS = 60_000

export function createReloadly({ account, now = () => new Date(), ...to }: ReloadlyOptions): TopUps & { close: Wire['close'] } {
  const { ask, get, close, operators, report, operator, topup: topupNamed } = asking({ ...to, now })
  const operatorOf = (of: Operator, likely?: string): TopUpOperator => ({
    ...{ operator_id: of.operatorId, name: of.name, country: of.country.isoName, is_likely: of.operatorId === likely, regions: [] },
  })
  const ofCountry = async (country: string) => {
    const heard = await get('operators', `/operators/countries/${encodeURIComponent(country)}`)
    return map(heardAs(heard, Operators, refusals), (all) => done(all.filter((one) => one != null)))
  }

  async function lookUp(number: string): Promise<Answer<readonly TopUpOperator[]>> {
    const read = parsePhoneNumberFromString(number)
    if (!read?.country) return refused('recipient', 'NO_NUMBER')
    const path = (digits: string) => `/operators/auto-detect/phone/${digits}/countries/${read.country}`
    const [heard, all] = await Promise.all([get('look up', path(encodeURIComponent(read.number)), {}, { shown_path: path('…') }), ofCountry(read.country)])
    const likely = heardAs(heard, Operator, refusals)
    if (likely.outcome === 'refused') return likely
    const id = likely.outcome === 'done' ? likely.value.operatorId : undefined
    return map(all, (found) => done(found.map((one) => operatorOf(one, id)).sort((a, b) => Number(b.is_likely) - Number(a.is_likely))))
  }

  const stands = (topup: Topup, reference: string, wantsPin: boolean) => standingOf(topup, reference, wantsPin, chargedFor(topup, account) ?? null)

  /** Prepares the request for an order, at the present prices. */
  async function prepared(order: Order): Promise<Answer<Bought & Sent>> {
    const bought = boughtOf(order)
    if (bought.outcome !== 'done') return bought
    const { operator_id, fixed } = bought.value
    return map(await operator(operator_id), (found) => {
      if (productsOf(found, account).every(({ product_id }) => product_id !== order.product_id)) return refused('not_available', 'NOT_SOLD')
      const sent = sentFor(found, fixed, order.amount, account)
      return sent ? done({ ...bought.value, ...sent }) : refused('amount', 'NOT_SOLD')
    })
  }

  async function quote(order: Order): Promise<Answer<Quote>> {
    return map(await prepared(order), ({ retail, cost }) => done({ retail, cost, valid_until: new Date(now().getTime() + QUOTE_MS) }))
  }

  async function create(reference: string, order: Order): Promise<Answer<Standing>> {
    const bought = boughtOf(order)
    const fixed = bought.outcome === 'done' ? bought.value.fixed : undefined
    const ready: Answer<Bought & { units: string }> = fixed === undefined ? await prepared(order) : map(bought, (value) => done({ ...value, units: fixed }))
    // Nothing was sent yet, so the order is refused even if the outcome of the preparation is unknown.
    if (ready.outcome === 'unknown') return refused('not_reached', ready.reason)
    if (ready.outcome === 'refused') return ready
    const { operator_id, units, recipientPhone, wantsPin } = ready.value
    const json = { operatorId: jsonNumber(operator_id), amount: jsonNumber(units), useLocalAmount: false, customIdentifier: reference, recipientPhone }
    const heard = await ask({ call: 'order', method: 'POST', path: '/topups', body: { json }, reads: false, reference })
    return map(orderedAs(heard, Topup, refusals), (topup) => stands(topup, reference, wantsPin))
  }

  /** Finds an order by Reloadly's own name if that is known, otherwise in Reloadly's report of the days around the sending. */
  async function found(reference: string, sent_at?: Date, supplier_reference?: string | null): Promise<Answer<Topup | undefined>> {
    if (supplier_reference) return topupNamed(supplier_reference, reference)
    const reported = await report({ customIdentifier: reference, ...(sent_at && daysAround(sent_at)) }, reference)
    return map(reported, (topups) => done(topups.find(({ customIdentifier }) => customIdentifier === reference)))
  }

  async function status(reference: string, sent_at?: Date, supplier_reference?: string | null): Promise<Answer<Standing>> {
    const answer = await found(reference, sent_at, supplier_reference)
    if (answer.outcome !== 'done') return unknown(answer.reason)
    const topup = answer.value
    if (!topup) return notKnown(now(), sent_at, supplier_reference)
    if (topup.status !== 'SUCCESSFUL' || topup.pinDetail?.code) return stands(topup, reference, false)
    // A top-up without a PIN is delivered only if its operator sells no PINs.
    const sold = await operator(topup.operatorId)
    return sold.outcome === 'done' ? stands(topup, reference, sold.value.pin === true) : unknown(sold.reason)
  }

  return {
    ...oneStep,
    ...{ name: 'Reloadly', close, lookUp, quote, create, status },
    operators: async (country) => map(await ofCountry(country), (found) => done(found.map((one) => operatorOf(one)))),
    list: async (of?: { operator_id: string }) => {
      const found = of ? map(await operator(of.operator_id), (one) => done([one])) : await operators()
      return map(found, (all) => done(all.flatMap((one) => (one ? productsOf(one, account) : []))))
    },
    expects: ({ product_id, recipient: { number }, arrives }) => {
      const [, product, amount] = product_id.split(':')
      return { product, amount, number, currency: arrives?.unit }
    },
    cancel: async () => refused('over', 'NOT_TAKEN_BACK'),
    balance: async () =>
      map(heardAs(await get('balance', '/accounts/balance'), Balance, refusals), ({ balance, currencyCode }) => {
        const available = balanceIn(balance, currencyCode, account.rateOf)
        return available === undefined ? unknown('NO_AMOUNT') : done({ available, held: 0, as_of: now() })
      }),
    statement: async (day) =>
      map(await report(spanOf(day)), (topups) => allRead(topups.filter((topup) => isOfDay(topup, day)).flatMap((topup) => linesOf(topup, account)))),
    // Reloadly sends us no messages on its own.
    hintIn: () => null,
  }
}

type Bought = { wantsPin: boolean; operator_id: string; fixed: string | undefined; recipientPhone: { countryCode: string; number: string } }

/** Translates the product and recipient of an order to Reloadly's terms. */
function boughtOf(order: Order): Answer<Bought> {
  const [, kind, operator_id, fixed] = /^(pin|top):(\d{1,15})(?::(\d{1,9}(?:\.\d{1,4})?))?$/.exec(order.product_id) ?? []
  if (!operator_id) return refused('our_mistake', 'NO_SUCH_PRODUCT')
  if ((fixed === undefined) === (order.amount === null)) return refused('amount', 'NO_AMOUNT')
  const read = parsePhoneNumberFromString(order.recipient.number ?? '')
  if (!read?.country) return refused('recipient', 'NO_NUMBER')
  const recipientPhone = { countryCode: read.country, number: read.number.slice(1) }
  return oneOnly(order) ?? done({ wantsPin: kind === 'pin', operator_id, fixed, recipientPhone })
}
