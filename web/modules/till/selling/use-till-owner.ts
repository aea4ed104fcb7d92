// Decides which tab of a browser is the till. That tab alone sells and follows sales of unknown outcome; any other tab says that another one sells, and can
// take over.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type TillOwner = 'asking' | 'here' | 'elsewhere'

/**
 * How long to wait for the lock of a till that seems free. The lock is usually granted almost at once, but after a reload the old page may still be closing.
 */
const ASK_MS = 200
/** How long to wait for the tab that has the lock; it may be asleep or showing its print dialog. */
const GIVE_MS = 1_000

export function useTillOwner(user_id: string) {
  const [owner, setOwner] = useState<TillOwner>('asking')
  const take = useRef<() => void>(undefined)
  useEffect(() => {
    const { locks } = navigator
    // navigator.locks exists only in secure contexts; without it every tab counts as the till.
    if (!locks) return setOwner('here')
    const name = `till.${user_id}`
    const channel = new BroadcastChannel(name)
    const closed = new AbortController()
    let isHere = false
    let given: (() => void) | undefined

    async function hold() {
      if (closed.signal.aborted) return
      isHere = true
      setOwner('here')
      await new Promise((over) => closed.signal.addEventListener('abort', over))
    }
    /** Queues for the lock: this tab gets it at once, or when the other tab closes. If another tab steals the lock, this tab queues again. */
    async function own(options: LockOptions) {
      try {
        await locks.request(name, options, hold)
      } catch {
        if (closed.signal.aborted) return
        isHere = false
        setOwner('elsewhere')
        own({ signal: closed.signal })
      }
    }
    /**
     * Handles a message of another tab that takes over: this tab stops following sales before the other tab steals the lock, so that no two tabs follow the
     * same sale.
     */
    channel.onmessage = ({ data }) => {
      if (data === 'given') return given?.()
      if (!isHere) return
      isHere = false
      flushSync(() => setOwner('elsewhere'))
      channel.postMessage('given')
    }
    take.current = async () => {
      setOwner('asking')
      await new Promise<void>((done) => {
        given = done
        setTimeout(done, GIVE_MS)
        channel.postMessage('give')
      })
      own({ steal: true })
    }
    own({ signal: closed.signal })
    const waiting = setTimeout(() => setOwner((now) => (now === 'asking' ? 'elsewhere' : now)), ASK_MS)
    return () => {
      clearTimeout(waiting)
      closed.abort()
      channel.close()
    }
  }, [user_id])
  return { owner, takeOver: () => take.current?.() }
}
