// Follows each sent sale until it was certainly made or certainly not. It stops when this till is closed or another tab takes over: open sales stay stored for
// the next tab that sells, so that no sale gets two original slips.
import { type Dispatch, useEffect, useRef } from 'react'
import type { NextSale } from '../../../../contract/till/next-sale.ts'
import type { Sale } from '../../../../contract/till/selling.ts'
import { ask } from '../../../kit/base/api.ts'
import { onReturn } from '../../../kit/base/connection.ts'
import { serverTime } from '../../../kit/base/server-clock.ts'
import { cardsOf, forgetSale, isOpen, type OpenSale, openSales } from './open-sales.ts'
import { isLate, isRefusal, nextCheck, type SaleAction } from './sale-state.ts'

const ANSWER_MS = 20_000

type Answer = { sale: Sale; more?: readonly Sale[]; download_id?: string; next?: NextSale | undefined }

/** Sends the purchase; its transaction key prevents a second sale if it is sent twice. An answer without PINs does not prove that the sale was made. */
async function buy(open: OpenSale): Promise<Answer> {
  const { transaction_key, configuration_id, quantity, price_seen, payment, bulk } = open
  if (open.more?.length) return buyBasket(open)
  const input = { transaction_key, configuration_id, quantity, price_seen, payment }
  const signal = AbortSignal.timeout(ANSWER_MS)
  if (bulk) {
    const { download_id, ...sale } = await ask('sellBulk', input, signal)
    return { sale, download_id }
  }
  const { next, ...sale } = await ask('sell', { ...input, with_next: true }, signal)
  if (sale.pins.length !== quantity) throw new Error('a sale without its PINs')
  return { sale, next }
}

async function buyBasket(open: OpenSale): Promise<Answer> {
  const { transaction_key, payment } = open
  const lines = cardsOf(open).map(({ configuration_id, quantity, price_seen }) => ({ configuration_id, quantity, price_seen }))
  const { sales, next } = await ask('sellBasket', { transaction_key, lines, payment, with_next: true }, AbortSignal.timeout(ANSWER_MS))
  const [sale, ...more] = sales
  if (!sale || sales.length !== lines.length || sales.some(({ pins }, i) => pins.length !== lines[i]?.quantity)) throw new Error('a sale without its PINs')
  return { sale, more, next }
}

/** `refresh`: called when the outcome of a sale is certain, with what the answer brought for the next sale, if it did. */
export function useFollow(user_id: string, dispatch: Dispatch<SaleAction>, refresh: (open: OpenSale, next?: NextSale) => void) {
  const closed = useRef(new AbortController())
  /** The next request about each sale: its timer, and a function that makes the request at once. */
  const next = useRef(new Map<string, { timer: ReturnType<typeof setTimeout>; make: () => void }>())

  /** Stops following a sale. Returns true only once for each sale: at the first answer that tells its outcome. */
  function end(open: OpenSale, brought?: NextSale): boolean {
    const { transaction_key } = open
    if (closed.current.signal.aborted) return false
    clearTimeout(next.current.get(transaction_key)?.timer)
    next.current.delete(transaction_key)
    if (!isOpen(user_id, transaction_key)) return false
    forgetSale(user_id, transaction_key)
    refresh(open, brought)
    return true
  }

  function sold(open: OpenSale, { next, ...answer }: Answer) {
    const is_late = isLate(answer.sale, serverTime(open.sent_at))
    if (end(open, next)) dispatch({ type: 'sold', transaction_key: open.transaction_key, is_late, ...answer })
  }

  async function first(open: OpenSale) {
    try {
      sold(open, await buy(open))
    } catch (error) {
      if (!isRefusal(error)) return again(open, 0)
      if (end(open)) dispatch({ type: 'refused', transaction_key: open.transaction_key, error, at_ms: performance.now() })
    }
  }

  function again(open: OpenSale, attempt: number) {
    if (closed.current.signal.aborted || !isOpen(user_id, open.transaction_key)) return
    dispatch({ type: 'unknown', open })
    const { wait_ms, by } = nextCheck(attempt)
    const make = () => {
      next.current.delete(open.transaction_key)
      void (by === 'sell' ? resend(open, attempt) : settle(open, attempt))
    }
    next.current.set(open.transaction_key, { timer: setTimeout(make, wait_ms), make })
  }

  /** Sends the sale again. A refusal of this request does not tell the outcome of the first one, so the sale is then settled. */
  async function resend(open: OpenSale, attempt: number) {
    try {
      sold(open, await buy(open))
    } catch (error) {
      if (isRefusal(error)) await settle(open, attempt)
      else again(open, attempt + 1)
    }
  }

  async function settle(open: OpenSale, attempt: number) {
    try {
      await decide(open, 'not_sold')
    } catch {
      again(open, attempt + 1)
    }
  }

  /** Settles the sale: the server says that it was made, or that it never will be. */
  async function decide(open: OpenSale, otherwise: 'not_sold' | 'given_up') {
    const { sale, more } = await ask('saleSettle', { transaction_key: open.transaction_key }, AbortSignal.timeout(ANSWER_MS))
    if (sale) return sold(open, { sale, more })
    if (end(open)) dispatch({ type: otherwise, transaction_key: open.transaction_key })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the till opens, for sales left open before
  useEffect(() => {
    const controller = new AbortController()
    closed.current = controller
    for (const open of openSales(user_id)) {
      dispatch({ type: 'unknown', open })
      settle(open, Number.POSITIVE_INFINITY)
    }
    // When the connection is back, all waiting requests are made at once and not only when their timers end.
    const ends = onReturn(() => {
      for (const { timer, make } of [...next.current.values()]) {
        clearTimeout(timer)
        make()
      }
    })
    return () => {
      ends()
      controller.abort()
      for (const { timer } of next.current.values()) clearTimeout(timer)
    }
  }, [])

  return {
    first,
    /** Called when the seller no longer wants to wait for a sale: settles the sale at once. Throws if this request gets no answer either. */
    giveUp: (open: OpenSale) => decide(open, 'given_up'),
  }
}
