// Measures how far down the rows of a list and the chart of a report begin, and how far a page moves while it loads.
import type { Page } from 'playwright-core'

/** How far down the first row of a list may begin, in pixels, by the width of the window. */
const ROW_MOST: Readonly<Record<number, number>> = { 1440: 200, 360: 260 }
/**
 * A report begins with its figures, then comes its chart, if it has one: how far down the chart, or without one the first row, may begin, in pixels
 * by the width of the window.
 */
const CHART_MOST: Readonly<Record<number, number>> = { 1440: 260 }
const REPORT_MOST: Readonly<Record<number, number>> = { 1440: 270, 360: 340 }
/** The height of the bar at the top of every page, in pixels. */
const BAR_HEIGHT = 56
/** From this sum of all its moves on, a page counts as jumping (as the browser measures layout shifts). */
const MOVES_MOST = 0.02

const RESIZED_MS = 520

type Move = { value: number; moved: string[] }
/** What the page records: its moves, and the time at which its window last changed its size. */
type Recorded = { moves: Move[]; resized: number }
type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Returns a sentence about the list or chart that begins too far down; none if everything begins high enough. */
export async function lateStartsOf(page: Page, width: number): Promise<string[]> {
  const { row, chart, isReport } = await page.evaluate((bar) => {
    // Two of the templates have their menu above the page; the height of that menu does not count.
    const begin = (document.querySelector('main')?.getBoundingClientRect().top ?? 0) - bar
    // The line that lists the active filters does not count either, because the user has set them.
    const chosen = document.querySelector('main [data-chosen]')?.getBoundingClientRect().height ?? 0
    const line = chosen > 0 ? chosen + 8 : 0
    const topOf = (selector: string) => {
      const element = document.querySelector(`main ${selector}`)
      return element ? Math.round(element.getBoundingClientRect().top - begin - line) : undefined
    }
    return { row: topOf('[data-list] tbody tr'), chart: topOf('[data-report] [data-chart]'), isReport: topOf('[data-report]') !== undefined }
  }, BAR_HEIGHT)
  if (chart !== undefined) return late('the chart', chart, CHART_MOST[width])
  return late('the first row', row, (isReport ? REPORT_MOST : ROW_MOST)[width])
}

const late = (what: string, top = 0, most = Number.POSITIVE_INFINITY) => (top > most ? [`${what} begins at ${top} instead of ${most}`] : [])

const watched = new WeakSet<Page>()

/** Begins to record the moves of a page, also of pages that it loads later; moves recorded before are forgotten. */
export async function watchMoves(page: Page): Promise<void> {
  if (!watched.has(page)) {
    watched.add(page)
    await page.addInitScript(recordMoves)
    await page.evaluate(recordMoves)
  }
  // Moves within half a second after a change of the window's size are not recorded, because the change caused them; so this waits that long.
  // A busy page hears of the change of its window a frame late.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.waitForFunction((ms) => performance.now() - (window as unknown as Recorded).resized > ms, RESIZED_MS)
  await forgetMoves(page)
}

/** Forgets the moves so far. A view calls it after what it typed has changed the page. */
export const forgetMoves = (page: Page) => page.evaluate(() => void (window as unknown as Partial<Recorded>).moves?.splice(0))

/** Runs on the page: records its layout shifts and the changes of its window's size. */
function recordMoves() {
  const recorded: Recorded = { moves: [], resized: Number.NEGATIVE_INFINITY }
  const { moves } = Object.assign(window, recorded)
  addEventListener('resize', () => Object.assign(window, { resized: performance.now() }))
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources: all } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      // The menu unfolds the group of the page that opens: a person who chose it expects that, so these moves are taken out of the sum.
      const sources = all.filter(({ node }) => !(node instanceof Element ? node : node?.parentElement)?.closest('nav:not(main nav)'))
      if (sources.length === 0 && all.length > 0) continue
      const whole = all.length === sources.length ? value : sources.reduce((sum, source) => sum + shareOf(source), 0)
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const html = node instanceof Element ? node.outerHTML : (node?.parentElement?.outerHTML ?? 'gone')
        return `${html.slice(0, 100)}: ${Math.round(previousRect.x)},${Math.round(previousRect.y)} → ${Math.round(currentRect.x)},${Math.round(currentRect.y)}`
      })
      moves.push({ value: Math.min(value, whole), moved })
    }
  }).observe({ type: 'layout-shift' })
  /** What one element adds to a shift: the share of the window that it was or is in, times how far it moved. */
  function shareOf({ previousRect: from, currentRect: to }: Shift['sources'][number]): number {
    const [width, height] = [Math.max(from.right, to.right) - Math.min(from.x, to.x), Math.max(from.bottom, to.bottom) - Math.min(from.y, to.y)]
    const far = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / Math.max(innerWidth, innerHeight)
    return ((width * height) / (innerWidth * innerHeight)) * far
  }
}

/** The moves since the watch began, as a sentence; empty while they are too small to be seen. */
export async function movesOf(page: Page): Promise<string[]> {
  const moves = await page.evaluate(() => (window as unknown as Recorded).moves)
  const sum = moves.reduce((total, { value }) => total + value, 0)
  return sum >= MOVES_MOST ? [`moves by ${sum.toFixed(3)}: ${moves.flatMap(({ moved }) => moved).join(' | ')}`] : []
}
