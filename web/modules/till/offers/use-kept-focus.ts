// Keeps the focus on a tile that moves, because browsers remove the focus from an element that they move.
import { useEffect, useRef } from 'react'

/** `place`: the present place of the tile. The returned function must be called before a move, with the element that should have the focus after the move. */
export function useKeptFocus(place: number | null) {
  const mover = useRef<HTMLElement>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the effect runs when the place changes, because the tile then loses the focus
  useEffect(() => {
    mover.current?.focus()
    mover.current = undefined
  }, [place])
  return (element: HTMLElement) => {
    mover.current = element
  }
}
