// Handles the till's function keys anywhere on its page; digits typed outside a field are put into the search, so that no scan is lost.
import { useEffect, useRef } from 'react'
import { isKey } from '../base/keys.ts'
import { digitOf } from './till-input.ts'

type Keys = { find: () => void; reprint: () => void; last: () => void; cancel: () => void }

const isIn = (target: EventTarget | null, what: string) => target instanceof Element && target.closest(what) !== null

export const isDialogOpen = () => document.querySelector('[role="dialog"], dialog[open]') !== null

export function useTillKeys(keys: Keys) {
  const current = useRef(keys)
  current.current = keys
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return
      const { find, reprint, last, cancel } = current.current
      if (isDialogOpen()) return
      if (isKey(event, 'find')) return act(event, find)
      if (isKey(event, 'reprint') && !event.repeat) return act(event, reprint)
      if (isKey(event, 'last_sales') && !event.repeat) return act(event, last)
      if (isKey(event, 'close')) return act(event, cancel)
      if (digitOf(event) !== undefined && !isIn(event.target, 'input, textarea, select')) find()
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}

function act(event: KeyboardEvent, action: () => void) {
  event.preventDefault()
  action()
}
