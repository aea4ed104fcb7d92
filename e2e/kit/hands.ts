// Counts a person's actions on a page, so that a journey can limit the work that a task takes.
import type { Page } from 'playwright-core'

/** Counts one for going to a field, pressing a button or pressing Enter, and two for each choice of a file. Typed letters are not counted. */
export async function counted(hands: { clicks: number }, page: Page): Promise<Page> {
  await page.exposeFunction('handsDid', (clicks: number) => {
    hands.clicks += clicks
  })
  await page.addInitScript(() => {
    const did = (clicks: number) => (window as unknown as { handsDid?: (clicks: number) => void }).handsDid?.(clicks)
    const isField = (target: EventTarget | null) =>
      target instanceof Element && target.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea')
    addEventListener('focusin', ({ target }) => isField(target) && did(1), { capture: true })
    addEventListener('pointerdown', ({ target }) => !isField(target) && did(1), { capture: true })
    addEventListener('keydown', ({ key }) => key === 'Enter' && did(1), { capture: true })
    addEventListener('change', ({ target }) => target instanceof HTMLInputElement && target.type === 'file' && did(2), { capture: true })
  })
  return page
}
