// The list of all customers' own price entries, which override their plans.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { yesNo } from '../../../kit/list/list-columns.ts'
import { Amount } from '../../../kit/page/Amount.tsx'
import { inUse } from '../../../kit/page/field-format.tsx'
import { AssignMany } from './AssignMany.tsx'
import { WhyPrice } from './WhyPrice.tsx'

type Pad = Row<'assignedList'>

export default function PadList() {
  const t = useTranslations('prices')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const user = useUser()
  const [isAssigning, setAssigning] = useState(false)
  const columns: Column<Pad>[] = [
    { key: 'customer_name' },
    { key: 'product_name' },
    { key: 'value', cell: (row) => (row.value === null ? t('all_values') : <Amount value={row.value} />), number: true },
    { key: 'discount' },
    { key: 'price', header: t('price'), as: 'exact' },
    {
      key: 'why',
      field: null,
      header: houseWord('why_this_price'),
      cell: (row) =>
        row.configuration_id && (
          <WhyPrice
            label={houseWord('why_this_price')}
            customer_id={row.customer_id}
            configuration_id={row.configuration_id}
            name={`${row.customer_name}, ${row.product_name} ${format.money(row.value ?? 0)}`}
          />
        ),
    },
    {
      key: 'is_enabled',
      words: yesNo(t('on_offer'), word('hidden')),
      header: t('assigned'),
      looks: inUse,
    },
  ]
  const assign = can(user, 'assignedChange') && <Button onClick={() => setAssigning(true)}>{t('assign_many')}</Button>
  return (
    <>
      <ListPage
        call="assignedList"
        columns={columns}
        rowKey={(row) => row.pad_id ?? ''}
        link={(row) => `/customer/${row.customer_id}/pad`}
        searchLabel={t('search_pads')}
        filters={[{ name: 'is_enabled', label: word('hidden'), options: [{ value: '0', label: word('hidden'), is: false }] }]}
        actions={assign}
        nothing={{ title: t('no_pads'), hint: t('no_pads_hint'), action: assign }}
      />
      {isAssigning && <AssignMany onClose={() => setAssigning(false)} />}
    </>
  )
}
