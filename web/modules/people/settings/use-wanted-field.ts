// The field named in the address, where the search leads: it gets the focus as soon as its section is drawn.
import { type RefObject, useEffect } from 'react'
import { useUrlState } from '../../../kit/base/url.ts'

/** A section that has not drawn the field by then does not have it. */
const WAIT_MS = 5_000
const FOCUSABLE = 'input, select, textarea, button'

function fieldOf(within: HTMLElement, name: string): HTMLElement | undefined {
  const named = [...within.querySelectorAll<HTMLElement>('label, legend, h2')].find((one) => one.offsetParent && one.textContent?.trim().startsWith(name))
  if (!named) return undefined
  if (named instanceof HTMLLabelElement && named.control) return named.control
  const control = named.closest('fieldset, section:not([hidden]) > *')?.querySelector<HTMLElement>(FOCUSABLE)
  // A part without anything to operate is led to by its heading.
  if (!control) named.tabIndex = -1
  return control ?? named
}

export function useWantedField(within: RefObject<HTMLElement | null>) {
  const [{ tab, field }, change] = useUrlState()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each field that is asked for is looked for once
  useEffect(() => {
    const place = within.current
    if (!field || !place) return
    const look = () => {
      const found = fieldOf(place, field)
      if (!found) return
      end()
      found.focus()
      found.scrollIntoView({ block: 'center' })
      // Asked for again, the field gets the focus again.
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
