// Shown beside the refusal of an EAN that is taken: a link to the product that has it.
import { useTranslations } from 'use-intl'
import { CallError } from '../../../../contract/kit/client.ts'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'

export function EanOwner({ error }: { error: unknown }) {
  const t = useTranslations('goods.products')
  if (!(error instanceof CallError) || error.code !== 'ean_taken') return null
  const { product_id, product_name, ean } = error.detail
  if (typeof product_id !== 'string') return null
  return (
    <p className="notice danger">
      {t('ean_owner', { ean: String(ean) })} <InnerLink to={`/products/view/${product_id}`}>{String(product_name)}</InnerLink>
    </p>
  )
}
