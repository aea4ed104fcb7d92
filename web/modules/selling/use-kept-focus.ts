// A tile that changes its place keeps the focus: browsers drop it when they move an element.
import { useEffect, useRef } from 'react'

/** Give it the place; call what it answers with the element that asked for the move. */
export function useKeptFocus(place: number | null) {
  const mover = useRef<HTMLElement>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the new place is what lost the focus
  useEffect(() => {
    mover.current?.focus()
    mover.current = undefined
  }, [place])
  return (element: HTMLElement) => {
    mover.current = element
  }
}
