// Every screen of each role, opened as a link opens it, at a desk and on a phone: where the rows of a list or the chart of a report begin, and how much the
// parts of the screen move. A screen about a row is opened by a link that another screen has shown.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { MOVES_MOST, movesOf, openWatched, type Start, startOf } from '../../e2e/kit/places.ts'
import { t } from '../../e2e/kit/texts.ts'
import { type Figures, say } from './figures.ts'
import { type Portal, ROLES, type Role } from './portal.ts'

const WINDOWS = [
  { width: 1440, height: 900 },
  { width: 360, height: 900 },
]
/** The screens, from the generated table of who may open what. */
const TABLE = join(import.meta.dirname, '../../docs/screens.md')
/** The nearly empty screen from which the measured screens are opened, and the screen that a refused user gets. */
const [BARE, CLOSED] = ['/version', '/pages/not-authorized']
const paths = [...readFileSync(TABLE, 'utf8').matchAll(/^\| `(\S+)` \|/gm)].flatMap(([, path]) => (path && path !== BARE ? [path] : []))
const isOfOne = (path: string) => path.includes('$')
/** Screens on which the beginning of the rows is not measured: the page of Z-reports begins with figures, the till with tiles. */
const WITHOUT_ROWS = ['/seller/zreport', '/cashcards/']
const WORST = 5

type Place = { role: Role; path: string; width: number; moved: number; start?: Start }

export async function places(portal: Portal, options: ReadonlySet<string>): Promise<Figures> {
  const all: Place[] = []
  const left = new Set(paths)
  for (const role of Object.keys(ROLES) as Role[]) {
    // A quick run opens each screen once, as the first role that may open it.
    const found = await placesOf(portal, role, options.has('quick') ? [...left] : paths)
    all.push(...found)
    for (const { path } of found) left.delete(path)
  }
  const targets: Record<string, boolean> = {}
  const worst: Record<string, string> = {}
  const judge = (target: string, places: readonly Place[], over: (place: Place) => number, figure: (place: Place) => string) => {
    const bad = [...places].sort((a, b) => over(b) - over(a)).slice(0, WORST)
    targets[target] = places.length > 0 && places.every((place) => over(place) <= 0)
    worst[target] = bad.map((place) => `${place.path} of the ${place.role} ${figure(place)}`).join(', ')
    say(`${target}: ${places.length} screens, worst ${worst[target]}`)
  }
  const kindOf = ({ start, width }: Place) => start && `${start.what} begins <= ${start.most} px at ${width}`
  for (const kind of new Set(all.flatMap((place) => kindOf(place) ?? [])))
    judge(
      kind,
      all.filter((place) => kindOf(place) === kind),
      ({ start }) => (start ? start.top - start.most : 0),
      ({ start }) => `${start?.top}`,
    )
  for (const { width } of WINDOWS)
    judge(
      `every screen moves < ${MOVES_MOST} at ${width}`,
      all.filter((place) => place.width === width),
      ({ moved }) => (moved < MOVES_MOST ? moved - MOVES_MOST : moved),
      ({ moved }) => moved.toFixed(3),
    )
  if (left.size > 0) say(`not opened, because no screen showed a link to them: ${[...left].join(', ')}`)
  const perScreen = all.map(
    ({ role, path, width, moved, start }) => `${role} ${path} ${width}: ${start ? `${start.what} at ${start.top}, ` : ''}moves ${moved}`,
  )
  return { figures: { worst, not_opened: [...left], screens: perScreen }, targets }
}

/** Opens those of the chosen screens that this role may open. */
async function placesOf({ context }: Portal, role: Role, chosen: readonly string[]): Promise<Place[]> {
  const opened = await context(role, { viewport: WINDOWS[0] ?? null, reducedMotion: 'reduce' })
  const page = await opened.newPage()
  await page.goto('/settings')
  // Once the heading is shown, the router listens; before that, it would miss a change of the address.
  await page.getByRole('heading', { level: 1, name: t('house.screens.settings') }).waitFor()
  const links = new Set<string>()
  const found: Place[] = []
  // Screens about a row come last, because the links to them are found on the other screens.
  for (const path of [...chosen].sort((a, b) => Number(isOfOne(a)) - Number(isOfOne(b)))) {
    const address = isOfOne(path) ? [...links].find((link) => patternOf(path).test(link)) : path
    if (!address) continue
    for (const window of WINDOWS) {
      await openWatched(page, address, window)
      if (new URL(page.url()).pathname === CLOSED) break
      const start = isOfOne(path) || WITHOUT_ROWS.includes(path) ? undefined : await startOf(page, window.width)
      found.push({ role, path, width: window.width, moved: (await movesOf(page)).sum, ...(start && { start }) })
      for (const link of await linksOn(page)) links.add(link)
    }
  }
  await opened.close()
  say(`${role}: ${found.length / WINDOWS.length} screens opened`)
  return found
}

const patternOf = (path: string) => new RegExp(`^${path.replace(/\$\w+/g, '[0-9a-f-]{36}')}$`)
const linksOn = (page: Page) => page.locator('main a[href^="/"]').evaluateAll((all) => all.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
