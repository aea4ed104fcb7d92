// Keys typed while a sale is under way: they wait for its answer and are then pressed again, one by one, so that a fast typist sells what a slow one sells.
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { isDialogOpen } from '../../../kit/counter/use-till-keys.ts'
import { asTypedAt, isPressedAgain } from './key-time.ts'
import type { SaleState } from './sale-state.ts'

type Pressed = { key: string; code: string; shiftKey: boolean; at_ms: number }

/** What is shown for a key. */
const SIGNS: Record<string, string> = { Enter: '⏎', Backspace: '⌫', Escape: 'Esc' }

export function TypeAhead({ state: { selling, refusal, chosen } }: { state: SaleState }) {
  const t = useTranslations('selling.sale')
  const asks = chosen?.asked?.question
  // What the till refuses or asks was not seen by the typist, so the keys kept so far were meant for something else.
  const typed = useTypeAhead(selling !== undefined, refusal !== undefined || (asks !== undefined && asks !== 'collect'))
  return typed && <output className="muted">{t('typed', { keys: typed })}</output>
}

/** While `waits` is true, keys are kept instead of handled; `drops`: those kept are dropped. Returns the keys kept, as text. */
function useTypeAhead(waits: boolean, drops: boolean): string {
  const [shown, setShown] = useState('')
  const now = useRef({ waits, drops })
  now.current = { waits, drops }
  const kept = useRef<Pressed[]>([])
  const isPressing = useRef(false)
  const show = () => setShown(kept.current.map(({ key }) => SIGNS[key] ?? key).join(' '))

  const keep = useEffectEvent((event: KeyboardEvent) => {
    const { key, code, shiftKey } = event
    const isWaiting = waits || kept.current.length > 0 || isPressing.current
    if (!isWaiting || isPressedAgain() || isDialogOpen()) return
    if (event.ctrlKey || event.altKey || event.metaKey || event.isComposing || (key.length > 1 && !(key in SIGNS) && !/^F\d/.test(key))) return
    event.preventDefault()
    event.stopPropagation()
    if (event.repeat) return
    kept.current.push({ key, code, shiftKey, at_ms: performance.now() })
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

  /** Each key is pressed after the one before has been rendered; a sale that one of them starts is waited for again. */
  async function pressKept() {
    isPressing.current = true
    try {
      while (kept.current.length > 0) {
        await new Promise((done) => setTimeout(done))
        if (now.current.drops || isDialogOpen()) kept.current = []
        if (now.current.waits) return
        const next = kept.current.shift()
        if (next) asTypedAt(next.at_ms, () => press(next))
      }
    } finally {
      isPressing.current = false
      show()
    }
  }
  return shown
}

/** Does what the browser does for a key of its own: tells the page, then types into the field or submits its form. */
function press({ key, code, shiftKey }: Pressed) {
  const target = document.activeElement ?? document.body
  if (!target.dispatchEvent(new KeyboardEvent('keydown', { key, code, shiftKey, bubbles: true, cancelable: true }))) return
  // The key may have moved the focus, as a digit moves it into the search.
  const field = document.activeElement
  if (key === 'Enter') {
    if (field instanceof HTMLInputElement) field.form?.requestSubmit()
    else if (field instanceof HTMLButtonElement) field.click()
  } else if (field instanceof HTMLInputElement && (key.length === 1 || key === 'Backspace')) type(field, key.length === 1 ? key : '')
}

/** An empty text deletes what is selected, or the character before the cursor. */
function type(field: HTMLInputElement, text: string) {
  const [from, to] = [field.selectionStart ?? field.value.length, field.selectionEnd ?? field.value.length]
  field.setRangeText(text, text === '' && from === to ? Math.max(0, from - 1) : from, to, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
