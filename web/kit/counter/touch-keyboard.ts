// Whether a tablet shows its on-screen keyboard for an input that always has the focus.
import { useState } from 'react'

const isTouch = matchMedia('(pointer: coarse)').matches

/** The till's inputs always have the focus, but on a tablet the on-screen keyboard opens only when one is tapped. */
export function useTouchKeyboard(mode: 'search' | 'numeric' = 'search') {
  const [isTapped, setTapped] = useState(false)
  return {
    inputMode: isTouch && !isTapped ? ('none' as const) : mode,
    onPointerDown: () => setTapped(true),
    onBlur: () => setTapped(false),
  }
}
