// Devices scanned in sequence get consecutive tags. A scanner ends with Enter, so Enter adds one device and waits for the next.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall } from '../../kit/api.ts'
import * as format from '../../kit/format.ts'
import { useNamed } from '../../kit/named.ts'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { Refusal } from '../../kit/Refusal.tsx'
import styles from './devices.module.css'

const MOST = 200

export default function DeviceAdd() {
  const t = useTranslations('devices')
  const named = useNamed()
  const navigate = useNavigate()
  const next_tag = useQuery(query('devicesList', { limit: 1 })).data?.next_tag ?? ''
  const [typedTag, setTag] = useState<string>()
  const tag = typedTag ?? next_tag
  const scan = useScanned()
  const add = useCall('deviceChange', { refresh: ['devicesList'], done: () => navigate({ to: '/devices', search: { sort: '-tag' } as never }) })
  const { serials } = scan
  return (
    <div className="stack">
      <PageTitle />
      <section className={`card ${styles.form}`}>
        <p className="muted">{t('add_hint')}</p>
        <TextInput label={t('first_tag')} value={tag} maxLength={40} onChange={(event) => setTag(event.currentTarget.value)} autoComplete="off" />
        <TextInput
          label={t('serial_number')}
          description={t('scan_hint')}
          error={scan.twice && t('scanned_twice', { serial: scan.twice })}
          value={scan.text}
          maxLength={60}
          onChange={(event) => scan.setText(event.currentTarget.value)}
          onKeyDown={scan.onKey}
          autoComplete="off"
          autoFocus
        />
        <p role="status" className="muted">
          {t('scanned', { n: serials.length, count: format.count(serials.length) })}
        </p>
        <ul className={styles.scanned}>
          {serials.map((serial) => (
            <li key={serial}>
              <span className={`mono ${styles.serial}`}>{serial}</span>
              <Button size="xs" variant="subtle" onClick={() => scan.remove(serial)} aria-label={named(t('remove'), serial)}>
                {t('remove')}
              </Button>
            </li>
          ))}
        </ul>
        <Refusal error={add.error} changes />
        <div className="row">
          <Button
            disabled={serials.length === 0 || add.isPending}
            onClick={() => add.mutate({ action: 'add', serial_numbers: [...serials].reverse(), ...(tag.trim() ? { tag: tag.trim() } : {}) })}
          >
            {t('add_count', { n: serials.length, count: format.count(serials.length) })}
          </Button>
        </div>
      </section>
    </div>
  )
}

/** The newest is at the top, where people look. */
function useScanned() {
  const [text, setText] = useState('')
  const [serials, setSerials] = useState<readonly string[]>([])
  const [twice, setTwice] = useState<string>()
  function onKey(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    const serial = text.trim()
    if (serial === '') return
    const isKnown = serials.includes(serial)
    setTwice(isKnown ? serial : undefined)
    if (!isKnown && serials.length < MOST) setSerials([serial, ...serials])
    setText('')
  }
  return { text, setText, serials, twice, onKey, remove: (serial: string) => setSerials(serials.filter((one) => one !== serial)) }
}
