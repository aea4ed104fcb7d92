// Invisible side tasks of the till: sounds, storing the number of the last slip (for the offline page) and the last sale, keeping the screen on during a shift,
// and making a new version wait during a sale. It is loaded after the till is drawn.
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { query, useUser } from '../../../kit/base/api.ts'
import { keepLastSlip } from '../../../kit/base/last-slip.ts'
import { usePreferences } from '../../../kit/base/preferences.ts'
import { useHeldBack } from '../../../kit/form/unsaved-input.ts'
import { keepLastSale } from './last-sale.ts'
import { openSales } from './open-sales.ts'
import type { SaleState } from './sale-state.ts'
import { play, type Sound } from './sounds.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** `missed`: the last search or scan without a result, each time as a new object. */
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
    if (isNew?.sale.training_no !== null) return
    const { sale_id, product_name, value, quantity, created_at } = isNew.sale
    keepLastSlip(sale_id)
    keepLastSale(user_id, { sale_id, product_name, value, quantity, created_at })
  }, [isNew, user_id])
  return null
}

/** Plays a sound once for each new object, but not for an object that existed at the start. */
function useSound(sound: Sound, about: unknown) {
  const [{ sounds }] = usePreferences()
  const heard = useRef(about)
  useEffect(() => {
    if (about === heard.current) return
    heard.current = about
    if (about && sounds) play(sound)
  }, [about, sound, sounds])
}
