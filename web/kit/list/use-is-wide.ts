import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/**
 * Whether the table is wider than its frame, which then scrolls both ways by itself; otherwise only the page scrolls, below the sticky header.
 * The rules for a wide table may make it narrow enough for its frame, so a table that is wide stays so until the frame has the width that the table needed
 * without these rules. Otherwise it would change for ever.
 */
export function useIsWide(frame: RefObject<HTMLElement | null>): boolean {
  /** The width in pixels that the table needed when it did not fit; 0 while it fits. */
  const [needed, setNeeded] = useState(0)
  // The table is measured before it is painted, because the rows of a wide table have other heights.
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

function neededBy(frame: HTMLElement) {
  const room = frame.clientWidth + 1
  return (before: number): number => {
    if (before > room) return before
    const width = frame.querySelector('table')?.offsetWidth ?? 0
    return width > room ? width : 0
  }
}
