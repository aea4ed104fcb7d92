// Reloadly's answers: operators, top-ups, and errors by name. Numbers arrive as their texts (digits.ts), which preserves a PIN that is sent as a number.
import * as z from 'zod/mini'
import type { Money } from '../../../contract/kit/money.ts'
import { deliveryOf, named, orNull, type Refusals, wordsOf } from '../answer-rules.ts'
import { done, refused, unknown } from '../answers.ts'
import type { Answer, RefusedBy, Standing } from '../supplier.ts'
import type { Shown } from '../wire-mask.ts'

const text = z.string()
const maybe = z.nullish(text)
const shown = orNull(text)
const amounts = z.nullish(z.array(text))

export const Signed = z.object({ access_token: text, expires_in: text })
export const Balance = z.object({ balance: text, currencyCode: text })

export const Operator = z.object({
  ...{ operatorId: text, name: text, pin: z.optional(z.boolean()), status: maybe, senderCurrencyCode: text, denominationType: z.enum(['FIXED', 'RANGE']) },
  ...{ fixedAmounts: amounts, minAmount: maybe, maxAmount: maybe, internationalDiscount: maybe, localDiscount: maybe },
  ...{ country: z.object({ isoName: text }), fx: z.object({ rate: text, currencyCode: text }) },
})
export type Operator = z.infer<typeof Operator>
export const Operators = z.array(orNull(Operator))

const PinDetail = z.object({ code: maybe, serial: shown, info1: shown, info2: shown, info3: shown, validity: shown })
export const Topup = z.object({
  ...{ transactionId: text, customIdentifier: text, operatorId: text, operatorName: shown, operatorTransactionId: shown, transactionDate: shown },
  ...{ status: z.enum(['SUCCESSFUL', 'PROCESSING', 'REFUNDED', 'FAILED']), pinDetail: z.nullish(PinDetail) },
  ...{ requestedAmount: shown, requestedAmountCurrencyCode: shown, discount: maybe, discountCurrencyCode: maybe },
  ...{ recipientPhone: shown, deliveredAmount: shown, deliveredAmountCurrencyCode: shown },
})
export type Topup = z.infer<typeof Topup>

/** The shape of one page of a list; pages are counted from 1. */
export const pageOf = <T extends z.ZodMiniType>(item: T) =>
  z.pipe(
    z.object({ content: z.array(item), totalElements: text }),
    z.transform(({ content, totalElements }) => ({ items: content, total: Number(totalElements) })),
  )

const MEANT: Readonly<Record<string, RefusedBy>> = {
  ...{ INVALID_CREDENTIALS: 'our_mistake', INVALID_TOKEN: 'our_mistake', INVALID_RECIPIENT_PHONE: 'recipient' },
  ...{ FX_RATE_NOT_AVAILABLE: 'not_available', INSUFFICIENT_BALANCE: 'our_balance', INVALID_AMOUNT_FOR_OPERATOR: 'amount' },
}
const Failure = z.object({ errorCode: text, message: shown })

/** What an error means. An error that is not in the list does not prove that there is no order: after "identifier used before", for example, there is one. */
export const refusals: Refusals = (body, status) => {
  const read = status >= 400 ? Failure.safeParse(body) : undefined
  if (!read?.success) return undefined
  const { errorCode, message } = read.data
  const [by, words] = [MEANT[errorCode], wordsOf(errorCode, message ?? undefined)]
  return by ? refused(by, words) : unknown(words)
}

/**
 * The state of a top-up. `wantsPin`: a PIN was bought, so after an answer without a PIN the outcome is unknown, even if the supplier calls the order successful.
 * `cost`: our cost; null if it cannot be read.
 */
export function standingOf(topup: Topup, reference: string, wantsPin: boolean, cost: Money | null): Answer<Standing> {
  const { transactionId: supplier_reference, customIdentifier, status, operatorName, operatorTransactionId, pinDetail } = topup
  if (customIdentifier !== reference) return unknown('ANOTHER_ORDER')
  if (status === 'PROCESSING') return named('PROCESSING', supplier_reference)
  if (status !== 'SUCCESSFUL') return refused(status === 'REFUNDED' ? 'reversed' : 'not_available', status, supplier_reference)
  if (wantsPin && !pinDetail?.code) return named('PIN_NOT_SHOWN', supplier_reference)
  const { code, serial, info1, info2, info3, validity } = pinDetail ?? {}
  const instructions = [info1, info2, info3].filter((line) => line).join('\n')
  const { deliveredAmount, deliveredAmountCurrencyCode: unit } = topup
  const arrived = deliveredAmount && unit ? `${deliveredAmount} ${unit}` : null
  const facts = { operator: operatorName, operator_reference: operatorTransactionId, arrived, instructions, validity }
  const told = { product: topup.operatorId, number: topup.recipientPhone, amount: topup.requestedAmount, currency: unit }
  return done({ state: 'delivered', supplier_reference, cost, told, delivery: deliveryOf({ pin: code, serial, facts }) })
}

/**
 * The fields that may be logged. `recipientPhone` is an object in an order, and nothing in that object is logged; in an answer it is the telephone number, of
 * which the last three digits are logged.
 */
export const SHOWN: Shown = {
  plain: new Set([
    ...['body', 'content', 'totalElements', 'totalPages', 'number', 'page', 'size', 'last', 'includeBundles', 'includeData', 'startDate', 'endDate'],
    ...['operatorId', 'id', 'name', 'amount', 'useLocalAmount', 'customIdentifier', 'countryCode', 'country', 'isoName', 'transactionId', 'status'],
    ...['operatorTransactionId', 'operatorName', 'discount', 'discountCurrencyCode', 'requestedAmount', 'requestedAmountCurrencyCode', 'deliveredAmount'],
    ...['deliveredAmountCurrencyCode', 'transactionDate', 'denominationType', 'fixedAmounts', 'minAmount', 'maxAmount', 'senderCurrencyCode', 'fx', 'rate'],
    ...['currencyCode', 'internationalDiscount', 'localDiscount', 'balance', 'errorCode', 'expires_in', 'grant_type', 'audience', 'error'],
  ]),
  endings: new Set(['recipientPhone', 'serial']),
}
