// The names of the three steps of an import.
import { useTranslations } from 'use-intl'

export function useStepLabels() {
  const t = useTranslations('stock.import')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  return [field('filename'), t('step_check'), word('supplier_and_discount')]
}
