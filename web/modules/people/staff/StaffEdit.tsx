// The page of one person: details, sign-in, rights, and actions on the account.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Staff } from '../../../../contract/people/staff.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { AccountActions } from './AccountActions.tsx'
import { EditForm } from './EditForm.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export function useMissing() {
  const t = useTranslations('staff.form')
  const word = useTranslations('words')
  return { title: t('missing'), hint: t('missing_hint'), to: '/staff/view', label: word('to_the_list') }
}

export default function StaffEdit() {
  const { userId = '' } = useParams()
  const asked = useQuery(query('staffList', { filters: { user_id: userId } }))
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={useMissing()}>
      {(person) => <Person person={person} />}
    </OnePage>
  )
}

function Person({ person }: { person: Staff }) {
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const facts = [
    { label: field('state'), value: <StatusBadge person={person} /> },
    { label: field('username'), value: person.username },
    { label: field('organisation'), value: person.organisation_name },
    { label: field('last_login'), value: person.last_login_at ? format.dateTime(person.last_login_at) : word('never') },
  ]
  return (
    <DetailPage title={person.full_name || person.username} facts={facts} actions={<AccountActions person={person} />}>
      <EditForm key={person.user_id} person={person} />
    </DetailPage>
  )
}
