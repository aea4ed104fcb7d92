// The looks benchmark measures how the pages that people open all day load in a real browser with an empty cache: over slow 4G on a telephone a
// quarter as fast as this machine, and the till over slow 3G. Each figure is the median of three loads, taken in turn. A busy machine slows every load:
// only runs at low load are reliable.
// Options: quick (one load each); names of pages (only these are measured).
import type { Browser, BrowserContextOptions } from 'playwright-core'
import { openBrowser } from '../tools/browser.ts'
import { enter, startDemo } from './demo-portal.ts'
import { load, type Measured, SLOW_3G, SLOW_4G, type Visit } from './page-load.ts'
import { score } from './score.ts'
import { onStage } from './stage.ts'

const ROUNDS = 3
const SLOWNESS = 4
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true }

type Screen = { name: string; as?: string; path: string; seen: string }
const ROW = 'main table tbody tr:not([aria-hidden])'
const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', seen: 'input[type=password]' },
  { name: 'start', as: 'nord', path: '/dashboard', seen: 'main .figure' },
  { name: 'customers', as: 'nord', path: '/customers/view', seen: ROW },
  { name: 'stock', as: 'nord', path: '/inventory/view', seen: ROW },
  { name: 'summary', as: 'nord', path: '/reports-sales-new', seen: 'main h1' },
  { name: 'till', as: 'kiosque', path: '/cashcards/', seen: 'main input[type=search]' },
  { name: 'z', as: 'kiosque', path: '/seller/zreport', seen: 'main h1' },
]
const [SCORE, BLOCKING_MS, SHIFT, REQUESTS, TILL_3G_MS] = [90, 200, 0.02, 20, 6_000]

const say = (line: string) => void process.stdout.write(`${line}\n`)
const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

/** The cookies and stored values that a sign-in leaves in a browser. */
async function signedIn(browser: Browser, baseURL: string, username: string): Promise<BrowserContextOptions['storageState']> {
  const context = await browser.newContext({ baseURL, serviceWorkers: 'block' })
  const page = await context.newPage()
  await enter(page, username)
  const state = await context.storageState()
  await context.close()
  return state
}

const keys = ['fcp_ms', 'lcp_ms', 'blocking_ms', 'shift', 'requests', 'kB', 'seen_ms'] as const
const medians = (all: readonly Measured[]) =>
  Object.fromEntries(keys.map((key) => [key, Math.round(median(all.map((one) => one[key])) * 1_000) / 1_000])) as Measured

export async function measure(options: ReadonlySet<string>): Promise<Record<string, unknown>> {
  return onStage(async (stage) => {
    const [port, named] = [await startDemo(stage), SCREENS.filter(({ name }) => options.has(name))]
    const browser = await openBrowser('installed')
    stage.later(() => browser.close())
    const baseURL = `http://localhost:${port}`
    const screens = named.length > 0 ? named : SCREENS
    const states = new Map<string, Awaited<ReturnType<typeof signedIn>>>()
    for (const as of new Set(screens.flatMap((screen) => screen.as ?? []))) states.set(as, await signedIn(browser, baseURL, as))

    const found = new Map<string, Measured[]>()
    const visit = async (name: string, { as }: Pick<Screen, 'as'>, asked: Visit) => {
      const state = as && states.get(as)
      const measured = await load(browser, { ...PHONE, baseURL, serviceWorkers: 'block', ...(state && { storageState: state }) }, asked)
      found.set(name, [...(found.get(name) ?? []), measured])
    }
    for (let round = 0; round < (options.has('quick') ? 1 : ROUNDS); round++)
      for (const screen of screens) {
        await visit(screen.name, screen, { ...screen, line: SLOW_4G, slowness: SLOWNESS })
        if (screen.name === 'till') await visit('till over slow 3G', screen, { ...screen, line: SLOW_3G })
      }

    const pages = Object.fromEntries([...found].map(([name, all]) => [name, { ...medians(all), score: score(medians(all)) }]))
    const targets: Record<string, boolean> = {}
    for (const [name, { score: points, blocking_ms, shift, requests, seen_ms, lcp_ms, kB }] of Object.entries(pages)) {
      say(
        `${name.padEnd(18)} score ${points}  seen ${Math.round(seen_ms)} ms  largest ${Math.round(lcp_ms)} ms  blocked ${Math.round(blocking_ms)} ms  moved ${shift}  ${requests} requests  ${kB} kB`,
      )
      if (name === 'till over slow 3G') {
        targets[`${name} seen <= ${TILL_3G_MS} ms`] = seen_ms <= TILL_3G_MS
        continue
      }
      targets[`${name} score >= ${SCORE}`] = points >= SCORE
      targets[`${name} blocked <= ${BLOCKING_MS} ms`] = blocking_ms <= BLOCKING_MS
      targets[`${name} moved < ${SHIFT}`] = shift < SHIFT
      targets[`${name} requests <= ${REQUESTS}`] = requests <= REQUESTS
    }
    for (const [name, met] of Object.entries(targets)) say(`${met ? 'met   ' : 'MISSED'} ${name}`)
    return { pages, targets }
  })
}
