// Checks short labels: the text of a button, a tab, a chip or a badge is in one line and not cut, the name of a figure is not cut, the main action beside a
// title is the last one, and no text is a fault of the program, such as "undefined".
import type { Page } from 'playwright-core'

/** Elements whose text is one line. Tiles and rows that are buttons hold several texts and may break them. */
const LABELS = '.mantine-Button-label, [data-tabs] a, .chip, .badge'

/** Texts that nobody has written: values that were not formatted, and what the library of texts shows for a message that it cannot format. */
const FAULTS = '\\bundefined\\b|\\bNaN\\b|\\[object |INVALID_MESSAGE|MISSING_MESSAGE'

/** Returns a sentence for each label that is cut or broken over lines, each main action in a wrong place, and each text that is a fault; empty if there are none. */
export const labelWrongsOf = (page: Page): Promise<string[]> =>
  page.evaluate(
    ([labels, faults]) => {
      const found = new Set<string>()
      const isSeen = (element: Element | null) =>
        element?.checkVisibility({ visibilityProperty: true }) === true && !element.closest('.hidden-visually, .verbatim, .paper, pre')
      for (const label of document.querySelectorAll<HTMLElement>(labels)) {
        if (!isSeen(label) || label.getBoundingClientRect().width <= 1) continue
        const text = label.textContent?.trim() ?? ''
        if (label.scrollWidth > label.clientWidth + 1 && getComputedStyle(label).overflowX !== 'visible') found.add(`a label is cut: ${text}`)
        const texts = document.createTreeWalker(label, NodeFilter.SHOW_TEXT)
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          if (!isSeen(node.parentElement)) continue
          const range = document.createRange()
          range.selectNodeContents(node)
          const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 0).map(({ top }) => Math.round(top)))
          if (lines.size > 1) found.add(`a label has two lines: ${text}`)
        }
      }
      for (const name of document.querySelectorAll<HTMLElement>('dt, th'))
        if (isSeen(name) && getComputedStyle(name).overflowX !== 'visible' && name.scrollWidth > name.clientWidth + 1)
          found.add(`the name of a figure is cut: ${name.textContent}`)
      // On a phone the row of actions begins with its last one, so a main action in another place would not be seen there.
      for (const row of document.querySelectorAll('[data-actions]')) {
        const actions = [...row.querySelectorAll<HTMLElement>('.mantine-Button-root')].filter((action) => isSeen(action) && !action.closest('dialog'))
        const main = actions.find(({ dataset: { variant } }) => variant === undefined || variant === 'filled')
        if (main && main !== actions.at(-1)) found.add(`the main action is not the last: ${main.textContent}`)
      }
      for (const star of document.querySelectorAll('label[data-required] .mantine-InputWrapper-required'))
        if (isSeen(star)) found.add(`a required field has two stars: ${star.parentElement?.textContent}`)
      const fault = new RegExp(faults)
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      for (let node = texts.nextNode(); node; node = texts.nextNode())
        if (isSeen(node.parentElement) && !node.parentElement?.closest('script, style') && fault.test(node.nodeValue ?? ''))
          found.add(`no text for people: ${node.nodeValue?.slice(0, 80)}`)
      return [...found]
    },
    [LABELS, FAULTS] as const,
  )
