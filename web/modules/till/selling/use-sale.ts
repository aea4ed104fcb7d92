// Sends sales one at a time, each under its own key, which is stored before the sale is sent.
import { useEffect, useReducer, useRef } from 'react'
import type { UserInfo } from '../../../../contract/people/account.ts'
import { type PaymentKind, QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { useTransactionKeys } from '../../../kit/counter/use-transaction-keys.ts'
import { basketOf, faceOf, givenOf, type Line } from './basket.ts'
import { isNewEnter, isSpent, spendEnter, watchEnters } from './enters.ts'
import { type Card, cardsOf, type OpenSale, type Order, rememberSale } from './open-sales.ts'
import { CONFIRM_AFTER_MS, noSale, priceOfOffer, questionOf, saleReducer } from './sale-state.ts'
import { useAfterSale } from './use-after-sale.ts'
import { useFollow } from './use-follow.ts'

export function useSale(user: UserInfo) {
  const [state, dispatch] = useReducer(saleReducer, noSale)
  const keys = useTransactionKeys()
  const afterSale = useAfterSale()
  /** Whether a sale is being sent. It is a ref, because React state changes too late to stop a second Enter that follows at once. */
  const isSending = useRef(false)
  const follow = useFollow(user.user_id, dispatch, (open, next) => {
    if (next) keys.keep(next.transaction_key)
    const sold = cardsOf(open).map(({ configuration_id }) => configuration_id)
    void afterSale(sold, next)
  })
  useEffect(watchEnters, [])
  const [{ collects }] = usePreferences()
  /** The way in which the customer pays; kept while the seller is asked about a changed price. */
  const paid = useRef<PaymentKind>(undefined)

  async function send(order: Order) {
    if (isSending.current) return
    isSending.current = true
    dispatch({ type: 'selling', order })
    try {
      const open: OpenSale = { ...order, transaction_key: await keys.take(), sent_at: Date.now() }
      rememberSale(user.user_id, open)
      dispatch({ type: 'sent', open })
      follow.first(open).then(keys.prefetch)
    } catch (error) {
      dispatch({ type: 'refused', error, at_ms: performance.now() })
    } finally {
      isSending.current = false
    }
  }

  /** Called by the button that sells: asks a question first if one is needed, otherwise sends the sale. */
  function submit(quantity: number) {
    const { chosen } = state
    if (!chosen || state.selling || isSending.current) return
    const { offer, asked } = chosen
    const needed = questionOf(state, offer, quantity)
    const question = collects && needed !== 'again' ? 'collect' : needed
    if (isSpent()) return
    const at_ms = performance.now()
    if (question && !asked) {
      spendEnter()
      return dispatch({ type: 'ask', question, at_ms })
    }
    // An answer to the question that comes too soon is ignored: nobody can have read the question, or it is the second click of a double click. Only the amount
    // that the customer gives may be typed at any speed.
    const isTyped = asked?.question === 'collect' && isNewEnter()
    if (asked && !isTyped && at_ms - asked.at_ms < CONFIRM_AFTER_MS) return
    const all = [...basketOf(state), { offer, quantity }]
    const isCollected = asked?.question === 'collect'
    if (isCollected && (givenOf(asked.paid, faceOf(all)) ?? 0) < faceOf(all)) return
    if (asked?.question !== 'price') paid.current = isCollected ? (asked.paid?.kind ?? 'cash') : undefined
    const [first, ...more] = all.map(cardOf)
    if (!first) return
    const bulk = more.length === 0 && quantity >= (fileFrom(user) ?? Number.POSITIVE_INFINITY)
    send({ ...first, ...(more.length > 0 ? { more } : {}), ...(paid.current ? { payment: paid.current } : {}), bulk })
  }

  return { state, dispatch, submit, giveUp: follow.giveUp }
}

const cardOf = ({ offer, quantity }: Line): Card => ({
  ...{ configuration_id: offer.configuration_id, product_name: offer.product_name, value: offer.value, quantity, price_seen: priceOfOffer(offer) },
})

/**
 * The quantity from which cards are sold as a file instead of slips: 1 if the reseller requires files; one more than the till's limit if files are only
 * allowed; undefined if they are not allowed.
 */
export const fileFrom = (user: UserInfo) => (user.pin_download === 1 ? 1 : user.download_csv === 1 ? QUANTITY_MAX + 1 : undefined)
