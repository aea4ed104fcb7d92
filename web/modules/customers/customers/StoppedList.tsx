// Suspended customers, each with the time, the person and the reason; they can be reactivated from this list.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { StatusDialog } from './StatusDialog.tsx'

type Customer = Row<'customersList'>

export default function StoppedList() {
  const t = useTranslations('customers')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const mayChange = can(useUser(), 'customerStatus')
  const columns: Column<Customer>[] = [
    { key: 'name', header: field('organisation'), sort: 'name' },
    { key: 'username' },
    { key: 'city' },
    { key: 'stopped_at', header: t('stopped_list.at') },
    { key: 'stopped_by', header: field('by') },
    { key: 'stopped_reason', header: field('reason') },
    { key: 'balance', sort: 'balance' },
    { key: 'action', field: null, cell: (row) => mayChange && <Restart row={row} /> },
  ]
  return (
    <ListPage
      call="customersList"
      columns={columns}
      rowKey={(row) => row.customer_id}
      link={(row) => `/customer/details/${row.customer_id}`}
      input={{ filters: { is_active: false } }}
      searchLabel={word('search_people')}
      sort="name"
      nothing={{ title: t('stopped_list.none'), hint: t('stopped_list.none_hint') }}
    />
  )
}

function Restart({ row }: { row: Customer }) {
  const t = useTranslations('customers.status')
  const named = useNamed()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" aria-label={named(t('restart'), row.name)} onClick={() => setOpen(true)}>
        {t('restart')}
      </Button>
      {isOpen && <StatusDialog customer_ids={[row.customer_id]} name={row.name} is_active onClose={() => setOpen(false)} />}
    </>
  )
}
