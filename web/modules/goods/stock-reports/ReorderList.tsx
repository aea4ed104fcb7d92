// What to order so that the stock lasts. The goods that will be sold out first are at the top. The list of one supplier can be mailed to that supplier.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useNamed } from '../../../kit/base/action-name.ts'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { goodsName } from '../../../kit/base/goods-name.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { useUrlState, wholeBetween } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { SendOrder } from './SendOrder.tsx'

const LASTING = [7, 14, 30, 60, 90]
const USUAL = 14

export default function ReorderList() {
  const t = useTranslations('stock_reports.reorder')
  const named = useNamed()
  const field = useTranslations('fields')
  const [state, change] = useUrlState()
  const [isSending, setSending] = useState(false)
  const lasting_days = wholeBetween(state['lasting'], 1, 90, USUAL)
  const { data } = useQuery(query('productFilters', {}))
  const suppliers = data?.suppliers ?? []
  const supplier = suppliers.find(({ supplier_id }) => supplier_id === state['supplier_id'])
  const columns: Column<Row<'reorderList'>>[] = [
    { key: 'product_name', cell: goodsName },
    { key: 'supplier_name', fact: true },
    { key: 'unsold', header: field('published') },
    { key: 'sold_14_days' },
    { key: 'days_left', fact: true },
    { key: 'quantity', fact: true, header: t('quantity') },
    { key: 'cost', header: t('cost') },
  ]
  const filters: Filter[] = [
    { name: 'supplier_id', label: field('supplier'), options: suppliers.map((one) => ({ value: one.supplier_id, label: one.company, is: one.supplier_id })) },
  ]
  return (
    <>
      <ListPage
        call="reorderList"
        columns={columns}
        rowKey={(row) => row.configuration_id}
        link={(row) => `/inventory/details/${row.configuration_id}`}
        filters={filters}
        input={{ lasting_days }}
        searchLabel={field('product')}
        actions={
          <>
            <NativeSelect
              aria-label={t('lasting')}
              value={String(lasting_days)}
              onChange={({ currentTarget: { value } }) => change({ lasting: value === String(USUAL) ? undefined : value, page: undefined })}
              data={LASTING.map((days) => ({ value: String(days), label: t('days', { days: format.count(days) }) }))}
            />
            {supplier && <Button onClick={() => setSending(true)}>{t('send')}</Button>}
          </>
        }
        note={(answer) => (answer ? [named(t('quantity'), format.count(answer.totals.quantity)), named(t('cost'), format.moneyExact(answer.totals.cost))] : [])}
        nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
      />
      {isSending && supplier && <SendOrder supplier={supplier} lasting_days={lasting_days} close={() => setSending(false)} />}
    </>
  )
}
