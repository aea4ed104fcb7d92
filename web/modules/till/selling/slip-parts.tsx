// The mark of practice, above and below what is played, so that no part that is torn off passes for something sold.
import { useTranslations } from 'use-intl'

export function TrainingMark({ no }: { no: string | null }) {
  const t = useTranslations('printers.slip')
  return no && <div className="slip-training">{t('training', { number: no })}</div>
}
