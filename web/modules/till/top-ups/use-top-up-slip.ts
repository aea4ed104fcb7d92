// Prints the slip of a successful top-up, with a preview if the user wants one. While the next customer is served, the slip waits in the panel of its top-up.
import { useRef, useState } from 'react'
import type { TopUp } from '../../../../contract/till/top-ups.ts'
import { ask, useUser } from '../../../kit/base/api.ts'
import { showsPreview, usePreferences } from '../../../kit/base/preferences.ts'
import type { SlipOf } from '../live-selling/live-selling.ts'

/** `isIdle`: whether no customer is being served, so that a waiting slip may be printed. */
export function useTopUpSlip(isIdle: boolean) {
  const user = useUser()
  const [preferences] = usePreferences()
  const [slip, setSlip] = useState<{ of: SlipOf; step: 'preview' | 'paper' }>()
  const isFree = useRef(true)
  isFree.current = isIdle && !slip
  const print = (top_up: TopUp, isStill = () => true) =>
    void ask('topUp', { top_up_id: top_up.top_up_id }).then(
      (of) => isStill() && setSlip({ of, step: showsPreview(preferences, user) ? 'preview' : 'paper' }),
      () => undefined,
    )
  return {
    slip,
    print: (top_up: TopUp) => print(top_up),
    printWhileIdle: (top_up: TopUp) => isFree.current && print(top_up, () => isFree.current),
    toPaper: () => setSlip((now) => now && { of: now.of, step: 'paper' }),
    close: () => setSlip(undefined),
  }
}
