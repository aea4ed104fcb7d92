// Checks for every screen: axe (the accessibility checker) finds nothing, the page does not scroll sideways, and no control leaves the window.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    axe: typeof axe
  }
}

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22a', 'wcag22aa']

/** axe in its minified form, because every loaded page has to parse it. */
const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** The rules that concern only colours. */
const COLOURS = ['color-contrast', 'link-in-text-block']

/** Checks the page; returns one line for each problem, or an empty list. */
export async function wrongsOf(page: Page): Promise<string[]> {
  return [...(await overflowsOf(page)), ...(await violationsOf(page, { type: 'tag', values: TAGS }))]
}

/** Checks the same page in other colours; only the rules about colours run again. */
export const colourWrongsOf = (page: Page): Promise<string[]> => violationsOf(page, { type: 'rule', values: COLOURS })

async function violationsOf(page: Page, runOnly: axe.RunOnly): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate((rules) => window.axe.run(document, { runOnly: rules, resultTypes: ['violations'], selectors: false }), runOnly)
  return violations.flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.html.slice(0, 160)} ${node.any[0]?.message ?? node.all[0]?.message ?? ''}`))
}

/** Returns what is wider than the window. A fixed box that is shifted can leave the window without making the page scroll, so each control is measured too. */
export const overflowsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const found: string[] = []
    const { scrollWidth } = document.documentElement
    if (scrollWidth > innerWidth) found.push(`the page is ${scrollWidth} wide in a window of ${innerWidth}`)
    const inScroller = (element: Element | null): boolean =>
      element !== null && (/auto|scroll/.test(getComputedStyle(element).overflowX) || inScroller(element.parentElement))
    for (const control of document.querySelectorAll('a, button, input, select, textarea, summary, [role=button]')) {
      const { left, right, width } = control.getBoundingClientRect()
      if (
        width > 1 &&
        (right > innerWidth + 0.5 || left < -0.5) &&
        right > 0 &&
        control.checkVisibility({ visibilityProperty: true }) &&
        !inScroller(control.parentElement)
      )
        found.push(`crosses the window: ${control.outerHTML.slice(0, 160)}`)
    }
    return found
  })
