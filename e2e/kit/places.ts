// Measures how far down the rows of a list and the chart of a report begin, and how far the parts of a page move while it loads.
import type { Page } from 'playwright-core'
import { go, ready, toBare } from './open-page.ts'

/** The greatest distance from the top of the window, in pixels, at which a list's first row may begin, by the width of the window. */
const ROW_MOST: Readonly<Record<number, number>> = { 1440: 200, 360: 260 }
/** The greatest distance, in pixels by the width of the window, at which the chart of a report may begin. The report's figures are above the chart. */
const CHART_MOST: Readonly<Record<number, number>> = { 1440: 260 }
/** The greatest distance, in pixels by the width of the window, at which the first row of a report without a chart may begin. */
const REPORT_MOST: Readonly<Record<number, number>> = { 1440: 270, 360: 340 }
/** The height of the header at the top of every page, in pixels. */
const BAR_HEIGHT = 56
/** The greatest allowed sum of layout shifts, as the browser measures them. A page above it visibly jumps. */
export const MOVES_MOST = 0.02

const RESIZED_MS = 520

type Move = { value: number; moved: string[] }
/** The records of the page: layout shifts, and the time at which the window last changed its size. */
type Recorded = { moves: Move[]; resized: number }
type Shift = PerformanceEntry & {
  value: number
  hadRecentInput: boolean
  sources: readonly { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
}

/** Where the content of a list or report begins, in pixels from the top of the window, and where it has to begin at this width. */
export type Start = { what: 'the chart' | 'the first row'; top: number; most: number }

/** Returns where the list or chart of the page begins; undefined if the page has neither, or if no limit is set for this width. */
export async function startOf(page: Page, width: number): Promise<Start | undefined> {
  const { row, chart, isReport } = await page.evaluate((bar) => {
    // Two of the templates show their menu above the page; the height of that menu is not counted.
    const begin = (document.querySelector('main')?.getBoundingClientRect().top ?? 0) - bar
    // The line with the active filters is not counted either, because the user has set them.
    const chosen = document.querySelector('main [data-chosen]')?.getBoundingClientRect().height ?? 0
    const line = chosen > 0 ? chosen + 8 : 0
    const topOf = (selector: string) => {
      const element = document.querySelector(`main ${selector}`)
      return element ? Math.round(element.getBoundingClientRect().top - begin - line) : undefined
    }
    return { row: topOf('[data-list] tbody tr'), chart: topOf('[data-report] [data-chart]'), isReport: topOf('[data-report]') !== undefined }
  }, BAR_HEIGHT)
  const [what, top, most] =
    chart === undefined ? (['the first row', row, (isReport ? REPORT_MOST : ROW_MOST)[width]] as const) : (['the chart', chart, CHART_MOST[width]] as const)
  return top === undefined || most === undefined ? undefined : { what, top, most }
}

/** Returns a sentence if the list or chart begins too far down, otherwise an empty list. */
export async function lateStartsOf(page: Page, width: number): Promise<string[]> {
  const start = await startOf(page, width)
  return start && start.top > start.most ? [`${start.what} begins at ${start.top} instead of ${start.most}`] : []
}

const watched = new WeakSet<Page>()

/** Starts recording the moves on a page and on pages loaded later; forgets earlier moves. */
export async function watchMoves(page: Page): Promise<void> {
  if (!watched.has(page)) {
    watched.add(page)
    await page.addInitScript(recordMoves)
    await page.evaluate(recordMoves)
  }
  // Changing the window's size moves the content, so moves are not recorded for half a second afterwards, and this function waits that long. A busy page
  // notices the new size one frame late.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  await page.waitForFunction((ms) => performance.now() - (window as unknown as Recorded).resized > ms, RESIZED_MS)
  await forgetMoves(page)
}

/** Forgets the moves so far. A view calls it after the text that it typed has changed the page. */
export const forgetMoves = (page: Page) => page.evaluate(() => void (window as unknown as Partial<Recorded>).moves?.splice(0))

/** Runs on the page: records its layout shifts and the changes of its window's size. */
function recordMoves() {
  const recorded: Recorded = { moves: [], resized: Number.NEGATIVE_INFINITY }
  const { moves } = Object.assign(window, recorded)
  addEventListener('resize', () => Object.assign(window, { resized: performance.now() }))
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources: all } of list.getEntries() as Shift[]) {
      if (hadRecentInput) continue
      // The menu unfolds the group of the opened page. A user who opened the page expects that, so these moves are subtracted.
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
  /** Returns what one element adds to a layout shift: the share of the window that it covers before or after, times how far it moved. */
  function shareOf({ previousRect: from, currentRect: to }: Shift['sources'][number]): number {
    const [width, height] = [Math.max(from.right, to.right) - Math.min(from.x, to.x), Math.max(from.bottom, to.bottom) - Math.min(from.y, to.y)]
    const far = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y)) / Math.max(innerWidth, innerHeight)
    return ((width * height) / (innerWidth * innerHeight)) * far
  }
}

/** Returns the sum of the moves since recording began, and which elements moved. */
export async function movesOf(page: Page): Promise<{ sum: number; moved: string[] }> {
  const moves = await page.evaluate(() => (window as unknown as Recorded).moves)
  return { sum: moves.reduce((total, { value }) => total + value, 0), moved: moves.flatMap(({ moved }) => moved) }
}

/** Returns a sentence that names the elements that moved on the page since recording began. Empty if the moves are too small to be seen. */
export async function wrongMovesOf(page: Page): Promise<string[]> {
  const { sum, moved } = await movesOf(page)
  return sum >= MOVES_MOST ? [`moves by ${sum.toFixed(3)}: ${moved.join(' | ')}`] : []
}

/** Opens an address at this width while the moves are recorded. Resizing the window would move everything, so the screen that is open cannot be used. */
export async function openWatched(page: Page, address: string, { width, height }: { width: number; height: number }): Promise<void> {
  await page.setViewportSize({ width, height })
  await toBare(page)
  // Waits for the content of the nearly empty screen, which appears later than its heading.
  await page.locator('main dl').waitFor()
  await watchMoves(page)
  await go(page, address)
  await ready(page)
}
