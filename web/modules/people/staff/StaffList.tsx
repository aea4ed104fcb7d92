// The people of this organisation and of those below it: their role, last sign-in, and way of signing in.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { accountRole, flags, internalRole } from '../../../../contract/kit/access.ts'
import { codeChannels } from '../../../../contract/people/auth.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf, yesNo } from '../../../kit/list/list-columns.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { StatusBadge, useStateWords } from './StatusBadge.tsx'

type Person = Row<'staffList'>

export default function StaffList() {
  const t = useTranslations('staff')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const columns = useColumns()
  const filters: Filter[] = [
    {
      name: 'is_active',
      label: field('state'),
      options: [
        { value: '1', label: field('is_active'), is: true },
        { value: '0', label: word('suspended'), is: false },
      ],
    },
    { name: 'own', label: t('list.own'), options: [{ value: '1', label: t('list.own'), is: true }] },
  ]
  return (
    <ListPage
      call="staffList"
      input={{ manager: true }}
      columns={columns}
      rowKey={(row) => row.user_id}
      link={(row) => `/staff/edit/${row.user_id}`}
      filters={filters}
      searchLabel={t('list.search')}
      sort="full_name"
      actions={<Actions />}
      nothing={{ title: t('list.none'), hint: t('list.none_hint'), action: <AddButton /> }}
    />
  )
}

function useColumns(): Column<Person>[] {
  const t = useTranslations('staff')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const rights = useTranslations('words.rights')
  return [
    { key: 'full_name', cell: (row) => row.full_name || row.username, sort: 'full_name' },
    { key: 'username', cell: (row) => (row.is_own ? `${row.username} (${t('you')})` : row.username) },
    { key: 'job_role' },
    { key: 'organisation_name' },
    { key: 'flags', words: wordsOf(flags, rights), cell: (row) => <Rights person={row} /> },
    {
      key: 'last_login_at',
      cell: (row) => (row.last_login_at ? format.dateTime(row.last_login_at) : word('never')),
      sort: 'last_login_at',
    },
    { key: 'otp_type', words: wordsOf(codeChannels, (channel) => word(`code_channels.${channel}`)), header: field('code_channel') },
    {
      key: 'login_approval',
      words: yesNo(t('approval_on'), t('approval_off')),
      header: t('approval_short'),
    },
    { key: 'customers_assigned', header: field('customers'), cell: (row) => <Customers person={row} />, number: true },
    { key: 'state', words: useStateWords(), cell: (row) => <StatusBadge person={row} /> },
  ]
}

function Rights({ person: { internal_role, flags } }: { person: Person }) {
  const t = useTranslations('staff')
  const field = useTranslations('fields')
  const rights = useTranslations('words.rights')
  if (internal_role === internalRole.manager) return field('manager')
  return <span title={flags.map((flag) => rights(flag)).join(', ')}>{t('rights_count', { n: flags.length, count: format.count(flags.length) })}</span>
}

/** The link to the customers whom a person manages; a dash for people of a shop, because a shop has no customers of its own. */
function Customers({ person }: { person: Person }) {
  const t = useTranslations('staff')
  if (person.account_role === accountRole.seller) return '–'
  const count = format.count(person.customers_assigned)
  return (
    <InnerLink to={`/staff/customers/${person.user_id}`} label={t('customers_of', { name: person.full_name || person.username, count })}>
      {count}
    </InnerLink>
  )
}

function Actions() {
  const screen = useTranslations('house.screens')
  return (
    <>
      <Button component={Link} to="/staff/history" variant="default">
        {screen('staff_history')}
      </Button>
      <AddButton />
    </>
  )
}

function AddButton() {
  const screen = useTranslations('house.screens')
  if (!can(useUser(), 'staffAdd')) return null
  return (
    <Button component={Link} to="/staff/add">
      {screen('staff_add')}
    </Button>
  )
}
