// Checks one view on a desktop and on a phone, light and dark. The view is opened once, then its window is resized and its colours are changed. Views of the
// same user run one after another on one page.
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lookedAt } from '../../server/test/coverage-count.ts'
import { type NewPage, shoot, test } from '../kit/browser.ts'
import { isHouse, putBack, ready } from '../kit/open-page.ts'
import { lateStartsOf, openWatched, watchMoves, wrongMovesOf } from '../kit/places.ts'
import { language } from '../kit/texts.ts'
import { labelWrongsOf } from './label-check.ts'
import { colourWrongsOf, wrongsOf } from './screen-check.ts'
import { tableWrongsOf } from './table-check.ts'
import type { View } from './views.ts'

const HEIGHT = 900
const WIDTHS = [1440, 360]
/** The width, in pixels, at which tables are checked too; in narrower windows they are shown as cards. */
const TABLET = 1024

/** Checks a view at each width, in light and in dark; returns the problems, each with the width and, if it depends on one, the mode. */
export async function sweep({ name, by, open }: View, newPage: NewPage, widths = WIDTHS): Promise<string[]> {
  const viewport = { width: widths[0] ?? 0, height: HEIGHT }
  const stays = by?.together ?? true
  const page = await newPage({ together: true, stays, ...by, kept: { ...by?.kept, mode: 'light' }, viewport })
  try {
    await putBack(page)
    await page.setViewportSize(viewport)
    await watchMoves(page)
    // If `open` loads the whole app, parts of the app move besides those of the screen; the moves of the screen are then measured when it is opened again.
    const isLoaded = page.url() !== 'about:blank' && (await isHouse(page))
    await open(page)
    await ready(page)
    const wrongs = [...(await wrongsIn(page, name, widths, isLoaded)), ...(await wrongsAgain(page, name, isLoaded ? widths.slice(1) : widths))]
    if (!stays) await page.close()
    return wrongs
  } catch (cause) {
    // After a failure the page is closed, so that the next view begins on a new page.
    await page.close()
    throw cause
  }
}

async function wrongsIn(page: Page, name: string, widths: readonly number[], seesMoves: boolean): Promise<string[]> {
  const wrongs: string[] = []
  // The page is scrolled to the top, because on a scrolled page, controls partly under the header would count as too small.
  await page.evaluate(() => scrollTo(0, 0))
  for (const [n, width] of widths.entries()) {
    await page.setViewportSize({ width, height: HEIGHT })
    // The second width begins in dark, as the first one ended, and ends in light, because this saves two changes of all colours.
    const [first, second] = n % 2 === 0 ? (['light', 'dark'] as const) : (['dark', 'light'] as const)
    const starts = isList(name) ? await lateStartsOf(page, width) : []
    const others = [...(await wrongsOf(page)), ...(await tableWrongsOf(page)), ...(await labelWrongsOf(page))]
    const moves = n === 0 && seesMoves && isScreen(name) ? await wrongMovesOf(page) : []
    wrongs.push(...[...starts, ...others, ...moves].map((wrong) => `${first} ${width}: ${wrong}`))
    await shoot(page, `${name} ${first} ${width}`)
    await colour(page, second)
    wrongs.push(...(await colourWrongsOf(page)).map((wrong) => `${second} ${width}: ${wrong}`))
    await shoot(page, `${name} ${second} ${width}`)
  }
  await page.setViewportSize({ width: TABLET, height: HEIGHT })
  wrongs.push(...(await tableWrongsOf(page)).map((wrong) => `${TABLET}: ${wrong}`))
  return wrongs
}

/**
 * Screens whose first row and moves are not checked by sweeps: the page of Z-reports begins with figures, and stays-put.test.ts measures the moves of the till.
 */
const APART = ['/seller/zreport', '/cashcards/']
/** Whether a view is a screen as it opens, without a later state such as an open dialog. */
const isScreen = (name: string) => /^\/\S*$/.test(name) && !APART.includes(name)

/** Whether a view is a list, which must begin with its rows. A page about a single row begins with other content. */
const isList = (name: string) => isScreen(name) && !name.includes('$')

/** Opens a screen again at each width and returns its moves. */
async function wrongsAgain(page: Page, name: string, widths: readonly number[]): Promise<string[]> {
  const wrongs: string[] = []
  if (!isScreen(name) || !(await isHouse(page))) return wrongs
  const { pathname, search } = new URL(page.url())
  for (const width of widths) {
    await openWatched(page, `${pathname}${search}`, { width, height: HEIGHT })
    wrongs.push(...(await wrongMovesOf(page)).map((wrong) => `opened at ${width}: ${wrong}`))
  }
  return wrongs
}

/** Changes the colour mode as another tab of this browser would; this works even if a dialog covers the switch in the header. */
export async function colour(page: Page, mode: 'light' | 'dark') {
  await page.evaluate((chosen) => {
    localStorage.setItem('mode', chosen)
    dispatchEvent(new StorageEvent('storage', { key: 'mode', newValue: chosen }))
  }, mode)
  await page.locator(`html[data-mode=${mode}][data-mantine-color-scheme=${mode}]`).waitFor({ state: 'attached' })
  // Waits until the page is drawn and all colour transitions have ended.
  await page.evaluate(async () => {
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
    await Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => undefined)))
  })
}

const screenOf = ({ name }: View) => name.split(' ')[0] ?? ''
/** Paths of screens, separated by blanks: `npm run try` (tools/testing/try.ts) sets them, so that only these screens are checked. */
const only = process.env.SCREENS?.split(' ')

export function sweepAll(all: readonly View[]) {
  const views = only ? all.filter((view) => only.includes(screenOf(view))) : all
  if (views.length === 0) return test.skip('no screen of this file is among those in SCREENS', () => undefined)
  return test.for(views)('$name passes all checks', async (view, { newPage, task }) => {
    lookedAt(task, {
      ...{
        views: [view.name],
        screens: [screenOf(view)],
        people: [view.by?.as ?? 'nobody'],
        languages: [view.by?.kept?.language ?? language()],
      },
      ...{ widths: WIDTHS.map(String), modes: ['light', 'dark'] },
    })
    expect(await sweep(view, newPage)).toEqual([])
  })
}
