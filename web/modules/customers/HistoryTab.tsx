// What happened to a customer, the newest first: from the audit log, the books and the registrations.
import { useTranslations } from 'use-intl'
import { parseMoney } from '../../../contract/kit/money.ts'
import * as format from '../../kit/base/format.ts'
import type { Details } from './customer-form.ts'
import styles from './customers.module.css'
import { fieldNames, useLabels } from './use-labels.ts'

type Entry = Details['timeline'][number]

const kinds = [
  ...(['added', 'changed', 'stopped', 'started', 'remarks', 'note', 'sign_in', 'api', 'prices', 'auto_rule', 'link_sent', 'registered'] as const),
  ...(['terminal_on', 'terminal_off', 'devices_given', 'device_back', 'device_paired'] as const),
  ...(['top_up', 'auto_credit', 'credit_limit', 'correction'] as const),
]

export function HistoryTab({ customer: { timeline } }: { customer: Details }) {
  const t = useTranslations('customers.history')
  if (timeline.length === 0) return <p className="muted">{t('nothing')}</p>
  return (
    <ol className={`card ruled ${styles.timeline}`}>
      {timeline.map((entry) => (
        <li key={`${entry.at} ${entry.kind} ${entry.who} ${JSON.stringify(entry.text)}`}>
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
  const labels = useLabels()
  const known = kinds.find((one) => one === kind) ?? 'booking'
  const amount = text.amount === undefined ? undefined : parseMoney(text.amount)
  const fields = (text.fields ?? '').split(',').flatMap((name) => fieldNames.filter((one) => one === name).map((one) => labels[one]))
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
