// The customers one may see, with balance and limit; one's own can be credited from here.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { Amount } from '../../kit/Amount.tsx'
import { query, useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import * as format from '../../kit/format.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import type { Column } from '../../kit/ListTable.tsx'
import type { Filter, Row } from '../../kit/list-state.ts'

type Customer = Row<'customersListShort'>
const SUPERADMIN = 0

const creditPath = (row: Customer) => `/customer/${row.customer_id}/credit/add`

/** Only the organisation directly above credits, and the platform. */
function useMayCredit() {
  const user = useUser()
  const isOpen = can(user, 'walletChange')
  return (row: Customer) => isOpen && (user.account_role === SUPERADMIN || row.parent_id === user.customer_id)
}

export default function CustomerList() {
  const t = useTranslations('office')
  const mayCredit = useMayCredit()
  const low = useQuery(query('customersListShort', { limit: 1 })).data?.type_of_filters.find(({ name }) => name === 'low_balance')?.count
  const columns: Column<Customer>[] = [
    { key: 'name', header: t('customer'), cell: (row) => row.name, sort: 'name' },
    { key: 'username', header: t('username'), cell: (row) => row.username },
    { key: 'city', header: t('city'), cell: (row) => row.city },
    {
      key: 'status',
      header: t('status'),
      cell: (row) => <span className={row.is_active ? 'badge success' : 'badge'}>{row.is_active ? t('active') : t('stopped')}</span>,
    },
    { key: 'balance', header: t('balance'), cell: (row) => <Amount value={row.balance} />, number: true, sort: 'balance' },
    { key: 'limit', header: t('credit_limit'), cell: (row) => <Amount value={row.credit_limit} />, number: true },
    { key: 'available', header: t('available'), cell: (row) => <Amount value={row.available} />, number: true, sort: 'available' },
    { key: 'plan', header: t('plan'), cell: (row) => row.plan_name ?? '–' },
    { key: 'last_sale', header: t('last_sale'), cell: (row) => (row.last_sale_at ? format.dateTime(row.last_sale_at) : '–'), sort: 'last_sale_at' },
    { key: 'action', header: t('action'), cell: (row) => mayCredit(row) && <CreditButton row={row} /> },
  ]
  const filters: Filter[] = [
    {
      name: 'is_active',
      label: t('status'),
      options: [
        { value: '1', label: t('active'), is: true },
        { value: '0', label: t('stopped'), is: false },
      ],
    },
    {
      name: 'low_balance',
      label: low ? `${t('low_balance')} (${format.count(low)})` : t('low_balance'),
      options: [{ value: '1', label: t('low_balance'), is: true }],
    },
  ]
  return (
    <ListPage
      call="customersListShort"
      columns={columns}
      rowKey={(row) => row.customer_id}
      link={(row) => (mayCredit(row) ? creditPath(row) : undefined)}
      filters={filters}
      searchLabel={t('search_customers')}
      sort="name"
      nothing={{ title: t('no_customers'), hint: t('no_customers_hint') }}
    />
  )
}

function CreditButton({ row }: { row: Customer }) {
  const t = useTranslations('office')
  return (
    <Button component={Link} to={creditPath(row)} size="xs" variant="default" aria-label={`${t('credit')}: ${row.name}`}>
      {t('credit')}
    </Button>
  )
}
