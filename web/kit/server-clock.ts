// How far the server's clock is ahead of this browser's: as its answers date themselves.
let ahead_ms = Number.NEGATIVE_INFINITY

/** A date is cut to the second and has travelled: never ahead of the truth, so the furthest one is the nearest. */
export function heard(date: string | null) {
  if (date) ahead_ms = Math.max(ahead_ms, Date.parse(date) - Date.now())
}

/** A moment of this browser as the server's clock has it. */
export const serverTime = (browser_ms: number) => browser_ms + (Number.isFinite(ahead_ms) ? ahead_ms : 0)
