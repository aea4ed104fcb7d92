// Moments that a journey waits for where no text on the screen shows them: time has passed, or nothing more happens.
import type { Page, Request } from 'playwright-core'

/** A pause longer than the time in which a key press counts as part of the one before. */
const MOMENT_MS = 500
const CALM_MS = 300
const WAIT_MS = 30_000
const LOOK_MS = 20

/**
 * A pause like a person's between choosing and Enter, by the page's own clock, which is moved on: an immediate Enter counts as part of the key press before
 * and sells nothing. Two frames first, so that the page has processed the choice.
 */
export const aMomentLater = (page: Page): Promise<void> =>
  page.evaluate(async (ms) => {
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame)
    const now = performance.now.bind(performance)
    performance.now = () => now() + ms
  }, MOMENT_MS)

/** Waits until the last key press has taken full effect and sent its requests: two frames were drawn, and a request sent after them has its answer. */
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

/** Watches the requests of a page that has not sent one yet. `calm` waits until no request is running and none was sent for 300 ms. */
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
