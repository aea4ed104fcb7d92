// Catches what a page prints with window.print(), and measures the sheet that Chromium would print.
import type { Page } from 'playwright-core'
import { forThisTest } from './contexts.ts'

declare global {
  interface Window {
    caughtPrint: (html: string) => Promise<void>
  }
}

/** Collects the printed documents in the returned list. Each print ends at once, as in a kiosk browser. */
export async function catchPrints(page: Page): Promise<string[]> {
  const prints: string[] = []
  const context = page.context()
  const caught = await context.exposeFunction('caughtPrint', (html: string) => void prints.push(html))
  const printing = await context.addInitScript(() => {
    window.print = () => {
      window.caughtPrint(document.documentElement.outerHTML)
      dispatchEvent(new Event('afterprint'))
    }
  })
  forThisTest(context, caught, printing)
  return prints
}

/** Returns the width and height of the page size that a document asks for, in mm. */
export function pageSizeOf(html: string): { width: number; height: number } {
  const [, width, height] = /@page \{ size: ([\d.]+)mm ([\d.]+)mm; margin: 0; \}/.exec(html) ?? []
  return { width: Number(width), height: Number(height) }
}

export const textOf = (page: Page, html: string): Promise<string> =>
  page.evaluate((source) => new DOMParser().parseFromString(source, 'text/html').body.textContent ?? '', html)

const MM_PER_POINT = 25.4 / 72

/** Puts a printed document on paper: returns the size of each page in mm, its text without spaces, and the elements that are wider than their container. */
export async function sheetOf(page: Page, html: string) {
  await page.goto('/version')
  const fonts = await monoFontsOf(page)
  // The sheet is opened on this host without the app, because parts that the app still loads would bring their own print rules.
  await page.route('**/sheet', (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
  await page.goto('/sheet')
  await page.setContent(html)
  await page.evaluate(async (urls) => {
    for (const url of urls) document.fonts.add(await new FontFace('JetBrains Mono', `url(${url})`, { weight: '100 800' }).load())
    await document.fonts.ready
  }, fonts)
  await page.setViewportSize({ width: Math.ceil((pageSizeOf(html).width / 25.4) * 96), height: 800 })
  const overflows = await page.evaluate(() =>
    [...document.body.querySelectorAll('*')].filter((one) => one.scrollWidth > one.clientWidth && one.clientWidth > 0).map((one) => one.textContent ?? ''),
  )
  const text = ((await page.textContent('body')) ?? '').replace(/\s/g, '')
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1')
  const sizes = [...pdf.matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)\s*\]/g)].map(([, width, height]) => ({
    width: Number(width) * MM_PER_POINT,
    height: Number(height) * MM_PER_POINT,
  }))
  return { page, sizes, text, overflows }
}

/** The URLs at which this build serves the files of the monospaced font, in which PINs are printed. */
const monoFontsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.styleSheets].flatMap((sheet) =>
      [...sheet.cssRules].flatMap((rule) => {
        const path = rule instanceof CSSFontFaceRule ? /url\("?([^")]*jetbrains[^")]*)/i.exec(rule.cssText)?.[1] : undefined
        return path ? [new URL(path, sheet.href ?? location.href).href] : []
      }),
    ),
  )
