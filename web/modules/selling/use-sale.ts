// Sends sales and follows those whose answer was lost, until each is certainly sold or certainly not.
import { useQueryClient } from '@tanstack/react-query'
import { type Dispatch, useEffect, useReducer, useRef } from 'react'
import type { UserInfo } from '../../../contract/auth.ts'
import type { Sale } from '../../../contract/selling.ts'
import { ask, type CallName } from '../../kit/api.ts'
import { forgetSale, type OpenSale, type Order, openSales, rememberSale } from './open-sales.ts'
import { CONFIRM_AFTER_MS, isRefusal, nextCheck, noSale, questionOf, type SaleAction, saleReducer } from './sale-state.ts'
import { useTransactionKeys } from './use-transaction-keys.ts'

const ANSWER_MS = 20_000
/** Everything a sale moves; the user's details too (spec §7). */
const moved: readonly CallName[] = ['sellerProductsV2', 'balance', 'salesList', 'authCheck']

type Answer = { sale: Sale; download_id?: string }

/** The purchase of this key: sent twice it is the same sale. An answer that lacks PINs says nothing yet. */
async function buy({ transaction_key, configuration_id, quantity, bulk }: OpenSale): Promise<Answer> {
  const input = { transaction_key, configuration_id, quantity }
  const signal = AbortSignal.timeout(ANSWER_MS)
  if (bulk) {
    const { download_id, ...sale } = await ask('sellBulk', input, signal)
    return { sale, download_id }
  }
  const sale = await ask('sell', input, signal)
  if (sale.pins.length !== quantity) throw new Error('a sale without its PINs')
  return { sale }
}

export function useSale(user: UserInfo) {
  const [state, dispatch] = useReducer(saleReducer, noSale)
  const keys = useTransactionKeys()
  const cache = useQueryClient()
  /** Faster than any state: a second Enter in the same moment finds the door closed. */
  const isSending = useRef(false)
  const follow = useFollow(user.user_id, dispatch, refresh)

  function refresh() {
    for (const name of moved) cache.invalidateQueries({ queryKey: [name] })
  }

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
      dispatch({ type: 'refused', error })
    } finally {
      isSending.current = false
    }
  }

  /** The sell button: asks once more where that is needed, else sends. */
  function submit(quantity: number) {
    const { chosen } = state
    if (!chosen || state.selling || isSending.current) return
    const { offer, asked } = chosen
    const question = questionOf(state, offer, quantity)
    const now_ms = performance.now()
    if (question && !asked) return dispatch({ type: 'ask', question, at_ms: now_ms })
    if (asked && now_ms - asked.at_ms < CONFIRM_AFTER_MS) return
    const { configuration_id, product_name, value } = offer
    send({ configuration_id, product_name, value, quantity, bulk: user.pin_download === 1 })
  }

  return { state, dispatch, submit }
}

/** Once the till is closed nothing is followed here any more: what is still open stays stored for the next time. */
function useFollow(user_id: string, dispatch: Dispatch<SaleAction>, refresh: () => void) {
  const closed = useRef(new AbortController())

  function ended(open: OpenSale) {
    forgetSale(user_id, open.transaction_key)
    refresh()
  }

  function sold(open: OpenSale, answer: Answer) {
    if (closed.current.signal.aborted) return
    ended(open)
    dispatch({ type: 'sold', transaction_key: open.transaction_key, ...answer })
  }

  async function first(open: OpenSale) {
    try {
      sold(open, await buy(open))
    } catch (error) {
      if (closed.current.signal.aborted) return
      if (!isRefusal(error)) return again(open, 0)
      ended(open)
      dispatch({ type: 'refused', transaction_key: open.transaction_key, error })
    }
  }

  function again(open: OpenSale, attempt: number) {
    dispatch({ type: 'unknown', open })
    const { wait_ms, by } = nextCheck(attempt)
    const timer = setTimeout(() => (by === 'sell' ? resend(open, attempt) : settle(open, attempt)), wait_ms)
    closed.current.signal.addEventListener('abort', () => clearTimeout(timer), { once: true })
  }

  /** A refusal now does not say what became of the first request; settling does. */
  async function resend(open: OpenSale, attempt: number) {
    try {
      sold(open, await buy(open))
    } catch (error) {
      if (isRefusal(error)) await settle(open, attempt)
      else if (!closed.current.signal.aborted) again(open, attempt + 1)
    }
  }

  async function settle(open: OpenSale, attempt: number) {
    try {
      const { sale } = await ask('saleSettle', { transaction_key: open.transaction_key }, AbortSignal.timeout(ANSWER_MS))
      if (sale) return sold(open, { sale })
      if (closed.current.signal.aborted) return
      ended(open)
      dispatch({ type: 'not_sold', transaction_key: open.transaction_key })
    } catch {
      if (!closed.current.signal.aborted) again(open, attempt + 1)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the till opens, for what an earlier one left behind
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    for (const open of openSales(user_id)) {
      dispatch({ type: 'unknown', open })
      settle(open, Number.POSITIVE_INFINITY)
    }
    return () => controller.abort()
  }, [])

  return { first }
}
