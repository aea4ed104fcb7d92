// Keeps the screen on. The browser lets go of it when the page is hidden, so that it is asked for again when the page is back.
import { useEffect } from 'react'

export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    // Only in secure contexts, and not in every browser.
    if (!wanted || !('wakeLock' in navigator)) return
    let held: WakeLockSentinel | undefined
    let isOver = false
    async function hold() {
      if (document.visibilityState !== 'visible' || (held && !held.released)) return
      // Refused when the battery is low: then the screen goes dark as everywhere.
      const lock = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) await lock?.release()
      else held = lock
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void held?.release()
    }
  }, [wanted])
}
