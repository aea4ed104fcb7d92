// Decides whether a tablet shows its on-screen keyboard for an input that always has the focus.
import { useState } from 'react'

const isTouch = matchMedia('(pointer: coarse)').matches

/** An input of the till always has the focus, but on a tablet the on-screen keyboard opens only when the user taps the input. */
export function useTouchKeyboard(mode: 'search' | 'numeric' = 'search') {
  const [isTapped, setTapped] = useState(false)
  return {
    inputMode: isTouch && !isTapped ? ('none' as const) : mode,
    onPointerDown: () => setTapped(true),
    onBlur: () => setTapped(false),
  }
}
