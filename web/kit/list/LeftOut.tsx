// Tells how many rows a bulk action left out because they belong to another organisation; the action was done for all other rows.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import { Dialog } from '../page/Dialog.tsx'

type Props = { title: string; count: number; onClose: () => void }

export function LeftOut({ title, count, onClose }: Props) {
  const t = useTranslations('pages.list')
  const word = useTranslations('house.words')
  return (
    <Dialog title={title} onClose={onClose}>
      <div className="stack">
        <p role="status" className="notice warning">
          {t('left_out', { n: count, count: format.count(count) })}
        </p>
        <Button onClick={onClose} data-autofocus>
          {word('understood')}
        </Button>
      </div>
    </Dialog>
  )
}
