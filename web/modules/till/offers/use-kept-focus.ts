// Keeps the focus on a tile that moves: browsers drop it when they move an element.
import { useEffect, useRef } from 'react'

/** `place`: where the tile is now. Before a move, call the returned function with the element that is to have the focus after it. */
export function useKeptFocus(place: number | null) {
  const mover = useRef<HTMLElement>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of place is what loses the focus
  useEffect(() => {
    mover.current?.focus()
    mover.current = undefined
  }, [place])
  return (element: HTMLElement) => {
    mover.current = element
  }
}
