// Whether a product is sold, in words and colour.
import { useTranslations } from 'use-intl'

export function ProductStatus({ isActive }: { isActive: boolean }) {
  const t = useTranslations('goods.products')
  return <span className={isActive ? 'badge success' : 'badge'}>{t(isActive ? 'active' : 'stopped')}</span>
}
