import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

/** Whether the table is wider than its frame, which then scrolls both ways by itself; otherwise only the page scrolls, below the sticky header. */
export function useIsWide(frame: RefObject<HTMLElement | null>): boolean {
  const [isWide, setWide] = useState(false)
  // The table is measured before it is painted, because the rows of a wide table have other heights.
  useLayoutEffect(() => {
    const [element, table] = [frame.current, frame.current?.querySelector('table')]
    if (element && table) setWide(table.offsetWidth > element.clientWidth + 1)
  })
  useEffect(() => {
    const [element, table] = [frame.current, frame.current?.querySelector('table')]
    if (!element || !table) return
    const observer = new ResizeObserver(() => setWide(table.offsetWidth > element.clientWidth + 1))
    observer.observe(element)
    observer.observe(table)
    return () => observer.disconnect()
  }, [frame])
  return isWide
}
