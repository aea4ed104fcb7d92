// The search field of the till: letters search, a number chooses its tile, a barcode its product. Enter submits the text; after a barcode, Tab does so too.
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useTranslations } from 'use-intl'
import tiles from '../../../kit/counter/tiles.module.css'
import { digitOf, readTillInput } from '../../../kit/counter/till-input.ts'
import { useTouchKeyboard } from '../../../kit/counter/touch-keyboard.ts'
import styles from './offers.module.css'

type Props = { input: RefObject<HTMLInputElement | null>; text: string; meant: ReactNode; onText: (text: string) => void; onTake: (text: string) => void }

/** `meant`: what Enter would choose; set if the number or barcode of an offer is typed. */
export function SearchBox({ input, text, meant, onText, onTake }: Props) {
  const t = useTranslations('selling.find')
  const keyboard = useTouchKeyboard()
  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    const field = event.currentTarget
    const isEnd = event.key === 'Enter' || (event.key === 'Tab' && !event.shiftKey && readTillInput(field.value).kind === 'scan')
    if (isEnd && !event.repeat) {
      event.preventDefault()
      onTake(field.value)
      // A text without a result stays in the field but is selected, so that the next scan replaces it.
      return field.select()
    }
    const digit = digitOf(event)
    const [from, to] = [field.selectionStart ?? 0, field.selectionEnd ?? 0]
    if (digit === undefined || digit === event.key || /\D/.test(field.value.slice(0, from) + field.value.slice(to))) return
    event.preventDefault()
    field.setRangeText(digit, from, to, 'end')
    onText(field.value)
  }
  return (
    <div className={styles.searchBox}>
      <input
        ref={input}
        className={`surface control key full ${tiles.search}`}
        type="search"
        aria-label={t('label')}
        placeholder={t('label')}
        value={text}
        onChange={(event) => onText(event.currentTarget.value)}
        onKeyDown={onKey}
        autoComplete="off"
        autoCorrect="off"
        spellCheck={false}
        enterKeyHint="go"
        {...keyboard}
      />
      <output className={`strong nowrap ${styles.meant}`}>{meant}</output>
    </div>
  )
}
