// The dialog for the columns of this list and the row height of all lists, which are stored with the account.
import { Button, Checkbox, Switch } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ListName } from '../base/list-state.ts'
import { usePreferences } from '../base/preferences.ts'
import { Dialog } from '../page/Dialog.tsx'
import { useHiddenColumns } from './list-columns.ts'

type Props = { call: ListName; columns: readonly { key: string; header: string; extra?: true | undefined }[]; onClose: () => void }

export default function ColumnsDialog({ call, columns, onClose }: Props) {
  const t = useTranslations('pages.list')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const { hidden, toggle } = useHiddenColumns(call, columns)
  const [{ density }, change] = usePreferences()
  return (
    <Dialog title={field('columns')} onClose={onClose}>
      <div className="stack">
        {columns.map(({ key, header }, index) => (
          <Checkbox key={key} label={header} checked={index === 0 || !hidden.includes(key)} disabled={index === 0} onChange={() => toggle(key)} />
        ))}
        <Switch
          label={t('compact')}
          checked={density === 'compact'}
          onChange={({ currentTarget: { checked } }) => change({ density: checked ? 'compact' : 'usual' })}
        />
        <div className="row">
          <Button onClick={onClose}>{word('done')}</Button>
        </div>
      </div>
    </Dialog>
  )
}
