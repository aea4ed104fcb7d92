// Rows of cards that are typed or scanned. A scanner ends each code with Enter, which opens the next row. A pasted column fills one row per line.
import { Button, TextInput } from '@mantine/core'
import X from 'lucide-react/icons/x'
import { type ClipboardEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { useTranslations } from 'use-intl'
import styles from './gift-cards.module.css'
import { CARDS_MOST, emptyRow, pastedRows, type TypedCard } from './typed-cards.ts'

type Field = 'pin' | 'serial' | 'expires_on'
type Props = {
  id: string
  rows: readonly TypedCard[]
  change: (rows: TypedCard[]) => void
  error: string | undefined
  errorOf: (row: TypedCard, field: Field) => { id: string; text: string | undefined }
}

export function CardRows({ id, rows, change, error, errorOf }: Props) {
  const t = useTranslations('goods.gift_cards')
  const fieldName = useTranslations('fields')
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
    const next = event.currentTarget.closest('li')?.nextElementSibling?.querySelector('input')
    if (next) next.focus()
    else if (row.pin.trim() !== '' && rows.length < CARDS_MOST) add()
  }
  function onPaste(event: ClipboardEvent, row: TypedCard) {
    const pasted = pastedRows(event.clipboardData.getData('text'))
    if (!pasted) return
    event.preventDefault()
    added.current = true
    const at = rows.indexOf(row)
    change([...rows.slice(0, at), ...pasted, ...rows.slice(at + 1)].slice(0, CARDS_MOST))
  }
  const inputOf = (row: TypedCard, i: number, field: Field, label: 'code' | 'serial' | 'expires') => {
    const problem = errorOf(row, field)
    return {
      ...{ id: problem.id, label: fieldName(label), 'aria-label': t(`${label}_of`, { row: i + 1 }), error: problem.text, value: row[field] },
      ...{ maxLength: 64, autoComplete: 'off', spellCheck: false },
      onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
        change(rows.map((one) => (one.key === row.key ? { ...one, [field]: value } : one))),
      onKeyDown: (event: KeyboardEvent) => onEnter(event, row),
    }
  }
  return (
    <fieldset className="stack gap-8" id={id} tabIndex={-1}>
      <legend className="title">{fieldName('cards')}</legend>
      <p className="muted">{t('cards_hint')}</p>
      {error && (
        <p role="alert" className="negative">
          {error}
        </p>
      )}
      <ol ref={list} className="lines">
        {rows.map((row, i) => (
          <li key={row.key} className={`top ${styles.card}`}>
            <span className="muted" aria-hidden>
              {i + 1}
            </span>
            <TextInput {...inputOf(row, i, 'pin', 'code')} classNames={{ input: 'mono' }} onPaste={(event) => onPaste(event, row)} />
            <TextInput {...inputOf(row, i, 'serial', 'serial')} />
            <TextInput {...inputOf(row, i, 'expires_on', 'expires')} type="date" />
            <Button
              variant="subtle"
              px={10}
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
