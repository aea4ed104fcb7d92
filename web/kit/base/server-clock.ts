// How far the server's clock is ahead of this browser's, taken from the Date headers of its answers.
let ahead_ms = Number.NEGATIVE_INFINITY

/** A Date header is truncated to the second and has travelled, so it is never ahead of the server's clock: the greatest difference seen is the most exact. */
export function heard(date: string | null) {
  if (date) ahead_ms = Math.max(ahead_ms, Date.parse(date) - Date.now())
}

/** Converts a moment of this browser's clock to the server's clock. */
export const serverTime = (browser_ms: number) => browser_ms + (Number.isFinite(ahead_ms) ? ahead_ms : 0)

/** The most milliseconds that a Date header loses because it has only whole seconds. */
const CUT_MS = 999

/** A moment of the server's clock on this browser's clock, never too late: a countdown to it never starts with more time than there was. */
export const browserTime = (server_ms: number) => server_ms - (serverTime(0) + CUT_MS)
