// Shown instead of "done" if a second person must decide: it says that nothing has changed yet, and links to the waiting request.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Dialog } from '../page/Dialog.tsx'
import { InnerLink } from '../page/InnerLink.tsx'

export function SecondPerson({ onClose }: { onClose: () => void }) {
  const t = useTranslations('house')
  const word = useTranslations('house.words')
  return (
    <Dialog title={t('second.title')} onClose={onClose}>
      <div className="stack">
        <p role="status" className="notice warning">
          {t('second.text')}
        </p>
        <div className="row">
          <InnerLink to="/customer/credit/requests">{t('second.list')}</InnerLink>
          <Button data-autofocus onClick={onClose} className="push">
            {word('close')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
