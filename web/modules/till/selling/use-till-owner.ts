// Only one tab of a browser has the till and its sales, also those with unknown outcome. Any other tab shows this, and can take the till over.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type TillOwner = 'asking' | 'here' | 'elsewhere'

/** How long to wait for the lock of a till that seems free: it is granted almost at once, but after a reload the old page may still be closing. */
const ASK_MS = 200
/** The time to wait for the tab that has the till, which may be asleep or showing its print dialog. */
const GIVE_MS = 1_000

export function useTillOwner(user_id: string) {
  const [owner, setOwner] = useState<TillOwner>('asking')
  const take = useRef<() => void>(undefined)
  useEffect(() => {
    const { locks } = navigator
    // navigator.locks exists only in secure contexts; without it every tab counts as having the till.
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
    /** Queues for the lock: this tab has the till at once, or when the other tab closes. If the lock is stolen, it queues again. */
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
    /** Handles a message of another tab: this tab stops following sales before the other one steals the lock, so that no two tabs follow the same sale. */
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
