// The payment: what is sold, the amount due, the amount given, and the change, which is the largest figure. The seller types the amount given and presses
// Enter; Enter alone means the exact amount. The key * switches to the next way of paying.
import { Button } from '@mantine/core'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { paymentKinds } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { Key } from '../../../kit/counter/Key.tsx'
import styles from './basket.module.css'
import { givenOf, type Line, type Paid } from './basket.ts'
import { NOTES, withNote } from './notes.ts'

type Props = { lines: readonly Line[]; total: Money; paid: Paid | undefined; onPaid: (paid: Paid) => void }

export function Collect({ lines, total, paid = { kind: 'cash', text: '' }, onPaid }: Props) {
  const t = useTranslations('counter.collect')
  const word = useTranslations('counter')
  const field = useRef<HTMLInputElement>(null)
  const toField = () => field.current?.focus({ preventScroll: true })
  useEffect(toField, [])
  const given = givenOf(paid, total)
  const isShort = given === undefined || given < total

  function pay(next: Paid) {
    onPaid(next)
    toField()
  }
  function onKey(event: KeyboardEvent) {
    if (event.key !== '*') return
    event.preventDefault()
    pay({ kind: paymentKinds[(paymentKinds.indexOf(paid.kind) + 1) % paymentKinds.length] ?? 'cash', text: '' })
  }
  return (
    <div className="stack gap-8" onKeyDown={onKey} role="none">
      <ul className={styles.sold}>
        {lines.map(({ offer, quantity }) => (
          <li key={offer.configuration_id} className="ends">
            <span>
              {format.count(quantity)} × {[offer.product_name, offer.info].filter(Boolean).join(' ')}
            </span>
            <span>{format.money(offer.value * quantity)}</span>
          </li>
        ))}
      </ul>
      <div className={`ends ${styles.due}`}>
        <span>{t('to_collect')}</span>
        <b>{format.money(total)}</b>
      </div>
      <div>
        <div className="ends">
          <label htmlFor="till-given">{t('given')}</label>
          <Button variant="subtle" size="compact-sm" onClick={() => pay({ kind: 'cash', text: '' })}>
            {t('exact')}
          </Button>
        </div>
        <input
          id="till-given"
          ref={field}
          className={`surface tall full strong centred ${styles.given}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={paid.text}
          onChange={(event) => onPaid({ kind: 'cash', text: event.currentTarget.value })}
        />
      </div>
      <div className="columns gap-8" style={{ '--least': '50px' }}>
        {NOTES.map((note) => (
          <button key={note} type="button" className="surface key" onClick={() => pay({ kind: 'cash', text: withNote(paid, note) })}>
            {`+ ${format.count(note / EURO)}\u00a0€`}
          </button>
        ))}
      </div>
      <div className={`ends ${styles.change}`} role="status">
        <span>{isShort ? t('missing') : word('change')}</span>
        <span className={isShort ? 'nowrap negative' : 'nowrap'}>{given === undefined ? '–' : format.money(Math.abs(given - total))}</span>
      </div>
      <fieldset className="abreast gap-8" style={{ '--columns': 'repeat(3, minmax(0, 1fr)) auto' }}>
        <legend className="hidden-visually">{t('how')}</legend>
        {paymentKinds.map((one) => (
          <button key={one} type="button" className="surface key" aria-pressed={one === paid.kind} onClick={() => pay({ kind: one, text: '' })}>
            {t(one)}
          </button>
        ))}
        <Key>*</Key>
      </fieldset>
    </div>
  )
}
