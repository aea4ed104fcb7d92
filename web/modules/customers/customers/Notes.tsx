// Notes about a customer, newest first: who wrote each and when. A note cannot be changed.
import { Button, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { NOTE_MAX } from '../../../../contract/customers/customer-changes.ts'
import { query, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { useUnsaved } from '../../../kit/form/unsaved-input.ts'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { Widget } from '../../../kit/page/Widget.tsx'
import styles from './customers.module.css'

export function Notes({ customer_id }: { customer_id: string }) {
  const t = useTranslations('customers.pulse')
  const asked = useQuery(query('customerPulse', { customer_id }))
  return (
    <section className="card stack" aria-label={t('notes')}>
      <h2>{t('notes')}</h2>
      {can(useUser(), 'customerNoteAdd') && <NewNote customer_id={customer_id} />}
      <Widget of={asked}>
        {({ notes }) =>
          notes.length === 0 ? (
            <p className="muted">{t('no_notes')}</p>
          ) : (
            <ol className={`ruled ${styles.timeline}`}>
              {notes.map(({ note_id, note, author, created_at }) => (
                <li key={note_id} className="split top" style={{ '--columns': '150px minmax(0, 1fr)' }}>
                  <time dateTime={created_at} className="muted">
                    {format.dateTime(created_at)}
                  </time>
                  <div>
                    {note}
                    <span className="muted"> · {author}</span>
                  </div>
                </li>
              ))}
            </ol>
          )
        }
      </Widget>
    </section>
  )
}

function NewNote({ customer_id }: { customer_id: string }) {
  const t = useTranslations('customers.pulse')
  const [note, setNote] = useState('')
  const call = useCall('customerNoteAdd', { refresh: ['customerPulse', 'customerDetails'], done: () => setNote('') })
  useUnsaved(note.trim() !== '')
  return (
    <form
      className="stack"
      onSubmit={(event) => {
        event.preventDefault()
        call.mutate({ customer_id, note: note.trim() })
      }}
    >
      <Textarea
        label={t('note')}
        description={t('note_hint')}
        rows={2}
        maxLength={NOTE_MAX}
        value={note}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button type="submit" className="push" disabled={note.trim() === '' || call.isPending}>
        {t('add')}
      </Button>
      <Refusal error={call.error} changes />
    </form>
  )
}
