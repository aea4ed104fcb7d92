// Fetches a transaction key in advance while the till is idle, so that a sale needs only one round trip.
import { useEffect, useRef } from 'react'
import { ask } from '../base/api.ts'

export function useTransactionKeys() {
  const ahead = useRef<Promise<string>>(undefined)
  function prefetch() {
    if (ahead.current) return
    const key = ask('transactionKey', {}).then(({ transaction_key }) => transaction_key)
    ahead.current = key
    key.catch(() => {
      if (ahead.current === key) ahead.current = undefined
    })
  }
  useEffect(prefetch, [])
  return {
    prefetch,
    /** Keeps a key that came with another answer, unless a key was fetched already. */
    keep: (key: string) => {
      ahead.current ??= Promise.resolve(key)
    },
    /** Returns the key fetched in advance, or a new one; each key is used once. */
    take: (): Promise<string> => {
      prefetch()
      const key = ahead.current
      ahead.current = undefined
      return key ?? Promise.reject(new Error('no key'))
    },
  }
}
