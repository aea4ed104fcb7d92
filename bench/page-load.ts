// One page load in a real browser as a customer without a cache makes it, on a slow line and a slow processor.
import type { Browser, BrowserContextOptions, CDPSession, Page } from 'playwright-core'
import type { Load } from './score.ts'

export type Line = { latency_ms: number; down_kbit: number; up_kbit: number }
/** Slow lines: the slow 4G of Lighthouse, and the slow 3G of Chromium. */
export const SLOW_4G: Line = { latency_ms: 150, down_kbit: 1_638, up_kbit: 675 }
export const SLOW_3G: Line = { latency_ms: 400, down_kbit: 400, up_kbit: 400 }

/** The telephone of Lighthouse, and how many times slower than this machine its processor is. */
export const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true }
export const SLOWNESS = 4

export type Measured = Load & { requests: number; kB: number; seen_ms: number }
/**
 * One page to load. `slowness`: how many times slower than this machine the processor is. `seen`: the selector of the element that the user waits
 * for.
 */
export type Visit = { path: string; seen: string; line?: Line; slowness?: number }

/** For how long, in milliseconds, nothing may be requested and no task may be long before a page counts as loaded. */
const CALM_MS = 1_000
const LOAD_MAX_MS = 60_000
const LONG_MS = 50

type Recorded = { fcp: number; lcp: number; shift: number; tasks: { start: number; ms: number }[] }

/**
 * Script that runs on the page before the page's own scripts. It is a text, because this file is compiled for Node, without the types of a browser.
 */
const RECORD = `
  window.loaded = { fcp: 0, lcp: 0, shift: 0, tasks: [] }
  const watch = (type, each) => new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => { if (name === 'first-contentful-paint') loaded.fcp = startTime })
  watch('largest-contentful-paint', ({ startTime }) => { loaded.lcp = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) loaded.shift += value })
  watch('longtask', ({ startTime, duration }) => loaded.tasks.push({ start: startTime, ms: duration }))
`
const read = (page: Page): Promise<Recorded & { now: number }> => page.evaluate('({ ...loaded, now: performance.now() })')

/** Slows a page's line and processor down; returns the session by which the browser reports about the page. */
export async function slowDown(page: Page, { line, slowness = 1 }: Pick<Visit, 'line' | 'slowness'>): Promise<CDPSession> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  if (line)
    await session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: line.latency_ms,
      downloadThroughput: (line.down_kbit * 1024) / 8,
      uploadThroughput: (line.up_kbit * 1024) / 8,
    })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowness })
  return session
}

/** Opens a page in a new browser context, waits until it is calm, and returns its figures. */
export async function load(browser: Browser, context: BrowserContextOptions, { path, seen, ...speed }: Visit): Promise<Measured> {
  const opened = await browser.newContext(context)
  try {
    const page = await opened.newPage()
    await page.addInitScript(RECORD)
    const session = await slowDown(page, speed)
    const traffic = { open: 0, requests: 0, bytes: 0, last: performance.now() }
    const ends = () => {
      traffic.open--
      traffic.last = performance.now()
    }
    session.on('Network.loadingFinished', ({ encodedDataLength }) => {
      traffic.bytes += encodedDataLength
    })
    page.on('request', () => {
      traffic.open++
      traffic.requests++
      traffic.last = performance.now()
    })
    page.on('requestfinished', ends)
    page.on('requestfailed', ends)
    await page.goto(path, { timeout: LOAD_MAX_MS })
    await page.locator(seen).first().waitFor({ timeout: LOAD_MAX_MS })
    const { now: seen_ms } = await read(page)
    for (const begun = performance.now(); ; await page.waitForTimeout(CALM_MS / 5)) {
      const { tasks, now } = await read(page)
      const calmFor = Math.min(performance.now() - traffic.last, now - Math.max(0, ...tasks.map(({ start, ms }) => start + ms)))
      if ((traffic.open === 0 && calmFor > CALM_MS) || performance.now() - begun > LOAD_MAX_MS) break
    }
    const { fcp, lcp, shift, tasks } = await read(page)
    const blocking_ms = tasks.reduce((sum, { start, ms }) => (start >= fcp ? sum + ms - LONG_MS : sum), 0)
    const kB = Math.round(traffic.bytes / 1000)
    return { fcp_ms: fcp, lcp_ms: lcp, blocking_ms, shift, requests: traffic.requests, kB, seen_ms }
  } finally {
    await opened.close()
  }
}
