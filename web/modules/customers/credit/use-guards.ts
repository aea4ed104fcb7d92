// Questions between the press of the button and the booking: a large amount has to be typed twice, and the same booking twice within minutes has to be
// confirmed.
import { useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { walletChanges } from '../../../../contract/customers/credit.ts'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { query } from '../../../kit/base/api.ts'
import type { Typed } from '../../../kit/form/form-values.ts'
import type { FieldState } from '../../../kit/form/use-call-form.ts'

/** An amount above this has to be typed twice, because one wrong digit would be expensive. */
export const AGAIN_ABOVE = 1_000 * EURO
const REPEAT_MS = 5 * 60_000

type Guarded = { customer_id: string; type: (typeof walletChanges)[number]; amount: Money | undefined; submit: () => void }

export function useGuards({ customer_id, type, amount, submit }: Guarded) {
  const t = useTranslations('sales.booking')
  const cache = useQueryClient()
  const id = useId()
  const [typed, setTyped] = useState<Typed<Money>>()
  const [tried, setTried] = useState(false)
  const [repeated, setRepeated] = useState<string>()
  const asksAgain = amount !== undefined && amount > AGAIN_ABOVE
  const differs = asksAgain && typed !== amount

  /** Returns the time of a booking of the same amount for the same customer in the last minutes; undefined if there was no such booking. */
  async function lastSame(): Promise<string | undefined> {
    if (type !== 'top_up' || customer_id === '' || !amount) return undefined
    const recent = await cache.fetchQuery({ ...query('walletRecent', { customer_id }), staleTime: 0 }).catch(() => undefined)
    const since = Date.now() - REPEAT_MS
    return recent?.content.find((one) => one.kind === 'top_up' && one.amount === amount && Date.parse(one.created_at) > since)?.created_at
  }

  async function guarded() {
    setTried(true)
    if (differs) {
      document.getElementById(id)?.focus()
      return
    }
    const same = await lastSame()
    setRepeated(same)
    if (!same) submit()
  }

  const again: FieldState<Money> = {
    id,
    label: t('again'),
    value: typed,
    onChange: setTyped,
    onBlur: () => undefined,
    error: tried && differs ? t('again_differs') : undefined,
    required: true,
  }
  return {
    submit: () => void guarded(),
    asksAgain,
    again,
    repeated,
    anyway: () => {
      setRepeated(undefined)
      submit()
    },
    leave: () => setRepeated(undefined),
  }
}
