// Keys that are typed while a sale is being sent. They wait for the sale's answer and are then pressed again one by one, so that a fast typist sells the same
// cards as a slow one.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isDialogOpen } from '../../../kit/counter/use-till-keys.ts'
import type { SaleState } from './sale-state.ts'

type Pressed = { key: string; code: string; shiftKey: boolean; at_ms: number }

/** The signs shown for keys that type no character. */
const SIGNS: Record<string, string> = { Enter: '⏎', Tab: '⇥', Backspace: '⌫', Escape: 'Esc' }

/**
 * After this time without an answer the next customer can be served. Choosing another card then sets the sale aside, and its outcome is looked up in the
 * background.
 */
const PATIENCE_MS = 3_000
/** The events of keys that this component presses again, to distinguish them from the user's own. */
const pressedAgain = new WeakSet<Event>()
const FIND: Pressed = { key: 'F2', code: 'F2', shiftKey: false, at_ms: 0 }

export function TypeAhead({ state: { selling, refusal, chosen } }: { state: SaleState }) {
  const t = useTranslations('counter')
  const asks = chosen?.asked?.question
  const isHanging = useHanging(selling)
  // If the till refuses the sale or asks anything but 'collect', the seller typed the waiting keys without having seen that, so they are discarded.
  const typed = useTypeAhead(selling !== undefined && !isHanging, isHanging, refusal !== undefined || (asks !== undefined && asks !== 'collect'))
  return typed && <output className="muted">{t('typed', { keys: typed })}</output>
}

/** Whether a sale has been sent and has had no answer for PATIENCE_MS. */
function useHanging(selling: SaleState['selling']): boolean {
  const key = selling?.transaction_key
  const [hanging, setHanging] = useState<string>()
  useEffect(() => {
    const timer = setTimeout(() => setHanging(key), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [key])
  return key !== undefined && key === hanging
}

/**
 * While `waits` is true, keys are stored instead of handled; when it becomes false, they are pressed. `finds`: keys go to the search field although the sale's
 * panel has the focus. `drops`: stored keys are discarded. Returns the stored keys as text.
 */
function useTypeAhead(waits: boolean, finds: boolean, drops: boolean): string {
  const [shown, setShown] = useState('')
  const now = useRef({ waits, drops })
  now.current = { waits, drops }
  const kept = useRef<Pressed[]>([])
  const isPressing = useRef(false)
  const show = () => setShown(kept.current.map(({ key }) => SIGNS[key] ?? key).join(' '))

  const keep = useEffectEvent((event: KeyboardEvent) => {
    const { key, code, shiftKey } = event
    const isWaiting = waits || kept.current.length > 0 || isPressing.current
    if (!isWaiting || pressedAgain.has(event) || isDialogOpen()) return
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || (key.length > 1 && !(key in SIGNS) && !/^F\d/.test(key))) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    kept.current.push({ key, code, shiftKey, at_ms: event.timeStamp })
    show()
  })
  useEffect(() => {
    addEventListener('keydown', keep, true)
    return () => removeEventListener('keydown', keep, true)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys are pressed when the wait ends
  useEffect(() => {
    if (!waits && !isPressing.current) void pressKept()
  }, [waits])

  /** Presses each stored key after the key before it has been rendered. If a key starts a sale, the remaining keys wait for the answer to that sale. */
  async function pressKept() {
    isPressing.current = true
    if (finds) press(FIND)
    try {
      while (kept.current.length > 0) {
        await new Promise((done) => setTimeout(done))
        if (now.current.drops || isDialogOpen()) kept.current = []
        if (now.current.waits) return
        const next = kept.current.shift()
        if (next) press(next)
      }
    } finally {
      isPressing.current = false
      show()
    }
  }
  return shown
}

/** Does what a browser does for a pressed key: dispatches its event, then types into the focused field, submits its form, or clicks the focused button. */
function press({ key, code, shiftKey, at_ms }: Pressed) {
  const target = document.activeElement ?? document.body
  const event = new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true })
  // The event gets the time at which the user pressed the key, because enters.ts tells a scanner's second Enter from a person's by the times of the presses.
  Object.defineProperty(event, 'timeStamp', { value: at_ms })
  pressedAgain.add(event)
  if (!target.dispatchEvent(event)) return
  // The key may have moved the focus; for example, a digit moves it into the search field.
  const field = document.activeElement
  if (key === 'Enter') {
    if (field instanceof HTMLInputElement) field.form?.requestSubmit()
    else if (field instanceof HTMLButtonElement) field.click()
  } else if (field instanceof HTMLInputElement && (key.length === 1 || key === 'Backspace')) type(field, key.length === 1 ? key : '')
}

/** Types a text into a field; an empty text deletes the selected text, or the character before the cursor. */
function type(field: HTMLInputElement, text: string) {
  const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  field.setRangeText(text, text === '' && from === to ? Math.max(0, from - 1) : from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
