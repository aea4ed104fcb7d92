// The customers that this user may see, with balance and limit. They can be opened, credited, suspended and given a plan.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { internalRole } from '../../../../contract/kit/access.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { type Customer, useColumns, useMoreColumns } from './use-columns.tsx'
import { usePlans } from './use-plans.ts'

/** Loaded when customers are chosen, because its forms are not small. */
const CustomerBulk = lazy(async () => ({ default: (await import('./CustomerBulk.tsx')).CustomerBulk }))

/** The list of customers. Users who may only credit customers get a shorter list without the customers' sign-ins. */
export default function CustomerList() {
  return can(useUser(), 'customersList') ? <Whole /> : <Short />
}

function Short() {
  return <ListPage {...useList()} call="customersListShort" columns={useColumns()} />
}

function Whole() {
  const list = useList()
  const mayAdd = can(useUser(), 'customerAdd')
  const bulk = (picked: ComponentProps<typeof CustomerBulk>) => (
    <Suspense>
      <CustomerBulk {...picked} />
    </Suspense>
  )
  return <ListPage {...list} call="customersList" across columns={useMoreColumns()} {...(mayAdd && { bulk })} />
}

function useList() {
  const t = useTranslations('customers.list')
  const word = useTranslations('words')
  const screen = useTranslations('house.screens')
  const user = useUser()
  const mayRead = can(user, 'customerDetails')
  const mayCredit = can(user, 'walletChange')
  const add = can(user, 'customerAdd') && (
    <Button component={Link} to="/customer/add">
      {screen('customer_add')}
    </Button>
  )
  return {
    rowKey: (row: Customer) => row.customer_id,
    link: (row: Customer) =>
      mayRead ? `/customer/details/${row.customer_id}` : mayCredit && row.may_credit ? `/customer/${row.customer_id}/credit/add` : undefined,
    filters: useFilters(),
    searchLabel: word('search_people'),
    sort: 'name',
    actions: add,
    nothing: { title: t('none'), hint: t('none_hint'), action: add },
  }
}

function useFilters(): Filter[] {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const isStaff = useUser().internal_role !== internalRole.manager
  const plans = usePlans() ?? []
  const low = useQuery(query('customersListShort', { limit: 1 })).data?.type_of_filters.find(({ name }) => name === 'low_balance')?.count
  const one = (name: string, label: string): Filter => ({ name, label, options: [{ value: '1', label, is: true }] })
  return [
    {
      name: 'is_active',
      label: field('state'),
      options: [
        { value: '1', label: field('is_active'), is: true },
        { value: '0', label: word('suspended'), is: false },
      ],
    },
    one('low_balance', low ? `${t('list.low')} (${format.count(low)})` : t('list.low')),
    ...(plans.length > 0 ? [{ name: 'plan_id', label: field('plan'), options: plans.map(({ value, label }) => ({ value, label, is: value })) }] : []),
    ...(isStaff ? [one('mine', t('list.mine'))] : []),
  ]
}
