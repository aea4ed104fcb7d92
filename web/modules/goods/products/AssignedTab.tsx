// The customers with a price entry of their own for this product; all other customers sell the product by their plan.
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Output, query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState, wholeBetween } from '../../../kit/base/url.ts'
import { type Column, ListTable } from '../../../kit/list/ListTable.tsx'
import { kindsIn, yesNo } from '../../../kit/list/list-columns.ts'
import { Pages } from '../../../kit/list/Pages.tsx'
import { Empty, Failed } from '../../../kit/page/Empty.tsx'
import { inUse } from '../../../kit/page/field-format.tsx'
import { WhyPrice } from '../prices/prices.ts'
import type { Product } from './draft.ts'

type Line = Output<'assignedList'>['pad_list'][number]
const LIMIT = 20

export function AssignedTab({ product }: { product: Product }) {
  const t = useTranslations('goods.products')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const [state, change] = useUrlState()
  const page = wholeBetween(state['page'], 1, 1_000, 1)
  const asked = useQuery({
    ...query('assignedList', { filters: { product_id: product.product_id }, page: page - 1, limit: LIMIT }),
    placeholderData: keepPreviousData,
  })
  const values = product.configurations.filter(({ is_active }) => is_active)
  const columns: Column<Line>[] = [
    { key: 'customer_name' },
    { key: 'value', cell: (row) => (row.value === null ? t('assigned.all_values') : format.money(row.value)) },
    { key: 'discount' },
    {
      key: 'is_enabled',
      words: yesNo(t('assigned.on'), word('hidden')),
      looks: inUse,
      header: field('state'),
    },
    {
      key: 'why',
      field: null,
      header: houseWord('why_this_price'),
      cell: (row) => {
        const of = values.filter(({ configuration_id }) => row.configuration_id === null || row.configuration_id === configuration_id)
        return (
          of[0] && (
            <WhyPrice
              label={houseWord('why_this_price')}
              name={row.customer_name}
              customer_id={row.customer_id}
              configuration_id={of[0].configuration_id}
              values={of}
            />
          )
        )
      },
    },
  ]
  if (asked.isError) return <Failed error={asked.error} retry={() => asked.refetch()} />
  const total = asked.data?.filters.total_count
  if (total === 0) return <Empty title={t('assigned.none')} hint={t('assigned.none_hint')} />
  return (
    <div className="stack">
      <ListTable
        columns={columns}
        kinds={kindsIn('assignedList')}
        rows={asked.data?.pad_list}
        rowKey={(row) => `${row.customer_id} ${row.configuration_id}`}
        isStale={asked.isPlaceholderData}
      />
      {total !== undefined && total > LIMIT && <Pages page={page} limit={LIMIT} total={total} change={change} />}
    </div>
  )
}
