// Checks every few seconds whether the session is about to end. It warns in time, and at the end opens the login.
import { Suspense, useEffect, useState } from 'react'
import { useUser } from '../../kit/base/api.ts'
import { idleEndsAt, toDoor } from '../../kit/base/session.ts'
import { lazyDialog } from '../lazy.ts'
import { isNear, nearerEnd, type SessionEnd } from './session-end.ts'

/** These parts are exported again here, so that they are loaded together with this file, because they too are needed soon after the start. */
export { Banners } from '../Banners.tsx'
export { SupportContact } from './SupportContact.tsx'

const LOOK_MS = 2_000
const SessionWarning = lazyDialog(() => import('./SessionWarning.tsx'))

export function SessionWatch() {
  const session_at = new Date(useUser().session_ends_at).getTime()
  const end = useNearEnd(session_at)
  const [accepted, setAccepted] = useState<number>()
  if (!end || accepted === end.at) return null
  return (
    <Suspense>
      <SessionWarning end={end} accept={() => setAccepted(end.at)} />
    </Suspense>
  )
}

/** Returns when and why the session ends, if the end is near; otherwise undefined. */
function useNearEnd(session_at: number): SessionEnd | undefined {
  const [at, setAt] = useState<number>()
  const [kind, setKind] = useState<SessionEnd['kind']>('idle')
  useEffect(() => {
    function look() {
      const end = nearerEnd(idleEndsAt(), session_at)
      if (end.at <= Date.now()) toDoor('ended')
      setAt(isNear(end, Date.now()) ? end.at : undefined)
      setKind(end.kind)
    }
    look()
    const timer = setInterval(look, LOOK_MS)
    return () => clearInterval(timer)
  }, [session_at])
  return at === undefined ? undefined : { at, kind }
}
