// Says why nothing was sent, and what pressing the button again does: accept the new price, or send the same request again.
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { liveFailures } from '../../../../contract/kit/live.ts'
import { parseMoney } from '../../../../contract/kit/money.ts'
import * as format from '../../../kit/base/format.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'

/** Returns the new price from the error with which the server refused the old price; undefined for other errors. */
export const changedPrice = (error: unknown): number | undefined =>
  error instanceof CallError && error.code === 'price_changed' ? parseMoney(String(error.detail.price ?? '')) : undefined

export const isAskedAgain = (error: unknown): boolean => error instanceof CallError && error.code === 'sent_before'

export function Why({ error }: { error: unknown }) {
  const t = useTranslations('top_ups')
  if (!error) return null
  const price = changedPrice(error)
  const failure = error instanceof CallError ? liveFailures.find((one) => one === error.detail.failure) : undefined
  return (
    <>
      <Refusal error={error} changes />
      {price !== undefined && <p className="notice warning">{t('send.new_price', { price: format.money(price) })}</p>}
      {failure && <p>{t(`failures.${failure}`)}</p>}
    </>
  )
}
