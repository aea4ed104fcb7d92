// The note "practice", above and below a simulated sale, so that no part that is torn off looks like a real card.
import { useTranslations } from 'use-intl'

export function TrainingMark({ no }: { no: string | null }) {
  const t = useTranslations('printers.slip')
  return no && <div className="roll-centred slip-value slip-training">{t('training', { number: no })}</div>
}
