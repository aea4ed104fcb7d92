// One row of the audit log in full: values before and after, reason, person, origin, and its number in the hash chain.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import styles from './audit.module.css'
import { useNames } from './names.ts'
import { useReading } from './use-log-values.ts'

type Entry = Row<'auditList'>

export function EntryDialog({ entry, onClose }: { entry: Entry; onClose: () => void }) {
  const t = useTranslations('audit')
  const fieldName = useTranslations('fields')
  const names = useNames()
  const { subject_id, subject_name, subject_kind, user_id } = entry
  const facts = [
    { label: fieldName('at'), value: format.dateTime(entry.at) },
    { label: fieldName('who'), value: entry.full_name || entry.username || t('nobody') },
    { label: fieldName('organisation'), value: entry.organisation_name || '–' },
    { label: t('subject'), value: `${names.kind(subject_kind)} ${subject_name}` },
    { label: fieldName('ip_address'), value: entry.address || '–' },
    { label: fieldName('device'), value: entry.device || '–' },
    { label: t('entry.seq'), value: entry.seq === null ? t('entry.unsealed') : format.count(entry.seq) },
  ]
  return (
    <Dialog title={names.action(entry.action)} onClose={onClose} wide>
      <Facts facts={facts} />
      {entry.reason && (
        <p>
          <strong>{fieldName('reason')}</strong> {entry.reason}
        </p>
      )}
      {entry.changes.length > 0 ? <Changes changes={entry.changes} /> : <p className="muted">{t('entry.no_fields')}</p>}
      <div className="row">
        {subject_id && <InnerLink to={`/audit?${new URLSearchParams({ subject_id })}`}>{t('history_of', { name: subject_name })}</InnerLink>}
        {user_id && <InnerLink to={`/audit?${new URLSearchParams({ user_id })}`}>{t('entry.by_this')}</InnerLink>}
      </div>
    </Dialog>
  )
}

function Changes({ changes }: { changes: Entry['changes'] }) {
  const fieldName = useTranslations('fields')
  const names = useNames()
  const reading = useReading(changes.map(({ field }) => field))
  if (!reading) return null
  return (
    <table className={`plain roomy breaks ${styles.changes}`}>
      <thead className="muted small">
        <tr>
          <th scope="col">{fieldName('field')}</th>
          <th scope="col">{fieldName('before')}</th>
          <th scope="col">{fieldName('after')}</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ field, before, after }) => (
          <tr key={field}>
            <th scope="row">{names.field(field)}</th>
            <td data-label={fieldName('before')}>{reading(field, before)}</td>
            <td data-label={fieldName('after')}>{reading(field, after)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
