// What a page sends to the printer, caught at window.print(), and the sheet Chromium would make of it.
import type { Page } from 'playwright-core'

declare global {
  interface Window {
    caughtPrint: (html: string) => Promise<void>
  }
}

/** Fills with the documents as they are printed; each printing ends at once, as a kiosk browser does it. */
export async function catchPrints(page: Page): Promise<string[]> {
  const prints: string[] = []
  await page.context().exposeFunction('caughtPrint', (html: string) => void prints.push(html))
  await page.context().addInitScript(() => {
    window.print = () => {
      window.caughtPrint(document.documentElement.outerHTML)
      dispatchEvent(new Event('afterprint'))
    }
  })
  return prints
}

/** Width and height of the page a document asks for, in mm. */
export function pageSizeOf(html: string): { width: number; height: number } {
  const [, width, height] = /@page \{ size: ([\d.]+)mm ([\d.]+)mm; margin: 0; \}/.exec(html) ?? []
  return { width: Number(width), height: Number(height) }
}

export const textOf = (page: Page, html: string): Promise<string> =>
  page.evaluate((source) => new DOMParser().parseFromString(source, 'text/html').body.textContent ?? '', html)
