// What the till does beside selling, and shows nothing of: sounds, the number of the last slip for when there is no connection, a screen that stays on while a
// shift is open, and no new version over an open sale. Loaded after the till is drawn.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { query, useUser } from '../../../kit/base/api.ts'
import { keepLastSlip } from '../../../kit/base/last-slip.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { useHeldBack } from '../../../kit/form/unsaved.ts'
import { openSales } from './open-sales.ts'
import type { SaleState } from './sale-state.ts'
import { play, type Sound } from './sounds.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** `missed`: what was searched or scanned in vain; a new one each time. */
export function TillSenses({ state: { chosen, selling, sold, refusal, checks }, missed }: { state: SaleState; missed: unknown }) {
  const { user_id } = useUser()
  const { data: shift } = useQuery(query('shiftNow', {}))
  useWakeLock(Boolean(shift?.opened_at))
  useHeldBack(Boolean(chosen ?? selling) || checks.some(({ outcome }) => outcome === 'unknown') || openSales(user_id).length > 0)
  const isNew = sold && sold.how !== 'copy' ? sold : undefined
  useSound('sold', isNew)
  useSound('missed', missed)
  useSound('refused', refusal)
  useEffect(() => {
    if (isNew && isNew.sale.training_no === null) keepLastSlip(isNew.sale.sale_id)
  }, [isNew])
  return null
}

/** Once for each new thing, and not for what was there before. */
function useSound(sound: Sound, about: unknown) {
  const [{ sounds }] = usePreferences()
  const heard = useRef(about)
  useEffect(() => {
    if (about === heard.current) return
    heard.current = about
    if (about && sounds) play(sound)
  }, [about, sound, sounds])
}
