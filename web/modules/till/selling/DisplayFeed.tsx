// Sends the current sale to the customer's display, a second window of this browser.
import { useEffect, useRef } from 'react'
import { shownOf } from './customer-display.ts'
import { idle, type Shown, showing } from './display-channel.ts'
import type { SaleState } from './sale-state.ts'

export function DisplayFeed({ state }: { state: SaleState }) {
  const feed = useRef<ReturnType<typeof showing>>(undefined)
  const before = useRef<Shown>(idle)
  useEffect(() => {
    const opened = showing()
    feed.current = opened
    return () => opened.end()
  }, [])
  useEffect(() => {
    before.current = shownOf(state, before.current)
    feed.current?.show(before.current)
  }, [state])
  return null
}
