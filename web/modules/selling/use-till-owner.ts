// One tab has the till: its sales, and those whose outcome is not known yet. Another tab says so, and can take it over.
import { useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'

export type TillOwner = 'asking' | 'here' | 'elsewhere'

/** The tab that has it may be asleep, or in its print dialog. */
const GIVE_MS = 1_000

export function useTillOwner(user_id: string) {
  const [owner, setOwner] = useState<TillOwner>('asking')
  const take = useRef<() => void>(undefined)
  useEffect(() => {
    const { locks } = navigator
    // Only a page that came over a secure line has them.
    if (!locks) return setOwner('here')
    const name = `till.${user_id}`
    const channel = new BroadcastChannel(name)
    const closed = new AbortController()
    let isHere = false
    let given: (() => void) | undefined

    function hold(lock: Lock | null): Promise<void> {
      if (!lock) throw new Error('elsewhere')
      isHere = true
      setOwner('here')
      return new Promise((over) => closed.signal.addEventListener('abort', () => over()))
    }
    /** Without it this tab stands in the queue: it has the till again when the other one closes. */
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
    /** Gives up first, while it still has it, so that no two tabs follow the same sale; the lock is then taken away. */
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
    own({ ifAvailable: true })
    return () => {
      closed.abort()
      channel.close()
    }
  }, [user_id])
  return { owner, takeOver: () => take.current?.() }
}
