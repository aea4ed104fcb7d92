// G, then a letter, opens a page: outside fields, without modifiers, and not at all where the settings say so (WCAG 2.1.4).
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePreferences } from '../kit/preferences.ts'
import type { MenuGroup } from './menu.ts'

const WITHIN_MS = 1_500

const isTyping = (target: EventTarget | null) => target instanceof Element && target.closest('input, textarea, select, [contenteditable], dialog') !== null

export function useLetterKeys(menu: readonly MenuGroup[]) {
  const [{ letter_keys }] = usePreferences()
  const navigate = useNavigate()
  useEffect(() => {
    if (!letter_keys) return
    let led_at = Number.NEGATIVE_INFINITY
    function onKey(event: KeyboardEvent) {
      if (isTyping(event.target) || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return
      const screen = event.timeStamp - led_at < WITHIN_MS ? menu.flatMap((group) => group.screens).find(({ letter }) => letter === event.key) : undefined
      led_at = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (screen) navigate({ to: screen.path })
      else if (event.key === '/') focusSearch(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [letter_keys, menu, navigate])
}

function focusSearch(event: KeyboardEvent) {
  const search = document.querySelector<HTMLInputElement>('[data-list-search]')
  if (!search) return
  event.preventDefault()
  search.focus()
}
