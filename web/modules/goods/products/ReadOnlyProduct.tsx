// A product that the user can only read: it belongs to the organisation above, or the user may not change products.
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { Facts } from '../../../kit/page/DetailPage.tsx'
import type { Product } from './draft.ts'

export const useMayChange = ({ is_own }: Product) => can(useUser(), 'productUpdate') && is_own

export function Told({ product }: { product: Product }) {
  const t = useTranslations('goods.products')
  const field = useTranslations('fields')
  const facts = [
    { label: field('configurations'), value: product.configurations.map(({ value }) => format.money(value)).join(' · ') },
    { label: field('pin_length'), value: product.pin_length || t('any') },
    { label: field('customer_care'), value: product.customer_care || '–' },
    { label: t('instructions'), value: product.instructions || '–' },
  ]
  return (
    <section className="card">
      <Facts facts={facts} />
    </section>
  )
}
