// How the pages that people open all day load with an empty cache: over slow 4G on a telephone a quarter as fast as this machine, and the till over slow 3G.
// All pages are loaded once in each of three rounds; each figure is the median of the three loads of a page.
import { load, type Measured, PHONE, SLOW_3G, SLOW_4G, SLOWNESS, type Visit } from '../page-load.ts'
import { score } from '../score.ts'
import { type Figures, say } from './figures.ts'
import type { Portal, Role } from './portal.ts'

const ROUNDS = 3
const [SCORE, BLOCKING_MS, SHIFT, REQUESTS, TILL_3G_MS] = [90, 200, 0.02, 20, 6_000]

type Screen = { name: string; by?: Role; path: string; seen: string }
const ROW = 'main table tbody tr:not([aria-hidden])'
const SCREENS: readonly Screen[] = [
  { name: 'login', path: '/login', seen: 'input[type=password]' },
  { name: 'start', by: 'reseller', path: '/dashboard', seen: 'main .figure' },
  { name: 'customers', by: 'reseller', path: '/customers/view', seen: ROW },
  { name: 'stock', by: 'reseller', path: '/inventory/view', seen: ROW },
  { name: 'summary', by: 'reseller', path: '/reports-sales-new', seen: 'main h1' },
  { name: 'till', by: 'shop', path: '/cashcards/', seen: 'main input[type=search]' },
  { name: 'z', by: 'shop', path: '/seller/zreport', seen: 'main h1' },
]
export const loadNames = SCREENS.map(({ name }) => name)

const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const keys = ['fcp_ms', 'lcp_ms', 'blocking_ms', 'shift', 'requests', 'kB', 'seen_ms'] as const
const medians = (all: readonly Measured[]) =>
  Object.fromEntries(keys.map((key) => [key, Math.round(median(all.map((one) => one[key])) * 1_000) / 1_000])) as Measured

/** Measures the pages with these names, or all pages if none is named. */
export async function loads({ browser, session }: Portal, options: ReadonlySet<string>): Promise<Figures> {
  const named = SCREENS.filter(({ name }) => options.has(name))
  const found = new Map<string, Measured[]>()
  const visit = async (name: string, { by }: Screen, asked: Visit) => {
    const measured = await load(browser, { ...PHONE, ...(await session(by)) }, asked)
    found.set(name, [...(found.get(name) ?? []), measured])
  }
  for (let round = 0; round < (options.has('quick') ? 1 : ROUNDS); round++)
    for (const screen of named.length > 0 ? named : SCREENS) {
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
  return { figures: { pages }, targets }
}
