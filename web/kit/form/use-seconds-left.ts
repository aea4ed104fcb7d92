// A countdown in whole seconds to a moment of this browser's clock, updated each second; 0 after that moment.
import { useEffect, useState } from 'react'

const secondsTo = (at_ms: number) => Math.max(0, Math.ceil((at_ms - Date.now()) / 1000))

export function useSecondsUntil(at_ms: number): number {
  const [seconds, setSeconds] = useState(() => secondsTo(at_ms))
  useEffect(() => {
    setSeconds(secondsTo(at_ms))
    const timer = setInterval(() => {
      setSeconds(secondsTo(at_ms))
      if (Date.now() >= at_ms) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [at_ms])
  return seconds
}

/** Writes seconds as minutes and seconds: 0:29, 14:03 */
export const clockText = (seconds: number) => `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
