// Whether a product is sold, in words and colour.
import { useTranslations } from 'use-intl'

export function ProductStatus({ isActive }: { isActive: boolean }) {
  const word = useTranslations('words')
  const field = useTranslations('fields')
  return <span className={isActive ? 'badge success' : 'badge'}>{isActive ? field('published') : word('not_on_sale')}</span>
}
