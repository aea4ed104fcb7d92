// Shown if somebody else has saved first: who and when, and for each field the saved value beside the typed one.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { query } from '../../../kit/base/api.ts'
import { useFieldNames } from '../../../kit/base/field-names.ts'
import * as format from '../../../kit/base/format.ts'
import { type Details, differing, type FieldName } from './customer-form.ts'
import styles from './customers.module.css'
import { useWords } from './use-words.ts'

type Props = {
  base: Details
  values: { [K in FieldName]?: unknown }
  refusal: unknown
  keepMine: (version: number) => void
  takeTheirs: (read: Details) => void
}

export function Compare({ base, values, refusal, keepMine, takeTheirs }: Props) {
  const t = useTranslations('customers.compare')
  const field = useTranslations('fields')
  const nameOf = useFieldNames('customers')
  const words = useWords()
  const [kept, setKept] = useState<number>()
  const detail = refusal instanceof CallError ? refusal.detail : {}
  const at = typeof detail.at === 'string' ? format.dateTime(detail.at) : ''
  const now = useQuery({ ...query('customerDetails', { customer_id: base.customer_id }), staleTime: 0 }).data
  if (!now || now.version === base.version) return <p role="status">{t('reading')}</p>
  if (kept === now.version) return <p className="notice">{t('kept')}</p>
  return (
    <div role="alert" className="notice stack">
      <b>{t('title', { who: String(detail.who ?? '–'), time: at })}</b>
      <table className={`plain roomy breaks ${styles.compare}`}>
        <thead>
          <tr>
            <th scope="col">{field('field')}</th>
            <th scope="col">{t('mine')}</th>
            <th scope="col">{t('theirs')}</th>
          </tr>
        </thead>
        <tbody>
          {differing(base, now).map((name) => (
            <tr key={name}>
              <th scope="row">{nameOf(name)}</th>
              <td>{words(name, values[name])}</td>
              <td>{words(name, now[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('hint')}</p>
      <div className="row">
        <Button
          variant="default"
          size="xs"
          onClick={() => {
            keepMine(now.version)
            setKept(now.version)
          }}
        >
          {t('keep')}
        </Button>
        <Button variant="default" size="xs" onClick={() => takeTheirs(now)}>
          {t('take')}
        </Button>
      </div>
    </div>
  )
}
