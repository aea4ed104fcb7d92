// Whether the server works well, in one line: first its faults in words, then a tick for each part that works, with its time or figure.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Failed } from '../../../kit/page/Empty.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import styles from './platform.module.css'

type Part = Output<'portalHealth'>['parts'][number]

const REFRESH_MS = 60_000
const GIGABYTE = 1_000_000_000
/** The parts of the server that are always shown. Other parts are shown only while they have a fault. */
const SHOWN: readonly Part['part'][] = ['database', 'money', 'jobs', 'backup', 'disk']

export function PortalHealth() {
  const t = useTranslations('platform')
  const asked = useQuery({ ...query('portalHealth', {}), refetchInterval: REFRESH_MS })
  if (asked.isPending) return <i className={`card ${styles.health}`} data-waiting />
  if (!asked.data)
    return (
      <div className="card">
        <Failed error={asked.error} retry={() => asked.refetch()} />
      </div>
    )
  const { parts } = asked.data
  const wrong = parts.filter(({ ok }) => !ok)
  return (
    <section className={`card row gap-8 ${styles.health}`} aria-label={t('health')}>
      <b role="status">{wrong.length === 0 ? t('well') : t('unwell', { n: wrong.length, count: format.count(wrong.length) })}</b>
      {[...wrong, ...parts.filter(({ ok, part }) => ok && SHOWN.includes(part))].map((part) => (
        <One key={part.part} part={part} />
      ))}
    </section>
  )
}

function One({ part: { part, ok, sells, at, free_bytes, detail } }: { part: Part }) {
  const t = useTranslations('platform')
  const names = useTranslations('platform.parts')
  const name = names(part)
  const figure = free_bytes !== null ? t('free', { size: format.count(Math.floor(free_bytes / GIGABYTE)) }) : at ? format.dateTime(at) : ''
  const text = [name, figure].filter(Boolean).join(' · ')
  return (
    <span className={`badge ${ok ? 'success' : sells ? 'warning' : 'danger'}`} title={detail}>
      {part === 'money' ? <InnerLink to="/books">{text}</InnerLink> : text}
      {!ok && detail && ` · ${detail}`}
    </span>
  )
}
