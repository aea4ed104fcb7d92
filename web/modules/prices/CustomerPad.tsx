// What one customer may sell and at what discount: its own entries over its plan, each with its reason.
import { Button, Switch } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { sources } from '../../../contract/prices.ts'
import { useCall, useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import * as format from '../../kit/format.ts'
import { ListPage } from '../../kit/ListPage.tsx'
import type { Column } from '../../kit/ListTable.tsx'
import { wordsOf } from '../../kit/list-columns.ts'
import type { Row } from '../../kit/list-state.ts'
import { Refusal } from '../../kit/Refusal.tsx'
import { OwnDiscount } from './OwnDiscount.tsx'
import { WhyPrice } from './WhyPrice.tsx'

type Product = Row<'assignedProducts'>
const nameOf = (row: Product) => `${row.product_name} ${row.value === null ? '' : format.money(row.value)}`

export default function CustomerPad() {
  const t = useTranslations('prices')
  const { customerId: customer_id = '' }: { customerId?: string } = useParams({ strict: false })
  const mayChange = can(useUser(), 'assignedChange')
  const change = useCall('assignedChange', { refresh: ['assignedProducts', 'assignedList'] })
  const set = (row: Product, action: 'add' | 'enable' | 'disable' | 'delete', discount: number | null) =>
    change.mutate({
      action,
      customer_ids: [customer_id],
      pad_list: [{ product_id: row.product_id, configuration_id: row.source === 'pad_product' && action !== 'add' ? null : row.configuration_id, discount }],
    })
  const columns: Column<Product>[] = [
    { key: 'product', field: ['product_name', 'value'], header: t('product'), cell: nameOf, sort: 'product_name' },
    {
      key: 'assigned',
      field: 'is_enabled',
      header: t('assigned'),
      cell: (row) => (
        <Switch
          aria-label={t('assigned_of', { name: row.customer_name, product: nameOf(row) })}
          checked={row.price !== null}
          disabled={!mayChange || change.isPending}
          onChange={() => set(row, row.price !== null ? 'disable' : row.pad_id ? 'enable' : 'add', 0)}
        />
      ),
    },
    {
      key: 'discount',
      header: t('discount'),
      cell: (row) => <OwnDiscount key={`${row.discount}`} row={row} disabled={!mayChange || change.isPending} set={(discount) => set(row, 'add', discount)} />,
      sort: 'discount',
    },
    {
      key: 'source',
      words: wordsOf(sources, (source) => t(`sources.${source}`)),
      header: t('source'),
      cell: (row) => <span className={row.pad_id ? 'badge info' : 'badge'}>{t(`sources.${row.source}`)}</span>,
    },
    { key: 'price', header: t('price'), cell: (row) => (row.price === null ? t('off') : format.moneyExact(row.price)), number: true },
    {
      key: 'why',
      field: null,
      header: t('why'),
      cell: (row) => row.configuration_id && <WhyPrice customer_id={customer_id} configuration_id={row.configuration_id} name={nameOf(row)} />,
    },
    {
      key: 'back',
      field: null,
      header: t('to_plan'),
      cell: (row) =>
        mayChange &&
        row.pad_id && (
          <Button
            size="xs"
            variant="default"
            disabled={change.isPending}
            aria-label={`${t('to_plan')}: ${nameOf(row)}`}
            onClick={() => set(row, 'delete', null)}
          >
            {t('to_plan')}
          </Button>
        ),
    },
  ]
  return (
    <>
      <Refusal error={change.error} changes />
      <ListPage
        call="assignedProducts"
        input={{ customer_id }}
        columns={columns}
        rowKey={(row) => row.configuration_id ?? row.product_id}
        filters={[
          {
            name: 'on_offer',
            label: t('on_offer'),
            options: [
              { value: '1', label: t('on_offer'), is: true },
              { value: '0', label: t('off'), is: false },
            ],
          },
        ]}
        sort="product_name"
        searchLabel={t('search_products')}
        nothing={{ title: t('no_products'), hint: t('no_products_hint') }}
      />
    </>
  )
}
