// How far the server's clock is ahead of this browser's, taken from the Date headers of its answers.
let ahead_ms = Number.NEGATIVE_INFINITY

/**
 * Takes a Date header into account. It has whole seconds and was under way for a while, so it is never ahead of the server's clock: the greatest difference
 * is the most exact.
 */
export function heard(date: string | null) {
  if (date) ahead_ms = Math.max(ahead_ms, Date.parse(date) - Date.now())
}

/** Converts a moment of this browser's clock to the server's clock. */
export const serverTime = (browser_ms: number) => browser_ms + (Number.isFinite(ahead_ms) ? ahead_ms : 0)

/** The most milliseconds that a Date header loses because it has only whole seconds. */
const CUT_MS = 999

/** Converts a moment of the server's clock to this browser's clock, never to a later one, so that a countdown never shows more time than there is. */
export const browserTime = (server_ms: number) => server_ms - (serverTime(0) + CUT_MS)
