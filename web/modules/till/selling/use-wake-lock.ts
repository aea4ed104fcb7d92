// Keeps the screen on. The browser releases the lock when the page is hidden, so the lock is requested again when the page is visible.
import { useEffect } from 'react'

export function useWakeLock(wanted: boolean): void {
  useEffect(() => {
    // A wake lock exists only in secure contexts, and not in every browser.
    if (!wanted || !('wakeLock' in navigator)) return
    let held: WakeLockSentinel | undefined
    let isOver = false
    async function hold() {
      if (document.visibilityState !== 'visible' || (held && !held.released)) return
      // The request is refused if the battery is low; the screen then turns off as usual.
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
