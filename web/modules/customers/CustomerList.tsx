// The customers one may see, with balance and limit: opened, credited, stopped and given a plan from here.
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
import { yesNo } from '../../kit/list-columns.ts'
import type { Filter, Row } from '../../kit/list-state.ts'
import { ChooseBox, ChosenBar } from './ChosenBar.tsx'
import { StatusBadge } from './StatusBadge.tsx'
import { type Chosen, useChosen } from './use-chosen.ts'
import { usePlans } from './use-plans.ts'

type Customer = Row<'customersListShort'>

export default function CustomerList() {
  const t = useTranslations('people')
  const user = useUser()
  const chosen = useChosen()
  const mayRead = can(user, 'customerDetails')
  const mayAdd = can(user, 'customerAdd')
  const mayCredit = can(user, 'walletChange')
  const add = mayAdd && (
    <Button component={Link} to="/customer/add">
      {t('list.add')}
    </Button>
  )
  return (
    <div className="stack">
      <ListPage
        call="customersListShort"
        columns={useColumns(mayAdd ? chosen : undefined)}
        rowKey={(row) => row.customer_id}
        link={(row) => (mayRead ? `/customer/details/${row.customer_id}` : mayCredit && row.may_credit ? `/customer/${row.customer_id}/credit/add` : undefined)}
        filters={useFilters()}
        searchLabel={t('list.search')}
        sort="name"
        actions={add}
        above={() => <ChosenBar chosen={chosen} />}
        nothing={{ title: t('list.none'), hint: t('list.none_hint'), action: add }}
      />
    </div>
  )
}

function useColumns(chosen: Chosen | undefined): Column<Customer>[] {
  const t = useTranslations('people')
  const mayCredit = can(useUser(), 'walletChange')
  return [
    { key: 'name', header: t('name'), cell: (row) => row.name, sort: 'name' },
    { key: 'username', header: t('username'), cell: (row) => row.username },
    { key: 'city', header: t('city'), cell: (row) => row.city },
    { key: 'is_active', words: yesNo(t('active'), t('stopped')), header: t('state'), cell: (row) => <StatusBadge is_active={row.is_active} /> },
    { key: 'balance', header: t('balance'), cell: (row) => <Amount value={row.balance} />, number: true, sort: 'balance' },
    { key: 'credit_limit', header: t('credit_limit'), cell: (row) => <Amount value={row.credit_limit} />, number: true },
    { key: 'available', header: t('available'), cell: (row) => <Amount value={row.available} />, number: true, sort: 'available' },
    { key: 'plan_name', header: t('plan'), cell: (row) => row.plan_name ?? '–' },
    { key: 'last_sale_at', header: t('last_sale'), cell: (row) => (row.last_sale_at ? format.dateTime(row.last_sale_at) : '–'), sort: 'last_sale_at' },
    { key: 'action', field: null, header: t('action'), cell: (row) => mayCredit && row.may_credit && <CreditButton row={row} /> },
    ...(chosen ? [{ key: 'choose', field: null, header: t('list.choose_head'), cell: (row: Customer) => <ChooseBox row={row} chosen={chosen} /> }] : []),
  ]
}

function useFilters(): Filter[] {
  const t = useTranslations('people')
  const isStaff = useUser().internal_role !== 0
  const plans = usePlans()
  const low = useQuery(query('customersListShort', { limit: 1 })).data?.type_of_filters.find(({ name }) => name === 'low_balance')?.count
  const one = (name: string, label: string): Filter => ({ name, label, options: [{ value: '1', label, is: true }] })
  return [
    {
      name: 'is_active',
      label: t('state'),
      options: [
        { value: '1', label: t('active'), is: true },
        { value: '0', label: t('stopped'), is: false },
      ],
    },
    one('low_balance', low ? `${t('list.low')} (${format.count(low)})` : t('list.low')),
    ...(plans.length > 0 ? [{ name: 'plan_id', label: t('plan'), options: plans.map(({ value, label }) => ({ value, label, is: value })) }] : []),
    ...(isStaff ? [one('mine', t('list.mine'))] : []),
  ]
}

function CreditButton({ row }: { row: Customer }) {
  const t = useTranslations('people.list')
  return (
    <Button component={Link} to={`/customer/${row.customer_id}/credit/add`} size="xs" variant="default" aria-label={`${t('credit')}: ${row.name}`}>
      {t('credit')}
    </Button>
  )
}
