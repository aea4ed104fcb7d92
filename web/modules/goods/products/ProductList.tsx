// Products with their values and the PINs in stock; a row opens its product.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { stockTypes } from '../../../../contract/kit/product-types.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf, yesNo } from '../../../kit/list/list-columns.ts'
import { inUse } from '../../../kit/page/field-format.tsx'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { PlanOfPicked } from './BulkPlan.tsx'
import { SaleOfPicked } from './BulkSale.tsx'
import { Picture } from './Picture.tsx'
import styles from './products.module.css'

type Product = Row<'productsList'>

/** The bar of a product's stock is full from PLENTY cards on, and shows a warning below FEW cards. */
const PLENTY = 200
const FEW = 20

export default function ProductList() {
  const t = useTranslations('goods.products')
  const screen = useTranslations('house.screens')
  const word = useTranslations('words')
  const houseWord = useTranslations('house.words')
  const field = useTranslations('fields')
  const types = useTranslations('house.product_types')
  const user = useUser()
  const [maySell, mayPrice] = [can(user, 'productUpdate'), can(user, 'planUpdate')]
  const columns: Column<Product>[] = [
    { key: 'product_name', cell: (row) => <Named row={row} />, sort: 'product_name' },
    {
      key: 'product_type',
      words: wordsOf(stockTypes, types),
    },
    { key: 'configurations', part: 'value', cell: (row) => <Values row={row} /> },
    { key: 'pin_length', words: { 0: t('any') }, header: t('pin_length_short') },
    { key: 'suppliers', header: screen('suppliers'), cell: (row) => (row.is_own ? format.count(row.suppliers) : '–'), number: true },
    { key: 'stock', header: field('in_stock'), cell: (row) => <Stock stock={row.stock} />, number: true, sort: 'stock' },
    { key: 'is_active', words: yesNo(field('published'), word('not_on_sale')), looks: inUse, header: field('state') },
  ]
  const filters: Filter[] = [
    { name: 'product_type', label: field('product_type'), options: stockTypes.map((type) => ({ value: type, label: types(type), is: type })) },
    {
      name: 'is_active',
      label: field('state'),
      options: [
        { value: '1', label: field('published'), is: true },
        { value: '0', label: word('not_on_sale'), is: false },
      ],
    },
    { name: 'sold_out', label: houseWord('sold_out'), options: [{ value: '1', label: houseWord('sold_out'), is: true }] },
  ]
  return (
    <ListPage
      call="productsList"
      columns={columns}
      rowKey={(row) => row.product_id}
      link={(row) => `/products/view/${row.product_id}`}
      filters={filters}
      searchLabel={t('search')}
      sort="product_name"
      actions={
        <>
          {maySell && (
            <LinkButton to="/barcodes" variant="default">
              {screen('barcodes')}
            </LinkButton>
          )}
          <AddButton />
        </>
      }
      nothing={{ title: word('no_products_yet'), hint: t('nothing_hint'), action: <AddButton /> }}
      {...((maySell || mayPrice) && {
        bulk: ({ ids, clear }) => (
          <>
            {mayPrice && <PlanOfPicked product_ids={ids} done={clear} />}
            {maySell && <SaleOfPicked product_ids={ids} done={clear} />}
          </>
        ),
      })}
    />
  )
}

function Named({ row }: { row: Product }) {
  return (
    <span className={styles.named}>
      <Picture name={row.product_name} src={row.product_image} />
      <span lang="">{row.product_name}</span>
    </span>
  )
}

function Values({ row }: { row: Product }) {
  return (
    <span className="row gap-4">
      {row.configurations.map(({ configuration_id, value, is_active }) => (
        <span key={configuration_id} className={`small nowrap ${styles.chip}`} data-off={!is_active || undefined}>
          {format.money(value)}
        </span>
      ))}
    </span>
  )
}

function Stock({ stock }: { stock: number }) {
  return (
    <span className={styles.stock}>
      {format.count(stock)}
      <span className="track" aria-hidden>
        <span data-look={stock < FEW ? 'warning' : 'success'} style={{ width: `${(Math.min(stock, PLENTY) / PLENTY) * 100}%` }} />
      </span>
    </span>
  )
}

function AddButton() {
  const screen = useTranslations('house.screens')
  if (!can(useUser(), 'productAdd')) return null
  return (
    <Button component={Link} to="/products/add">
      {screen('product_add')}
    </Button>
  )
}
