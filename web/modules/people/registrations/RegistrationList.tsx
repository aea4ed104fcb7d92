// The registrations of people, whether they have chosen a password yet or not: links can be sent again, addresses corrected, registrations cancelled.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages, useTranslations } from 'use-intl'
import { registrationStates } from '../../../../contract/people/registrations.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf, yesNo } from '../../../kit/list/list-columns.ts'
import { CancelRegistration } from './CancelRegistration.tsx'
import { ResendLink } from './ResendLink.tsx'
import { nameOf, type Registration } from './registration.ts'

type Act = 'resend' | 'cancel'

const DAY_MS = 24 * 60 * 60_000
const looks = { waiting: 'badge info', done: 'badge success', expired: 'badge warning', cancelled: 'badge' } as const

function useStates() {
  const { words, messages } = useMessages()
  return { ...words.request_states, ...messages.registrations.states }
}

export default function RegistrationList() {
  const t = useTranslations('messages.registrations')
  const field = useTranslations('fields')
  const [open, setOpen] = useState<{ row: Registration; act: Act }>()
  const [done, setDone] = useState('')
  const states = useStates()
  const columns = useColumns((row, act) => setOpen({ row, act }))
  const filters: Filter[] = [{ name: 'state', label: field('state'), options: registrationStates.map((value) => ({ value, label: states[value], is: value })) }]
  const props = {
    onClose: () => setOpen(undefined),
    done: (row: Registration) => {
      setDone(t(open?.act === 'cancel' ? 'cancelled' : 'resent', { name: nameOf(row) }))
      setOpen(undefined)
    },
  }
  return (
    <>
      <ListPage
        call="registrationsList"
        columns={columns}
        rowKey={(row) => row.registration_id}
        filters={filters}
        searchLabel={t('search')}
        above={() => (
          <p role="status" className={done ? 'notice' : 'hidden-visually'}>
            {done}
          </p>
        )}
        nothing={{ title: t('none'), hint: t('none_hint') }}
      />
      {open?.act === 'resend' && <ResendLink registration={open.row} {...props} />}
      {open?.act === 'cancel' && <CancelRegistration registration={open.row} {...props} />}
    </>
  )
}

function useColumns(act: (row: Registration, act: Act) => void): Column<Registration>[] {
  const t = useTranslations('messages.registrations')
  const field = useTranslations('fields')
  const states = useStates()
  const days = (instant: string) => Math.floor((Date.now() - Date.parse(instant)) / DAY_MS)
  return [
    {
      key: 'person',
      field: ['full_name', 'username'],
      header: field('name'),
      cell: (row) => (row.full_name ? `${row.full_name} (${row.username})` : row.username),
    },
    { key: 'organisation_name' },
    { key: 'is_staff', words: yesNo(t('staff'), field('manager')), header: t('role') },
    { key: 'goes_to', field: ['email', 'mobile'], header: t('goes_to'), cell: (row) => row.email || row.mobile },
    {
      key: 'state',
      words: wordsOf(registrationStates, (state) => states[state]),
      looks,
    },
    {
      key: 'created_at',
      header: t('age'),
      cell: (row) => {
        if (row.completed_at) return t('completed', { date: format.date(row.completed_at) })
        return row.state === 'cancelled' ? '–' : <span title={format.dateTime(row.created_at)}>{t('days', { count: days(row.created_at) })}</span>
      },
    },
    {
      key: 'expires_at',
      cell: (row) => (row.state === 'waiting' ? <span title={format.dateTime(row.expires_at)}>{format.date(row.expires_at)}</span> : '–'),
    },
    { key: 'action', field: null, cell: (row) => (row.state === 'waiting' || row.state === 'expired') && <Actions row={row} act={act} /> },
  ]
}

function Actions({ row, act }: { row: Registration; act: (row: Registration, act: Act) => void }) {
  const t = useTranslations('messages.registrations')
  const word = useTranslations('words')
  return (
    <span className="row gap-8" style={{ flexWrap: 'nowrap' }}>
      {(['resend', 'cancel'] as const).map((each) => (
        <Button key={each} size="xs" variant="default" aria-label={t(`${each}_label`, { name: nameOf(row) })} onClick={() => act(row, each)}>
          {each === 'resend' ? word('send_again') : word('cancel_registration')}
        </Button>
      ))}
    </span>
  )
}
