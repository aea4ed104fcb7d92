// Reports that are sent regularly by mail: what, to whom and when, the result of the last mail, and buttons to change or end each of them.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type Input, useCall } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { useWeekdays } from '../../../kit/base/use-weekdays.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { Confirm } from '../../../kit/page/Confirm.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

type Schedule = Row<'reportSchedules'>
type Action = Input<'reportScheduleChange'>['action']

const looks = { active: 'badge success', paused: 'badge', stopped: 'badge danger' } as const

export default function ReportSchedules() {
  const t = useTranslations('ledgers.by_mail')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const named = useNamed()
  const texts = useMessages().ledgers.by_mail
  const weekdays = useWeekdays()
  const [deleting, setDeleting] = useState<Schedule>()
  const change = useCall('reportScheduleChange', { refresh: ['reportSchedules'] })
  const act = (schedule_id: string, action: Action) => change.mutate({ schedule_id, action })
  const button = (row: Schedule, action: Action, press = () => act(row.schedule_id, action)) => (
    <Button size="xs" variant="default" disabled={change.isPending} aria-label={named(t(`actions.${action}`), row.title)} onClick={press}>
      {t(`actions.${action}`)}
    </Button>
  )
  const columns: Column<Schedule>[] = [
    { key: 'title', header: field('name'), cell: (row) => <Title row={row} /> },
    { key: 'rhythm', field: ['rhythm', 'weekday', 'hour'], header: field('rhythm'), cell: (row) => when(row) },
    { key: 'recipients', cell: ({ recipients }) => recipients.join(', ') },
    { key: 'state', words: texts.states, looks },
    { key: 'next_at', header: t('next_at') },
    {
      key: 'sent_at',
      field: ['sent_at', 'outcomes'],
      header: t('last'),
      cell: (row) => row.outcomes.map((outcome) => texts.outcomes[outcome]).join(', ') || '–',
    },
    {
      key: 'action',
      field: null,
      cell: (row) => (
        <div className="row">
          {row.is_own && row.state === 'active' && button(row, 'send')}
          {row.state === 'active' ? button(row, 'pause') : button(row, 'resume')}
          {button(row, 'delete', () => setDeleting(row))}
        </div>
      ),
    },
  ]
  return (
    <>
      <Refusal error={change.error} />
      {change.data && change.variables?.action === 'send' && (
        <p role="status" className="notice success">
          {t('sending')}
        </p>
      )}
      <ListPage call="reportSchedules" columns={columns} rowKey={(row) => row.schedule_id} nothing={{ title: t('nothing'), hint: t('nothing_hint') }} />
      {deleting && (
        <Confirm
          danger
          title={t('delete_title', { title: deleting.title })}
          confirm={t('actions.delete')}
          onConfirm={() => {
            act(deleting.schedule_id, 'delete')
            setDeleting(undefined)
          }}
          onClose={() => setDeleting(undefined)}
        >
          <p>{t('delete_text')}</p>
        </Confirm>
      )}
    </>
  )

  function when({ rhythm, weekday, hour }: Schedule): string {
    const day = rhythm === 'weekly' ? `, ${weekdays[weekday - 1]}` : ''
    return `${texts.rhythms[rhythm]}${day}, ${word('hour', { hour })}`
  }
}

function Title({ row }: { row: Schedule }) {
  return (
    <>
      {row.title}
      <div className="muted">
        {row.format.toUpperCase()}
        {!row.is_own && `, ${row.owner}`}
      </div>
    </>
  )
}
