// The keys that work on every page. Letter keys work outside fields and dialogs, and not at all if the settings turn them off (WCAG 2.1.4).

import { useEffect, useRef } from 'react'
import { isKey } from '../kit/base/keys.ts'
import { usePreferences } from '../kit/base/preferences.ts'
import { openHelp } from '../kit/page/help.ts'
import { useNavigate } from '../kit/router/Pages.tsx'
import { inMenu, type MenuGroup } from '../screens/menu.ts'
import { openDialog } from './dialogs.ts'

const WITHIN_MS = 1_500

const isTyping = (target: EventTarget | null) =>
  document.querySelector('dialog[open]') !== null || (target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null)

export function useShellKeys(menu: readonly MenuGroup[]) {
  const [{ letter_keys }] = usePreferences()
  const navigate = useNavigate()
  // When G was pressed. It is a ref, because the effect below runs again with every new count in the menu, even between G and the next key.
  const led_at = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.defaultPrevented) return
      if (isKey(event, 'palette')) act(event, () => openDialog('palette'))
      if (isKey(event, 'help')) act(event, openHelp)
      if (!letter_keys || isTyping(event.target)) return
      const isLed = event.timeStamp - led_at.current < WITHIN_MS && !event.ctrlKey && !event.metaKey && !event.altKey
      led_at.current = isKey(event, 'go') ? event.timeStamp : Number.NEGATIVE_INFINITY
      const screen = isLed ? inMenu(menu).find(({ letter }) => letter === event.key) : undefined
      if (screen) navigate(screen.path)
      else onLetter(event)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [letter_keys, menu, navigate])
}

function onLetter(event: KeyboardEvent) {
  if (isKey(event, 'help_sign')) act(event, openHelp)
  else if (isKey(event, 'search')) focusSearch(event)
  else if (isKey(event, 'next_row')) act(event, () => stepRow(1))
  else if (isKey(event, 'previous_row')) act(event, () => stepRow(-1))
  else if (isKey(event, 'select_row')) press(event, document.activeElement?.closest('tr')?.querySelector('[data-pick]'))
  else if (isKey(event, 'export')) press(event, document.querySelector('[data-list-export]'))
}

function press(event: KeyboardEvent, control: Element | null | undefined) {
  if (control instanceof HTMLElement) act(event, () => control.click())
}

function act(event: KeyboardEvent, action: () => void) {
  event.preventDefault()
  action()
}

function focusSearch(event: KeyboardEvent) {
  const search = document.querySelector<HTMLInputElement>('[data-list-search]')
  if (search) act(event, () => search.focus())
}

/** Moves the focus to the first link or button of the next or previous row; Enter then opens that row. */
function stepRow(by: 1 | -1) {
  const rows = [...document.querySelectorAll('main tbody tr')].filter((row) => row.querySelector('a, button'))
  const at = rows.findIndex((row) => row.contains(document.activeElement))
  const next = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)]
  next?.querySelector<HTMLElement>('a, button')?.focus()
}
