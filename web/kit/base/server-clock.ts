// How far the server's clock is ahead of this browser's, taken from the Date headers of its answers.
let ahead_ms = Number.NEGATIVE_INFINITY

/** A Date header is cut to the second and has travelled, so it is never ahead of the server's clock: the greatest difference seen is the most exact. */
export function heard(date: string | null) {
  if (date) ahead_ms = Math.max(ahead_ms, Date.parse(date) - Date.now())
}

/** A moment of this browser's clock, on the server's clock. */
export const serverTime = (browser_ms: number) => browser_ms + (Number.isFinite(ahead_ms) ? ahead_ms : 0)

/** What was cut off a Date header at most. */
const CUT_MS = 999

/** A moment of the server's clock on this browser's, never later than it is: a countdown to it begins with no more than there was. */
export const browserTime = (server_ms: number) => server_ms - (serverTime(0) + CUT_MS)
