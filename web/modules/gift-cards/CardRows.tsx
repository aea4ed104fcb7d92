// The rows of cards being typed or scanned: a scanner ends each code with Enter, which opens the next row.
import { Button, TextInput } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import styles from './gift-cards.module.css'

export type TypedCard = { key: number; pin: string; serial: string; expires_on: string }

let keys = 0
export const emptyRow = (): TypedCard => ({ key: ++keys, pin: '', serial: '', expires_on: '' })

/** As they travel: rows left blank are not given. */
export const cardsOf = (rows: readonly TypedCard[]) =>
  rows
    .filter(({ pin }) => pin.trim() !== '')
    .map(({ pin, serial, expires_on }) => ({ pin: pin.trim(), serial: serial.trim(), ...(expires_on ? { expires_on } : {}) }))

type Props = { rows: readonly TypedCard[]; change: (rows: TypedCard[]) => void; error: string | undefined; known: number | undefined }

export function CardRows({ rows, change, error, known }: Props) {
  const t = useTranslations('goods.gift_cards')
  const list = useRef<HTMLOListElement>(null)
  const added = useRef(false)
  useEffect(() => {
    if (added.current && rows.length > 0) list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus()
    added.current = false
  }, [rows.length])
  const add = () => {
    added.current = true
    change([...rows, emptyRow()])
  }
  function onEnter(event: KeyboardEvent, row: TypedCard) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    if (row.key === rows.at(-1)?.key && row.pin.trim() !== '') add()
    else (event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input') ?? undefined)?.focus()
  }
  const set = (key: number, changes: Partial<TypedCard>) => change(rows.map((row) => (row.key === key ? { ...row, ...changes } : row)))
  return (
    <fieldset className={styles.cards}>
      <legend>{t('cards')}</legend>
      <p className="muted">{t('cards_hint')}</p>
      {error && (
        <p role="alert" className="negative">
          {error}
        </p>
      )}
      <ol ref={list} className={styles.rows}>
        {rows.map((row, i) => (
          <li key={row.key} className={styles.card}>
            <span aria-hidden>{i + 1}</span>
            <TextInput
              aria-label={t('code_of', { row: i + 1 })}
              placeholder={t('code')}
              value={row.pin}
              maxLength={64}
              autoComplete="off"
              spellCheck={false}
              error={known === i + 1}
              onChange={({ currentTarget: { value } }) => set(row.key, { pin: value })}
              onKeyDown={(event) => onEnter(event, row)}
            />
            <TextInput
              aria-label={t('serial_of', { row: i + 1 })}
              placeholder={t('serial')}
              value={row.serial}
              maxLength={64}
              autoComplete="off"
              onChange={({ currentTarget: { value } }) => set(row.key, { serial: value })}
              onKeyDown={(event) => onEnter(event, row)}
            />
            <TextInput
              type="date"
              aria-label={t('expires_of', { row: i + 1 })}
              value={row.expires_on}
              onChange={({ currentTarget: { value } }) => set(row.key, { expires_on: value })}
              onKeyDown={(event) => onEnter(event, row)}
            />
            <Button
              variant="subtle"
              disabled={rows.length === 1}
              aria-label={t('remove_row', { row: i + 1 })}
              onClick={() => change(rows.filter(({ key }) => key !== row.key))}
            >
              <X size={18} aria-hidden />
            </Button>
          </li>
        ))}
      </ol>
      <div>
        <Button variant="default" disabled={rows.length >= CARDS_MOST} onClick={add}>
          {t('add_row')}
        </Button>
      </div>
    </fieldset>
  )
}

/** As many as one batch of typed cards takes. */
const CARDS_MOST = 200
