// The labels of a product's fields, for the forms that add and edit a product.
import { useTranslations } from 'use-intl'

export function useLabels() {
  const t = useTranslations('goods.products')
  const field = useTranslations('fields')
  return {
    ...{ product_name: field('name'), pin_length: field('pin_length'), pin_letters: field('pin_letters'), customer_care: field('customer_care') },
    ...{ instructions: t('instructions'), configurations: field('configurations') },
  }
}
