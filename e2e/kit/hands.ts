// Counts a person's actions on a page, so that a journey can limit the work that a task takes.
import type { Page } from 'playwright-core'

export type Hands = { clicks: number; letters: number }

/**
 * The time of a person's actions in seconds, after the keystroke-level model (Card, Moran and Newell, The Psychology of Human-Computer Interaction, chapter 8):
 * CLICK_S is the time for thinking, moving the hand to the mouse and pointing; LETTER_S is the time in which an average typist types a letter.
 */
const [CLICK_S, LETTER_S] = [1.35 + 0.4 + 1.1, 0.28]

/** The minutes that a person needs for these actions, without waiting for the portal. */
export const minutesOf = ({ clicks, letters }: Hands) => (clicks * CLICK_S + letters * LETTER_S) / 60

/**
 * Adds a page's actions to `hands`: one click for going to a field, for pressing a button and for pressing Enter, two clicks for choosing a file; one letter
 * for each typed character, also if a test fills a field at once.
 */
export async function counted(hands: Hands, page: Page): Promise<Page> {
  await page.exposeFunction('handsDid', (clicks: number, letters: number) => {
    hands.clicks += clicks
    hands.letters += letters
  })
  await page.addInitScript(() => {
    const did = (clicks: number, letters = 0) => (window as unknown as { handsDid?: (clicks: number, letters: number) => void }).handsDid?.(clicks, letters)
    const isField = (target: EventTarget | null): target is HTMLInputElement | HTMLTextAreaElement =>
      target instanceof Element && target.matches('input:not([type=checkbox], [type=radio], [type=file]), textarea')
    const lengths = new WeakMap<EventTarget, number>()
    addEventListener('focusin', ({ target }) => isField(target) && did(1), { capture: true })
    addEventListener('pointerdown', ({ target }) => !isField(target) && did(1), { capture: true })
    addEventListener('keydown', ({ key }) => key === 'Enter' && did(1), { capture: true })
    addEventListener('change', ({ target }) => target instanceof HTMLInputElement && target.type === 'file' && did(2), { capture: true })
    addEventListener(
      'input',
      ({ target }) => {
        if (!isField(target)) return
        did(0, Math.abs(target.value.length - (lengths.get(target) ?? 0)))
        lengths.set(target, target.value.length)
      },
      { capture: true },
    )
  })
  return page
}
