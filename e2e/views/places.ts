// Where the rows of a list and the chart of a report begin, and how far a page moves while it loads.
import type { Page } from 'playwright-core'

/** How far down the first row of a list may begin, by the width of the window. */
const ROW_MOST: Readonly<Record<number, number>> = { 1440: 200, 360: 260 }
/** In a report the figures come first, then the chart if it has one: how far down that may begin, or else the first row. */
const CHART_MOST: Readonly<Record<number, number>> = { 1440: 260 }
const REPORT_MOST: Readonly<Record<number, number>> = { 1440: 270, 360: 340 }
/** The height of the bar above a page. */
const BAR_HEIGHT = 56
/** The sum of all moves from which a page counts as jumping. */
const MOVES_MOST = 0.02

const RESIZED_MS = 520

type Move = { value: number; moved: string[] }
/** What the page keeps of its moves: these, and when its window changed its size. */
type Recorded = { moves: Move[]; resized: number }
type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** The list or chart that begins too far down, as a sentence; empty if none does. */
export async function lateStartsOf(page: Page, width: number): Promise<string[]> {
  const { row, chart, isReport } = await page.evaluate((bar) => {
    // Two of the templates have their menu above the page: what it takes is no part of the screen.
    const begin = (document.querySelector('main')?.getBoundingClientRect().top ?? 0) - bar
    // The line of filters that are set is theirs who set them.
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

/** Begins to record the moves of a page, whatever it loads from here on; what moved before is forgotten. */
export async function watchMoves(page: Page): Promise<void> {
  if (!watched.has(page)) {
    watched.add(page)
    await page.addInitScript(recordMoves)
    await page.evaluate(recordMoves)
  }
  // The browser takes what moves within half a second of a change of the window's size for its effect.
  await page.waitForFunction((ms) => performance.now() - (window as unknown as Recorded).resized > ms, RESIZED_MS)
  await page.evaluate(() => (window as unknown as Recorded).moves.splice(0))
}

/** Runs on the page. */
function recordMoves() {
  const recorded: Recorded = { moves: [], resized: Number.NEGATIVE_INFINITY }
  const { moves } = Object.assign(window, recorded)
  addEventListener('resize', () => Object.assign(window, { resized: performance.now() }))
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources: all } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      // The menu unfolds the group of the page that opens: a person who chose it expects that, so these moves are taken out of the sum.
      const sources = all.filter(({ node }) => !(node instanceof Element ? node : node?.parentElement)?.closest('nav'))
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
