// Shown instead of "saved" for a planned change of prices: it says that nothing has changed yet, and links to the list of planned changes.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { InnerLink } from '../../../kit/page/InnerLink.tsx'

export function PlannedSaved({ onClose }: { onClose: () => void }) {
  const t = useTranslations('prices.planned')
  const field = useTranslations('fields')
  const word = useTranslations('house.words')
  return (
    <Dialog title={t('kept')} onClose={onClose}>
      <div className="stack">
        <p role="status" className="notice">
          {t('kept_text')}
        </p>
        <div className="row">
          <InnerLink to="/coming-prices">{field('planned_id')}</InnerLink>
          <Button data-autofocus onClick={onClose} className="push">
            {word('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
