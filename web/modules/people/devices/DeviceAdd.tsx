// Adds devices. Devices scanned one after the other get consecutive tags. A scanner ends each number with Enter, so Enter puts one device on the list and
// waits for the next.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { given } from '../../../kit/form/form-values.ts'
import { type FieldState, useCallForm } from '../../../kit/form/use-call-form.ts'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import styles from './devices.module.css'

export default function DeviceAdd() {
  const t = useTranslations('devices')
  const field = useTranslations('fields')
  const navigate = useNavigate()
  const next_tag = useQuery(query('devicesList', { limit: 1 })).data?.next_tag
  const { fields, ...form } = useCallForm('deviceChange', {
    labels: { tag: t('first_tag'), serial_numbers: field('serial') },
    fixed: { action: 'add' },
    required: ['serial_numbers'],
    refresh: ['devicesList'],
    done: () => navigate('/devices?sort=-tag'),
  })
  const n = given(fields.serial_numbers.value)?.length ?? 0
  return (
    <div className="stack">
      <PageTitle />
      <section className="card stack">
        <p className="muted">{t('add_hint')}</p>
        <CallForm form={form} submit={t('add_count', { n, count: format.count(n) })}>
          <TextField {...fields.tag} required value={fields.tag.value ?? next_tag} />
          <Scanned {...fields.serial_numbers} />
        </CallForm>
      </section>
    </div>
  )
}

/** Serial numbers are kept in the order of scanning, but the newest is shown at the top, where people look. */
function Scanned({ id, label, value, onChange, error }: FieldState<string[]>) {
  const t = useTranslations('devices')
  const word = useTranslations('house.words')
  const named = useNamed()
  const [text, setText] = useState('')
  const [twice, setTwice] = useState<string>()
  const serials = given(value) ?? []
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const serial = text.trim()
    if (serial === '') return
    const isKnown = serials.includes(serial)
    setTwice(isKnown ? serial : undefined)
    if (!isKnown) onChange([...serials, serial])
    setText('')
  }
  return (
    <>
      <TextInput
        {...{ id, label, value: text, maxLength: 60, autoComplete: 'off', autoFocus: true, onKeyDown: onKey }}
        description={t('scan_hint')}
        error={twice ? t('scanned_twice', { serial: twice }) : error}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <p role="status" className="muted">
        {t('scanned', { n: serials.length, count: format.count(serials.length) })}
      </p>
      <ul className={`lines gap-4 ${styles.scanned}`}>
        {serials.toReversed().map((serial) => (
          <li key={serial} className="row one-line">
            <span className="mono breaks">{serial}</span>
            <Button
              size="xs"
              variant="subtle"
              className="push"
              onClick={() => onChange(serials.filter((one) => one !== serial))}
              aria-label={named(word('remove'), serial)}
            >
              {word('remove')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}
