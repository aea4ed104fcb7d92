// The letter keys for deciding claims: A accepts, R rejects, U takes the claim of the focused row, or the claim that is open.
import { useEffect, useRef } from 'react'
import type { ReclaimStep } from '../../../../contract/sales/reclamations.ts'
import { isKey } from '../../../kit/base/keys.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'

const steps = { accept_claim: 'accept', reject_claim: 'reject', take_claim: 'take' } as const

const isTyping = (target: EventTarget | null) =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest('input, textarea, select') !== null)

/** Returns the id of the claim in the focused row. The id is the end of the row's link. */
const focused = () => document.activeElement?.closest('tr')?.querySelector('a[href*="/reclaim-request/"]')?.getAttribute('href')?.split('/').at(-1)

export function useClaimKeys(begin: (step: ReclaimStep, reclaim_id: string) => void, open?: string) {
  const [{ letter_keys }] = usePreferences()
  const current = useRef(begin)
  current.current = begin
  useEffect(() => {
    let isLed = false
    function onKey(event: KeyboardEvent) {
      // A letter pressed after G opens a page, so it must not decide a claim.
      const wasLed = isLed
      isLed = isKey(event, 'go')
      if (!letter_keys || wasLed || event.defaultPrevented || isTyping(event.target)) return
      const key = (Object.keys(steps) as (keyof typeof steps)[]).find((one) => isKey(event, one))
      const id = key && (open ?? focused())
      if (!key || !id) return
      event.preventDefault()
      current.current(steps[key], id)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [letter_keys, open])
}
