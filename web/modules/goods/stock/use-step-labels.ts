// The names of the three steps of an import.
import { useTranslations } from 'use-intl'

export function useStepLabels() {
  const t = useTranslations('stock.import')
  return [t('step_file'), t('step_check'), t('step_supplier')]
}
