// Sends one top-up at a time. If it succeeds at once, its slip is printed after the screen is cleared for the next customer.
import { useRef, useState } from 'react'
import { steps, type TopUp, type TopUpProduct } from '../../../../contract/till/top-ups.ts'
import { useUser } from '../../../kit/base/api.ts'
import { useTransactionKeys } from '../../../kit/counter/use-transaction-keys.ts'
import type { ReadNumber } from '../saved-numbers/saved-numbers.ts'
import type { Sending } from './SendPanel.tsx'
import { useFollowing } from './use-followed-top-ups.ts'
import type { useTopUpSlip } from './use-top-up-slip.ts'

type Target = { product: TopUpProduct; number: ReadNumber; region: string | undefined }

/** `setRefusal`: gets the reason why the last top-up was not sent. `onSent`: called when it was sent or is being followed. */
export function useTopUpSale(slips: ReturnType<typeof useTopUpSlip>, setRefusal: (refusal: unknown) => void, onSent: () => void) {
  const { user_id } = useUser()
  const keys = useTransactionKeys()
  const [busy, setBusy] = useState(false)
  /** The top-up whose answer has not come yet. If it succeeds, its slip is printed after the screen is cleared. */
  const attempt = useRef<{ sent?: TopUp }>(undefined)
  const { followed, send, drop } = useFollowing(user_id, (top_up) => {
    if (top_up.state !== 'successful') return
    if (attempt.current) attempt.current.sent ??= top_up
    else slips.printWhileIdle(top_up)
  })

  async function sell({ amount, price_seen, once_more, again: mobile_number_again }: Sending, { product, number, region }: Target) {
    if (busy) return
    setBusy(true)
    setRefusal(undefined)
    const own: { sent?: TopUp } = {}
    attempt.current = own
    try {
      const transaction_key = await keys.take()
      const { configuration_id, operator_id } = product
      const choice = { configuration_id, operator_id, price_seen, once_more, ...(amount && { amount }), ...(region && { region }) }
      const to = { mobile_number: number.mobile_number, mobile_number_again, country: number.country }
      await send({ configuration: steps.send, transaction_key, ...to, ...choice }, `${product.name} · …${number.mobile_number.slice(-3)}`)
      onSent()
      if (own.sent) slips.print(own.sent)
    } catch (error) {
      setRefusal(error)
    } finally {
      attempt.current = undefined
      setBusy(false)
      keys.prefetch()
    }
  }
  return { followed, drop, busy, sell }
}
