// One person: details, sign-in, rights, and actions on the account.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/api.ts'
import { DetailPage } from '../../kit/DetailPage.tsx'
import { Empty, Failed } from '../../kit/Empty.tsx'
import * as format from '../../kit/format.ts'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { AccountActions } from './AccountActions.tsx'
import { EditForm } from './EditForm.tsx'
import { StatusBadge } from './StatusBadge.tsx'

export default function StaffEdit() {
  const t = useTranslations('staff')
  const { userId = '' }: { userId?: string } = useParams({ strict: false })
  const asked = useQuery(query('staffList', { filters: { user_id: userId } }))
  const [person] = asked.data?.content ?? []
  if (asked.isPending) return <PageTitle />
  if (asked.isError && !asked.data) return <Failed error={asked.error} retry={() => asked.refetch()} />
  if (!person) return <NotYours />
  const facts = [
    { label: t('status'), value: <StatusBadge person={person} /> },
    { label: t('username'), value: person.username },
    { label: t('organisation'), value: person.organisation_name },
    { label: t('last_login'), value: person.last_login_at ? format.dateTime(person.last_login_at) : t('never') },
  ]
  return (
    <DetailPage title={person.full_name || person.username} facts={facts} actions={<AccountActions person={person} />}>
      <EditForm key={person.user_id} person={person} />
    </DetailPage>
  )
}

export function NotYours() {
  const t = useTranslations('staff.form')
  return (
    <div className="stack">
      <PageTitle />
      <Empty title={t('missing')} hint={t('missing_hint')}>
        <Button component={Link} to="/staff/view">
          {t('to_list')}
        </Button>
      </Empty>
    </div>
  )
}
