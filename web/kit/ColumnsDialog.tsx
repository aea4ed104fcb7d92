// Which columns this list shows; kept with the account.
import { Button, Checkbox } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Dialog } from './Dialog.tsx'
import { useHiddenColumns } from './list-columns.ts'
import type { ListName } from './list-state.ts'

type Props = { call: ListName; columns: readonly { key: string; header: string; extra?: true }[]; onClose: () => void }

export default function ColumnsDialog({ call, columns, onClose }: Props) {
  const t = useTranslations('house.list')
  const { hidden, toggle } = useHiddenColumns(call, columns)
  return (
    <Dialog title={t('columns')} onClose={onClose}>
      <div className="stack">
        {columns.map(({ key, header }, index) => (
          <Checkbox key={key} label={header} checked={index === 0 || !hidden.includes(key)} disabled={index === 0} onChange={() => toggle(key)} />
        ))}
        <div className="row">
          <Button onClick={onClose}>{t('done')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
