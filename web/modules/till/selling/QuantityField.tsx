// The field for the quantity. It gets the focus with its number selected, so that typing replaces the number; + and − are beside it and on the keyboard.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { digitOf, type Quantity, stepOf } from '../../../kit/counter/till-input.ts'
import { useTouchKeyboard } from '../../../kit/counter/touch-keyboard.ts'
import styles from './sale.module.css'

type Props = {
  text: string
  read: Quantity
  quantity_max: number
  /** Increases each time a card is chosen, so that the field gets the focus again. */
  picked: number
  onText: (text: string) => void
  onScan: (ean: string) => void
  /** Called when the seller wants to add another card: this card then goes into the basket. */
  onAside: () => void
}

export function QuantityField({ text, read, quantity_max, picked, onText, onScan, onAside }: Props) {
  const t = useTranslations('selling.sale')
  const problems = useTranslations('errors.problems')
  const field = useRef<HTMLInputElement>(null)
  const keyboard = useTouchKeyboard('numeric')
  // biome-ignore lint/correctness/useExhaustiveDependencies: a pick is what moves the focus here
  useEffect(() => {
    field.current?.focus({ preventScroll: true })
    field.current?.select()
  }, [picked])
  /** Whether the last key was a plus: a digit after it means that it was the beginning of a phone number, and no step. */
  const isAfterPlus = useRef(false)
  const step = (by: number) => onText(String(Math.min(quantity_max, Math.max(1, (/^\d+$/.test(text) ? Number(text) : 0) + by))))

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    const input = event.currentTarget
    if (read.kind === 'scan' && (event.key === 'Enter' || event.key === 'Tab')) {
      event.preventDefault()
      return onScan(read.ean)
    }
    if (event.key === '*') {
      event.preventDefault()
      if (read.kind === 'quantity') onAside()
      return
    }
    const by = stepOf(event)
    const digit = digitOf(event)
    const isNumber = isAfterPlus.current && digit !== undefined
    isAfterPlus.current = by === 1
    if (isNumber) {
      event.preventDefault()
      onText(`+${digit}`)
    } else if (by !== undefined) {
      event.preventDefault()
      step(by)
    } else if (digit !== undefined && digit !== event.key) {
      event.preventDefault()
      input.setRangeText(digit, input.selectionStart ?? 0, input.selectionEnd ?? 0, 'end')
      onText(input.value)
    }
  }

  const tooMany = quantity_max <= QUANTITY_MAX ? problems('quantity_max') : problems('too_big', { limit: format.count(quantity_max) })
  const problem = read.kind === 'too_many' ? tooMany : read.kind === 'missing' && text !== '' ? problems('too_small', { limit: '1' }) : undefined
  return (
    <div>
      <label htmlFor="till-quantity" className="hidden-on-phone">
        {t('quantity')} <span className="muted">{t('range', { max: format.count(quantity_max) })}</span>
      </label>
      <div className={styles.quantity}>
        <button type="button" className="surface tall" aria-label={t('less')} onClick={() => step(-1)}>
          −
        </button>
        <input
          id="till-quantity"
          className="surface tall"
          ref={field}
          value={text}
          onChange={(event) => onText(event.currentTarget.value)}
          onKeyDown={onKey}
          autoComplete="off"
          aria-invalid={problem !== undefined}
          aria-describedby="till-quantity-problem"
          {...keyboard}
        />
        <button type="button" className="surface tall" aria-label={t('more')} onClick={() => step(1)}>
          +
        </button>
      </div>
      <div id="till-quantity-problem" role="alert" className={`row negative ${styles.problem}`}>
        {problem}
        {read.kind === 'too_many' && quantity_max > 0 && (
          <button type="button" className={`surface tall strong ${styles.way}`} onClick={() => onText(String(quantity_max))}>
            {t('set_to', { quantity: format.count(quantity_max) })}
          </button>
        )}
      </div>
    </div>
  )
}
