// Checks tables: no date, amount or number is broken over two lines, the buttons of a row are visible without scrolling sideways, and a row shown as a card says
// more than its name.
import type { Page } from 'playwright-core'

/** Patterns of texts that must be in one line: dates and times, amounts, percentages, numbers of documents and telephone numbers. */
const AS_ONE = [
  '\\d{2}\\.\\d{2}\\.\\d{4}(,\\s\\d{2}:\\d{2})?',
  '[-−]?\\d[\\d.]*,\\d{2,4}\\s€',
  '[-+−]?\\d[\\d.]*,\\d{2}\\s%',
  '[A-Z]{1,4}-\\d{4}-[\\dA-Z-]*\\d',
  '\\+\\d{2,3}[\\d ]{5,16}\\d',
]

/** Returns a sentence for each broken text, each button that is not visible, and each row that shows only its name; empty if the tables have no faults. */
export async function tableWrongsOf(page: Page): Promise<string[]> {
  // The page knows only after drawing again whether a table is wider than its frame.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
  return page.evaluate((patterns) => {
    const places = 'main :is(table, dl, .card, [role="dialog"]), dialog[open]'
    const found = new Set<string>()
    const asOne = new RegExp(patterns.join('|'), 'g')
    const roots = document.querySelectorAll(places)
    for (const root of roots) {
      const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode()) {
        if (!node.parentElement?.checkVisibility({ visibilityProperty: true }) || node.parentElement.closest('.hidden-visually, .verbatim, .paper, pre'))
          continue
        for (const match of node.nodeValue?.matchAll(asOne) ?? []) {
          const range = document.createRange()
          range.setStart(node, match.index)
          range.setEnd(node, match.index + match[0].length)
          const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
          if (lines.size > 1) found.add(`broken across lines: ${match[0]} in ${node.nodeValue?.slice(0, 80)}`)
        }
      }
    }
    for (const table of document.querySelectorAll('main table')) {
      const frame = table.closest('[data-wide]') ?? table
      const sight = frame.getBoundingClientRect()
      for (const name of table.querySelectorAll('tbody tr > [data-part="name"]')) {
        const cells = [...(name.parentElement?.querySelectorAll(':scope > [data-label]') ?? [])]
        if (cells.length > 1 && name.checkVisibility() && cells.every((cell) => cell === name || !cell.checkVisibility()))
          found.add(`a row shows nothing but its name: ${name.textContent}`)
      }
      for (const button of table.querySelectorAll('tbody :is(button, .mantine-Button-root)')) {
        const { left, right, width } = button.getBoundingClientRect()
        if (width > 1 && (right > Math.min(sight.right, innerWidth) + 1 || left < sight.left - 1) && button.checkVisibility({ visibilityProperty: true }))
          found.add(`a button out of sight: ${button.outerHTML.slice(0, 160)}`)
      }
    }
    return [...found]
  }, AS_ONE)
}
