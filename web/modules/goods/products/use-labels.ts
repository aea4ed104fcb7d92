// Labels of a product's fields.
import { useTranslations } from 'use-intl'

export function useLabels() {
  const t = useTranslations('goods.products')
  return {
    ...{ product_name: t('product_name'), pin_length: t('pin_length'), pin_letters: t('pin_letters'), customer_care: t('customer_care') },
    aliases: t('aliases'),
    ...{ instructions: t('instructions'), configurations: t('denominations') },
  }
}
