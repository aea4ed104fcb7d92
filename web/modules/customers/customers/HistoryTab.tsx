// The history of a customer, newest first: from the audit log, the books and the registrations.
import { useTranslations } from 'use-intl'
import { parseMoney } from '../../../../contract/kit/money.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import * as format from '../../../kit/base/format.ts'
import { type Details, fieldNames } from './customer-form.ts'
import styles from './customers.module.css'

type Entry = Details['timeline'][number]

const kinds = [
  ...(['added', 'changed', 'stopped', 'started', 'remarks', 'note', 'sign_in', 'api', 'prices', 'auto_rule', 'link_sent', 'registered'] as const),
  ...(['terminal_on', 'terminal_off', 'devices_given', 'device_back', 'device_paired'] as const),
  ...(['top_up', 'auto_credit', 'credit_limit', 'correction', 'moved_in'] as const),
]

export function HistoryTab({ customer: { timeline } }: { customer: Details }) {
  const t = useTranslations('customers.history')
  if (timeline.length === 0) return <p className="muted">{t('nothing')}</p>
  return (
    <ol className={`card ruled ${styles.timeline}`}>
      {timeline.map((entry) => (
        <li key={`${entry.at} ${entry.kind} ${entry.who} ${JSON.stringify(entry.text)}`} className="split top" style={{ '--columns': '150px minmax(0, 1fr)' }}>
          <time dateTime={entry.at} className="muted">
            {format.dateTime(entry.at)}
          </time>
          <Line entry={entry} />
        </li>
      ))}
    </ol>
  )
}

function Line({ entry: { kind, who, text } }: { entry: Entry }) {
  const t = useTranslations('customers.history')
  const nameOf = useFieldNames('customers')
  const known = kinds.find((one) => one === kind) ?? 'booking'
  const amount = text.amount === undefined ? undefined : parseMoney(text.amount)
  const fields = (text.fields ?? '').split(',').flatMap((name) => fieldNames.filter((one) => one === name).map((one) => nameOf(one) ?? one))
  return (
    <div>
      <b>{t(`kinds.${known}`)}</b>
      {amount !== undefined && ` ${format.money(amount)}`}
      {text.what && ` ${text.what}`}
      {who && <span className="muted"> · {who}</span>}
      {known === 'changed' && fields.length > 0 && <div className="muted">{fields.join(', ')}</div>}
      {text.reason && <div>{text.reason}</div>}
    </div>
  )
}
