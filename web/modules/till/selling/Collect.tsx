// The amount due, the amount given, and the change. Digits, then Enter; Enter alone means the exact amount. * switches to the next way of paying.
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import { paymentKinds } from '../../../../contract/till/selling.ts'
import * as format from '../../../kit/base/format.ts'
import { Key } from '../../../kit/counter/Key.tsx'
import styles from './basket.module.css'
import { givenOf, type Paid } from './basket.ts'

const NOTES: readonly Money[] = [10, 20, 50, 100].map((euro) => euro * EURO)

type Props = { total: Money; paid: Paid | undefined; onPaid: (paid: Paid) => void }

export function Collect({ total, paid = { kind: 'cash', text: '' }, onPaid }: Props) {
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
      <div className={`ends ${styles.amount}`}>
        <span>{t('to_collect')}</span>
        <span>{format.money(total)}</span>
      </div>
      <label>
        {t('given')}
        <input
          ref={field}
          className={`surface tall ${styles.given}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          value={paid.text}
          onChange={(event) => onPaid({ kind: 'cash', text: event.currentTarget.value })}
        />
      </label>
      <div className={styles.keys}>
        <button type="button" className="surface key" onClick={() => pay({ kind: 'cash', text: '' })}>
          {t('exact')}
        </button>
        {NOTES.filter((note) => note >= total).map((note) => (
          <button key={note} type="button" className="surface key" onClick={() => pay({ kind: 'cash', text: String(note / EURO) })}>
            {format.money(note)}
          </button>
        ))}
      </div>
      <div className={`ends ${styles.amount}`} role="status">
        <span>{isShort ? t('missing') : word('change')}</span>
        <span>{given === undefined ? '–' : format.money(Math.abs(given - total))}</span>
      </div>
      <fieldset className={styles.keys}>
        <legend>
          {t('how')} <Key>*</Key>
        </legend>
        {paymentKinds.map((one) => (
          <button key={one} type="button" className="surface key" aria-pressed={one === paid.kind} onClick={() => pay({ kind: one, text: '' })}>
            {t(one)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
