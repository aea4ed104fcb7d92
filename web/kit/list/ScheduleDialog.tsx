// Schedules a list to be sent by mail each day, week or month, with its current filters and columns.

import { Button, Checkbox } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { reportRhythms } from '../../../contract/papers/report-schedules.ts'
import { type Input, query } from '../base/api.ts'
import { useWeekdays } from '../base/use-weekdays.ts'
import { FormDialog } from '../form/FormDialog.tsx'
import { SelectField } from '../form/fields.tsx'
import { useCallForm } from '../form/use-call-form.ts'
import { Dialog } from '../page/Dialog.tsx'
import { InnerLink } from '../page/InnerLink.tsx'

type Report = Pick<Input<'reportScheduleAdd'>, 'list' | 'input' | 'columns' | 'format' | 'title'>
type Props = { report: Report; onClose: () => void }

export default function ScheduleDialog({ report, onClose }: Props) {
  const t = useTranslations('ledgers.by_mail')
  const house = useTranslations('house.words')
  const [isDone, setDone] = useState(false)
  const people = useQuery(query('reportRecipients', {})).data?.content
  if (!people) return null
  if (people.length === 0)
    return (
      <Dialog title={t('title', { title: report.title })} onClose={onClose}>
        <p>{t('unproven')}</p>
        <InnerLink to="/settings">{t('to_settings')}</InnerLink>
      </Dialog>
    )
  if (isDone)
    return (
      <Dialog title={t('done')} onClose={onClose}>
        <div className="stack" role="status">
          <InnerLink to="/report-schedules">{t('all')}</InnerLink>
          <div className="row">
            <Button onClick={onClose}>{house('close')}</Button>
          </div>
        </div>
      </Dialog>
    )
  return <Form report={report} people={people} onClose={onClose} done={() => setDone(true)} />
}

type FormProps = Props & { people: readonly { user_id: string; full_name: string; email: string; is_self: boolean }[]; done: () => void }

function Form({ report, people, onClose, done }: FormProps) {
  const t = useTranslations('ledgers.by_mail')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const { rhythms } = useMessages().ledgers.by_mail
  const weekdays = useWeekdays()
  const [to, setTo] = useState<readonly string[]>(people.filter(({ is_self }) => is_self).map(({ user_id }) => user_id))
  const form = useCallForm('reportScheduleAdd', {
    values: { rhythm: 'daily', weekday: 1, hour: 7 },
    fixed: { ...report, recipients: [...to] },
    refresh: ['reportSchedules'],
    done,
  })
  const hours = Array.from({ length: 24 }, (_, hour) => ({ value: hour, label: word('hour', { hour }) }))
  return (
    <FormDialog title={t('title', { title: report.title })} form={form} submit={t('submit')} onClose={onClose} above={<p>{t('text')}</p>}>
      <SelectField {...form.fields.rhythm} autoFocus options={reportRhythms.map((value) => ({ value, label: rhythms[value] }))} />
      {form.values.rhythm === 'weekly' && <SelectField {...form.fields.weekday} options={weekdays.map((label, i) => ({ value: i + 1, label }))} />}
      <SelectField {...form.fields.hour} options={hours} />
      <Checkbox.Group label={field('recipients')} value={[...to]} onChange={setTo} error={to.length === 0 ? t('nobody') : form.fields.recipients.error}>
        <div className="stack">
          {people.map(({ user_id, full_name, email }) => (
            <Checkbox key={user_id} value={user_id} label={`${full_name}, ${email}`} />
          ))}
        </div>
      </Checkbox.Group>
    </FormDialog>
  )
}
