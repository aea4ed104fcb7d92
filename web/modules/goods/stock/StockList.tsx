// The stock of PINs by denomination: the number left, the pace of sales, and the days it lasts.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { HeldNotice } from '../quarantine/quarantine.ts'
import { PublishPicked } from './BulkPublish.tsx'
import { DaysLeft } from './DaysLeft.tsx'
import { DropFiles } from './DropFiles.tsx'
import { Unsold } from './StockLeft.tsx'
import { useSupplierFilter } from './use-supplier-filter.tsx'

export default function StockList() {
  const t = useTranslations('stock')
  const screen = useTranslations('house.screens')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  // Users who may import stock may also publish it, because both actions need the same right.
  const mayChange = can(useUser(), 'stockUpload')
  const ofSupplier = useSupplierFilter()
  const columns: Column<Row<'stockList'>>[] = [
    { key: 'product_name', sort: 'product_name' },
    { key: 'value', fact: true },
    { key: 'unsold', fact: true, header: t('unsold'), cell: (row) => <Unsold row={row} mayPublish={mayChange} />, number: true, sort: 'unsold' },
    { key: 'unpublished', header: word('not_on_sale') },
    { key: 'sold', header: t('sold') },
    { key: 'sold_14_days' },
    { key: 'days_left', fact: true, cell: (row) => <DaysLeft {...row} empty={houseWord('sold_out')} />, number: true, sort: 'days_left' },
    { key: 'last_batch_at', header: t('last_batch'), as: 'date' },
  ]
  const filters: Filter[] = [
    { name: 'low', label: t('low'), options: [{ value: '1', label: t('low'), is: true }] },
    { name: 'empty', label: houseWord('sold_out'), options: [{ value: '1', label: houseWord('sold_out'), is: true }] },
    ...ofSupplier,
  ]
  const add = (
    <>
      <Button component={Link} to="/inventory/files" variant="default">
        {screen('stock_files')}
      </Button>
      <Button component={Link} to="/inventory/add">
        {screen('stock_add')}
      </Button>
    </>
  )
  return (
    <ListPage
      call="stockList"
      above={() => (
        <>
          <HeldNotice />
          {mayChange && <DropFiles />}
        </>
      )}
      columns={columns}
      rowKey={(row) => row.configuration_id}
      link={(row) => `/inventory/details/${row.configuration_id}`}
      filters={filters}
      searchLabel={t('search')}
      sort="product_name"
      actions={add}
      nothing={{ title: t('none'), hint: t('none_hint'), action: add }}
      {...(mayChange && { bulk: ({ ids, clear }) => <PublishPicked configuration_ids={ids} done={clear} /> })}
    />
  )
}
