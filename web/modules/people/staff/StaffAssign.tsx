// The customers that one person manages: assigned customers on top, all other customers below, each list with bulk actions.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import { FailedPage, MissingPage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Link, useParams } from '../../../kit/router/Pages.tsx'
import { AssignedCustomers } from './AssignedCustomers.tsx'
import { OtherCustomers } from './OtherCustomers.tsx'
import { useMissing } from './StaffEdit.tsx'

/** The most assigned customers that are shown. */
const SHOWN = 100

export default function StaffAssign() {
  const t = useTranslations('staff')
  const screen = useTranslations('house.screens')
  const field = useTranslations('fields')
  const { userId = '' } = useParams()
  const missing = useMissing()
  const asked = useQuery(query('staffList', { filters: { user_id: userId } }))
  const current = useQuery(query('staffAssignHistory', { filters: { user_id: userId, current: true }, limit: SHOWN }))
  const [person] = asked.data?.content ?? []
  const failed = asked.isError ? asked : current.isError ? current : undefined
  if (failed) return <FailedPage error={failed.error} retry={() => failed.refetch()} />
  if (!asked.data || !current.data) return <PageTitle />
  if (!person) return <MissingPage {...missing} />
  const { content, filters } = current.data
  return (
    <div className="stack">
      <PageTitle title={t('assign.title', { name: person.full_name || person.username })}>
        <Button component={Link} to={`/staff/edit/${person.user_id}`} variant="default">
          {field('flags')}
        </Button>
        <Button component={Link} to="/staff/history" variant="default">
          {screen('staff_history')}
        </Button>
      </PageTitle>
      <AssignedCustomers person={person} rows={content} total={filters.total_count} />
      <OtherCustomers person={person} assigned={new Set(content.map((row) => row.customer_id))} />
    </div>
  )
}
