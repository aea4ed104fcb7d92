// The page of one product in tabs: details, denominations, stock, customers. The open tab is in the address.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { DetailPage } from '../../../kit/page/DetailPage.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'
import { OnePage } from '../../../kit/page/OnePage.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { AssignedTab } from './AssignedTab.tsx'
import type { Product } from './draft.ts'
import { EditDenominations } from './EditDenominations.tsx'
import { EditProduct } from './EditProduct.tsx'
import { Picture } from './Picture.tsx'
import { ProductStatus } from './ProductStatus.tsx'
import styles from './products.module.css'
import { StockTab } from './StockTab.tsx'

const views = { overview: EditProduct, denominations: EditDenominations, stock: StockTab, assigned: AssignedTab }
type Tab = keyof typeof views
const tabs = ['overview', 'denominations', 'stock', 'assigned'] as const satisfies readonly Tab[]

export default function ProductDetails() {
  const t = useTranslations('goods.products')
  const { productId = '' } = useParams()
  const asked = useQuery(query('productsList', { view_type: 'single', product_id: productId }))
  const missing = { title: t('missing'), hint: t('missing_hint'), to: '/products/view', label: t('to_list') }
  return (
    <OnePage asked={asked} row={({ content }) => content[0]} missing={missing}>
      {(product) => <Details product={product} />}
    </OnePage>
  )
}

function Details({ product }: { product: Product }) {
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const types = useTranslations('house.product_types')
  const user = useUser()
  const [{ tab }] = useUrlState()
  const shown = tabs.filter((one) => one !== 'assigned' || can(user, 'assignedList'))
  const open = shown.find((one) => one === tab) ?? 'overview'
  const View = views[open]
  const facts = [
    { label: field('product_image'), value: <Picture name={product.product_name} src={product.product_image} /> },
    { label: field('product_type'), value: types(product.product_type) },
    { label: field('state'), value: <ProductStatus isActive={product.is_active} /> },
    { label: field('in_stock'), value: format.count(product.stock) },
  ]
  return (
    <DetailPage
      title={product.product_name}
      facts={facts}
      actions={can(user, 'auditList') && <InnerLink to={`/audit?subject_id=${product.product_id}`}>{word('history')}</InnerLink>}
    >
      <TabLinks shown={shown} open={open} product={product} />
      <View key={product.product_id} product={product} />
    </DetailPage>
  )
}

function TabLinks({ shown, open, product }: { shown: readonly Tab[]; open: Tab; product: Product }) {
  const t = useTranslations('goods.products.tabs')
  return (
    <nav aria-label={t('label')}>
      <ul className={`row gap-4 ${styles.tabs}`}>
        {shown.map((tab) => (
          <li key={tab}>
            <InnerLink to={`/products/view/${product.product_id}?tab=${tab}`} className={styles.tab} current={tab === open}>
              {t(tab)}
            </InnerLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
