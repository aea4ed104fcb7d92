// Moves the focus to the field that the address names, as after a search, once the section with the field is drawn.
import { type RefObject, useEffect } from 'react'
import { useUrlState } from '../../../kit/base/url.ts'

/** How long a section may take to draw the field. After this time the field counts as missing in that section. */
const WAIT_MS = 5_000
const FOCUSABLE = 'input, select, textarea, button'

function fieldOf(within: HTMLElement, name: string): HTMLElement | undefined {
  const named = [...within.querySelectorAll<HTMLElement>('label, legend, h2')].find((one) => one.offsetParent && one.textContent?.trim().startsWith(name))
  if (!named) return undefined
  if (named instanceof HTMLLabelElement && named.control) return named.control
  const control = named.closest('fieldset, section:not([hidden]) > *')?.querySelector<HTMLElement>(FOCUSABLE)
  // If the named part of the page contains no control, its heading gets the focus.
  if (!control) named.tabIndex = -1
  return control ?? named
}

export function useWantedField(within: RefObject<HTMLElement | null>) {
  const [{ tab, field }, change] = useUrlState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs once for each field that the address names
  useEffect(() => {
    const place = within.current
    if (!field || !place) return
    const look = () => {
      const found = fieldOf(place, field)
      if (!found) return
      end()
      found.focus()
      found.scrollIntoView({ block: 'center' })
      // Removes the field from the address, so that it gets the focus again if the search leads to it once more.
      change({ field: undefined }, { replace: true })
    }
    const drawn = new MutationObserver(look)
    const late = setTimeout(() => end(), WAIT_MS)
    const end = () => {
      drawn.disconnect()
      clearTimeout(late)
    }
    drawn.observe(place, { childList: true, subtree: true, attributes: true })
    look()
    return end
  }, [tab, field])
}
