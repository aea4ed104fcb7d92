// Moments that a journey has to wait for although no text on the screen announces them: enough time has passed, or all activity has ended.
import type { Page, Request } from 'playwright-core'

/** How far the page's clock is moved on, in milliseconds. The till ignores answers to a question that has just appeared, but not for as long as this. */
const MOMENT_MS = 500
/**
 * Longer than the time within which a second Enter counts as part of a scan (web/modules/till/selling/enters.ts). This time really passes, because key presses
 * carry real timestamps.
 */
const SCAN_MS = 260
const CALM_MS = 300
const WAIT_MS = 30_000
const LOOK_MS = 20

/** Pauses as people do between choosing and Enter, because an immediate Enter counts as part of the scan before it and sells nothing. */
export const aMomentLater = (page: Page): Promise<void> =>
  page.evaluate(
    async ([moment_ms, scan_ms]) => {
      await new Promise((done) => setTimeout(done, scan_ms))
      const now = performance.now.bind(performance)
      performance.now = () => now() + moment_ms
    },
    [MOMENT_MS, SCAN_MS] as const,
  )

/** Waits until the last key press has had its effect and its requests are sent: two frames were drawn, and a request sent after them was answered. */
export const overtaken = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    const frames = async () => {
      for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
    }
    await frames()
    await fetch('/icon.svg', { cache: 'no-store' })
    await frames()
  })

/** Waits until no transition or animation is under way. */
export const still = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.getAnimations().every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity))

/** Watches a page that has not sent requests yet. `calm` waits until no request is running and none was sent for 300 ms. */
export function trafficOf(page: Page): { calm: () => Promise<void> } {
  const open = new Set<Request>()
  let last = 0
  const ends = (request: Request) => {
    open.delete(request)
    last = Date.now()
  }
  page.on('request', (request) => {
    open.add(request)
    last = Date.now()
  })
  page.on('requestfinished', ends)
  page.on('requestfailed', ends)
  return {
    calm: async () => {
      const begun = Date.now()
      while (open.size > 0 || Date.now() - Math.max(last, begun) < CALM_MS) {
        if (Date.now() - begun > WAIT_MS) throw new Error(`still asking: ${[...open].map((request) => request.url()).join(', ')}`)
        await new Promise((done) => setTimeout(done, LOOK_MS))
      }
    },
  }
}
