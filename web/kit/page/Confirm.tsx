// Asks the user to confirm an action. The button names the effect; Escape and "Back" only close the dialog.
import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { Dialog } from './Dialog.tsx'

type Props = { title: string; confirm: string; back?: string; danger?: true; busy?: boolean; children?: ReactNode; onConfirm: () => void; onClose: () => void }

/** The dialog is open as long as it is rendered. */
export function Confirm({ title, confirm, back, danger, busy = false, children, onConfirm, onClose }: Props) {
  const word = useTranslations('house.words')
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        {children}
        <div className="row">
          <Button color={danger ? 'danger' : 'brand'} disabled={busy} onClick={onConfirm}>
            {confirm}
          </Button>
          <Button variant="default" onClick={onClose}>
            {back ?? word('back')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
