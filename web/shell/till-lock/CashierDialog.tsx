// The dialog that changes the cashier at the till or locks the till. It is opened by its keyboard key and by the name in the header.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { closeDialog } from '../dialogs.ts'
import { CashierPicker } from './CashierPicker.tsx'
import { lockTill } from './lock-till.ts'

export default function CashierDialog() {
  const t = useTranslations('cashiers')
  return (
    <Dialog title={t('who')} onClose={closeDialog} wide>
      <div className="stack">
        <CashierPicker />
        <div>
          <Button
            h={48}
            variant="default"
            onClick={() => {
              closeDialog()
              lockTill()
            }}
          >
            {t('lock')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
