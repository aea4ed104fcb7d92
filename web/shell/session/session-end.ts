// Pure functions that compute when a session ends and whether to warn now.
export const WARN_MS = 5 * 60_000

export type SessionEnd = { at: number; kind: 'idle' | 'absolute' }

/** Returns the earlier of a session's two ends: three hours after the last activity, or twelve hours after signing in. */
export function nearerEnd(idle_at: number, session_at: number): SessionEnd {
  return session_at <= idle_at ? { at: session_at, kind: 'absolute' } : { at: idle_at, kind: 'idle' }
}

export const isNear = ({ at }: SessionEnd, now: number) => at - now <= WARN_MS

/** Returns the whole minutes left, rounded up; 0 if less than one minute is left. */
export const minutesLeft = ({ at }: SessionEnd, now: number) => (at - now < 60_000 ? 0 : Math.ceil((at - now) / 60_000))
