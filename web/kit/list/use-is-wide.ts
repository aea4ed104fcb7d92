import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * Whether the table is wider than its frame. If so, the frame scrolls both ways; otherwise only the page scrolls, below the sticky header.
 * The CSS rules for a wide table may make it narrow enough to fit. So a wide table stays marked as wide until the frame is as wide as the table was without
 * these rules; otherwise the mark would change back and forth for ever.
 */
export function useIsWide(frame: RefObject<HTMLElement | null>): boolean {
  /** The table's width in pixels when it was last found not to fit; 0 once it fits again. */
  const [needed, setNeeded] = useState(0)
  // The table is measured before it is painted, because rows are differently high under the rules for wide tables.
  useLayoutEffect(() => {
    if (frame.current) setNeeded(neededBy(frame.current))
  })
  useEffect(() => {
    const [element, table] = [frame.current, frame.current?.querySelector('table')]
    if (!element || !table) return
    const observer = new ResizeObserver(() => setNeeded(neededBy(element)))
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [frame])
  return needed > 0
}

/** On a phone rows are cards, and no table is wide. Tables are not measured there, because measuring would lay out the page once more. */
const phone = matchMedia('(max-width: 767px)')

function neededBy(frame: HTMLElement) {
  if (phone.matches) return 0
  const room = frame.clientWidth + 1
  return (before: number): number => {
    if (before > room) return before
    const width = frame.querySelector('table')?.offsetWidth ?? 0
    return width > room ? width : 0
  }
}
