// The public status page: whether the portal sells, each part with its last days, and the notices. It needs no sign-in, and refreshes itself.
import { useTranslations } from 'use-intl'
import { type PortalStatus, portalParts, STATUS_DAYS } from '../../../../contract/sales/portal-status.ts'
import * as format from '../../../kit/base/format.ts'
import { DoorPage } from '../../people/auth/auth.ts'
import { daysShown } from './days.ts'
import styles from './portal-status.module.css'
import { usePortalStatus } from './use-portal-status.ts'

type Part = PortalStatus['parts'][number]
const tones = { working: 'success', disturbed: 'warning', down: 'danger', no_answer: 'danger' } as const
const looks = { working: 'success', disturbed: 'warning', down: 'danger', not_offered: '' } as const

/** Returns the state of the whole portal: down if the till is down, because nothing can be sold then; disturbed if any other part has a fault. */
function overall({ parts }: PortalStatus): 'working' | 'disturbed' | 'down' {
  if (parts.some(({ part, state }) => part === 'till' && state === 'down')) return 'down'
  return parts.some(({ state }) => state === 'disturbed' || state === 'down') ? 'disturbed' : 'working'
}

export function StatusPage() {
  const t = useTranslations('entry.status')
  const { status, isCutOff } = usePortalStatus()
  const now = isCutOff ? 'no_answer' : status && overall(status)
  return (
    <DoorPage title={t('title')}>
      <div role="status" className={`notice ${now ? tones[now] : ''} ${styles.now}`} data-awaited={now ? undefined : true}>
        <b>{t(`now.${now ?? 'working'}`)}</b>
        <p>{t(`hints.${now ?? 'working'}`)}</p>
      </div>
      {!status && !isCutOff && <i data-waiting hidden />}
      <section className="stack" aria-label={t('last_days', { days: format.count(STATUS_DAYS) })}>
        {portalParts.map((part) => (
          <PartLine key={part} part={part} shown={status?.parts.find((each) => each.part === part)} status={status} />
        ))}
      </section>
      {/* Until the first answer a blank keeps the line's place. */}
      <p className="muted small">{status ? t('as_of', { time: format.dateTime(status.as_of) }) : '\u00a0'}</p>
      {status?.notices.map((notice) => (
        <Notice key={`${notice.changed_at} ${notice.headline}`} {...notice} />
      ))}
    </DoorPage>
  )
}

function PartLine({ part, shown, status }: { part: Part['part']; shown: Part | undefined; status: PortalStatus | undefined }) {
  const t = useTranslations('entry.status')
  const days = shown?.days ?? []
  const said = t('days', { n: days.length })
  return (
    <div className="lines gap-4">
      <div className={`ends ${styles.head}`}>
        <b>{t(`parts.${part}`)}</b>
        <span className={shown ? `badge ${looks[shown.state]}` : 'badge'}>{shown ? t(`states.${shown.state}`) : '–'}</span>
      </div>
      <div className={styles.days} role="img" aria-label={`${t('last_days', { days: format.count(STATUS_DAYS) })}: ${said}`}>
        {daysShown(status, days).map(({ day, state, minutes }) => (
          <i
            key={day}
            data-look={state}
            title={minutes > 0 ? t('day', { day: format.day(day), state: t(`states.${state === 'down' ? 'down' : 'disturbed'}`), minutes }) : format.day(day)}
          />
        ))}
      </div>
      <p className="muted small">{said}</p>
    </div>
  )
}

function Notice({ kind, headline, note, valid_from, valid_until, changed_at }: PortalStatus['notices'][number]) {
  const t = useTranslations('entry.status')
  const word = useTranslations('words.status_notice_kinds')
  return (
    <article className={`notice ${kind === 'disturbance' ? 'warning' : ''}`}>
      <p className="small">
        {word(kind)} · {t('notice_until', { from: format.day(valid_from), until: format.day(valid_until) })}
      </p>
      <h2 className="heading breaks">{headline}</h2>
      <p className={`breaks ${styles.note}`}>{note}</p>
      <p className="small">{t('changed', { time: format.dateTime(changed_at) })}</p>
    </article>
  )
}
