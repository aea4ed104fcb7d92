// Discounts with the resulting net price and margin, for all customers or one, and for all goods or one product.
import { useTranslations } from 'use-intl'
import { sources } from '../../../../contract/goods/prices.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { CustomerPick } from './CustomerPick.tsx'
import { ProductFilter } from './ProductFilter.tsx'
import { WhyPrice } from './WhyPrice.tsx'

type Product = Row<'assignedProducts'>

export default function DiscountReport() {
  const t = useTranslations('prices')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const user = useUser()
  const [state] = useUrlState()
  const [customer_id, product_id] = [state['customer'], state['product_id']]
  const isWide = !customer_id && !product_id
  const columns: Column<Product>[] = [
    ...(customer_id ? [] : [{ key: 'customer_name', sort: 'customer_name' } as const]),
    { key: 'product_name', sort: 'product_name' },
    { key: 'value' },
    { key: 'discount', ...(!isWide && { sort: 'discount' }) },
    { key: 'price', header: t('price'), cell: (row) => (row.price === null ? word('not_on_offer') : format.moneyExact(row.price)), number: true },
    { key: 'margin', as: 'exact' },
    { key: 'source', words: wordsOf(sources, (source) => t(`sources.${source}`)), header: t('source') },
    {
      key: 'why',
      field: null,
      header: word('why_this_price'),
      cell: (row) =>
        row.configuration_id && (
          <WhyPrice
            label={word('why_this_price')}
            customer_id={row.customer_id}
            configuration_id={row.configuration_id}
            name={`${row.customer_name}, ${row.product_name} ${format.money(row.value ?? 0)}`}
          />
        ),
    },
  ]
  return (
    <ListPage
      call="assignedProducts"
      input={customer_id ? { customer_id } : {}}
      columns={columns}
      rowKey={(row) => `${row.customer_id} ${row.configuration_id}`}
      more={
        <>
          <CustomerPick of="assignedProducts" />
          {can(user, 'productsList') && <ProductFilter />}
        </>
      }
      filters={[
        // The control beside the customer chooses the product, so this filter draws no control. It only sends the choice and lets the user remove it.
        { name: 'product_id', label: field('product'), options: product_id ? [{ value: product_id, label: '', is: product_id }] : [], control: <></> },
        ...(isWide ? [] : [{ name: 'on_offer', label: t('on_offer'), options: [{ value: '1', label: t('on_offer'), is: true }] }]),
      ]}
      sort="product_name"
      searchLabel={t('search_products')}
      nothing={{ title: t('no_products'), hint: t('no_products_hint') }}
    />
  )
}
