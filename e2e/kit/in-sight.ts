// Measures what a user sees without scrolling: the lines of the menu, and the controls that nothing covers.
import type { Locator, Page } from 'playwright-core'
import { overtaken } from './moments.ts'
import { begins, t } from './texts.ts'

export const menu = (page: Page) => page.getByRole('navigation', { name: t('house.shell.navigation') }).first()

/** Returns how many names of groups and entries are visible without scrolling the menu, and whether the menu can be scrolled. */
export const menuLines = (page: Page) =>
  menu(page).evaluate((nav) => {
    const { top, bottom } = nav.getBoundingClientRect()
    const isSeen = (box: DOMRect) => box.height > 0 && box.top >= top && box.bottom <= bottom
    return {
      seen: [...nav.querySelectorAll('h2, li')].filter((line) => isSeen(line.getBoundingClientRect())).length,
      scrolls: nav.scrollHeight > nav.clientHeight,
    }
  })

export const salePanel = (page: Page) => page.getByRole('form', { name: t('house.words.sale') })

/** The controls of the till that must be reachable in every window in which a card is chosen: the quantity and the button that sells. */
export const saleControls = (page: Page) => ({
  quantity: salePanel(page).getByRole('textbox', { name: begins('selling.sale.quantity') }),
  sell: salePanel(page).getByRole('button', { name: begins('selling.sale.sell') }),
})

/** Focuses a control as the Tab key does; returns whether it is then uncovered up to its edges. */
export async function isReachable(control: Locator): Promise<boolean> {
  await control.focus()
  // Waits until the focused field has scrolled itself into view.
  await overtaken(control.page())
  return control.evaluate((element) => {
    element.scrollIntoView({ block: 'nearest' })
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const corners = [left + 6, right - 6].flatMap((x) => [top + 6, bottom - 6].map((y) => document.elementFromPoint(x, y)))
    return corners.every((at) => at !== null && element.contains(at))
  })
}
