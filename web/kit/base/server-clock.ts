// How far the server's clock is ahead of this browser's, in milliseconds, estimated from the Date headers of answers.
let ahead_ms = Number.NEGATIVE_INFINITY

/**
 * Takes a Date header into account. The header has whole seconds and took some time to arrive, so it is never ahead of the server's clock. The greatest
 * difference is therefore the most exact.
 */
export function heard(date: string | null) {
  if (date) ahead_ms = Math.max(ahead_ms, Date.parse(date) - Date.now())
}

/** Converts a moment of this browser's clock to the server's clock. */
export const serverTime = (browser_ms: number) => browser_ms + (Number.isFinite(ahead_ms) ? ahead_ms : 0)

/** The most milliseconds that a Date header lacks because it has only whole seconds. */
const CUT_MS = 999

/** Converts a moment of the server's clock to this browser's clock, rounding to the earlier side, so that a countdown never shows more time than is left. */
export const browserTime = (server_ms: number) => server_ms - (serverTime(0) + CUT_MS)
