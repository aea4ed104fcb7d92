// The keyboard shortcuts of this app, as data. The handlers and the help read this list, and a test finds two actions on one key. The list does not
// contain keys that only single fields or tiles handle, such as arrows and *.

/** Where a key works. A form can open over a list, so the two places share the keyboard; the till is a page of its own. */
export type Place = 'everywhere' | 'list' | 'form' | 'claims' | 'till'

/** `keys`: "Mod" is Ctrl, on a Mac ⌘. `letter`: the key is pressed without modifiers, so the setting for letter keys can turn it off (WCAG 2.1.4). */
type Key = { place: Place; keys: string; letter?: true }

export const keys = {
  palette: { place: 'everywhere', keys: 'Mod+K' },
  cashier: { place: 'everywhere', keys: 'F9' },
  /** Opens the app's help instead of the browser's own. */
  help: { place: 'everywhere', keys: 'F1' },
  help_sign: { place: 'everywhere', keys: '?', letter: true },
  close: { place: 'everywhere', keys: 'Escape' },
  /** Clears a choice from a list, if the choice is optional. */
  clear: { place: 'everywhere', keys: 'Delete' },
  /** G followed by the letter of a page opens that page. */
  go: { place: 'everywhere', keys: 'G', letter: true },
  search: { place: 'list', keys: '/', letter: true },
  next_row: { place: 'list', keys: 'J', letter: true },
  previous_row: { place: 'list', keys: 'K', letter: true },
  select_row: { place: 'list', keys: 'X', letter: true },
  export: { place: 'list', keys: 'E', letter: true },
  accept_claim: { place: 'claims', keys: 'A', letter: true },
  reject_claim: { place: 'claims', keys: 'R', letter: true },
  take_claim: { place: 'claims', keys: 'U', letter: true },
  save: { place: 'form', keys: 'Mod+S' },
  submit: { place: 'form', keys: 'Mod+Enter' },
  find: { place: 'till', keys: 'F2' },
  favourite: { place: 'till', keys: '1…9' },
  next: { place: 'till', keys: 'Enter' },
  more: { place: 'till', keys: '+' },
  fewer: { place: 'till', keys: '−' },
  reprint: { place: 'till', keys: 'F8' },
  last_sales: { place: 'till', keys: 'Shift+F8' },
  /** Answers yes to the question whether a slip was printed. */
  printed: { place: 'till', keys: 'F4' },
  /** Chooses the slip's language: the digit is the position of the language in the switch. */
  slip_language: { place: 'till', keys: 'Alt+1…5' },
  /** Claims a sale shown in the list of the last sales. */
  claim: { place: 'till', keys: 'C', letter: true },
} as const satisfies Record<string, Key>

export type KeyAction = keyof typeof keys

/** Sets of places that can be on the screen at the same time. */
export const pages: readonly (readonly Place[])[] = [
  ['everywhere', 'list', 'form', 'claims'],
  ['everywhere', 'till'],
]

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/** Whether this key press means that action. Only some keyboard layouts need Shift for signs like ? and /, so Shift is ignored for signs. */
export function isKey(event: Pressed, action: KeyAction): boolean {
  const parts = keys[action].keys.split('+')
  const key = parts.at(-1) ?? ''
  const isSign = key.length === 1 && !/[A-Z]/.test(key)
  const mod = event.ctrlKey || event.metaKey
  return (
    (event.key === key || (key.length === 1 && event.key === letterOf(key))) &&
    mod === parts.includes('Mod') &&
    !event.altKey &&
    (isSign || event.shiftKey === parts.includes('Shift'))
  )
}

const SMALL = 'abcdefghijklmnopqrstuvwxyz'
const CAPS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
/** Returns the small form of a capital letter from a table, because the browser's own rules depend on the language. */
const letterOf = (key: string) => SMALL[CAPS.indexOf(key)] ?? key
export const capOf = (letter: string) => CAPS[SMALL.indexOf(letter)] ?? letter
