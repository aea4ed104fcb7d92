// The dialog for a supplier's claims: the list of claims is mailed to the supplier and also saved in the browser; the supplier's answers are uploaded as a
// file.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { SelectField } from '../../../kit/form/fields.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { refresh } from './claim.ts'

export function SupplierDialog({ onClose }: { onClose: () => void }) {
  const t = useTranslations('reclamations')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const id = useId()
  const { data } = useQuery(query('productFilters', {}))
  const [supplier_id, setSupplier] = useState('')
  const list = useCall('reclaimListSend', { refresh, done: ({ claims, filename, csv }) => claims > 0 && saveFile(filename, csv) })
  const read = useCall('reclaimAnswers', { refresh })
  const answers = read.data?.rows
  const done = answers?.filter(({ outcome }) => outcome === 'done').length ?? 0
  return (
    <Dialog title={t('supplier.title')} onClose={onClose}>
      <div className="stack">
        <SelectField
          {...{ id, label: field('supplier'), required: true, error: undefined, onBlur: () => undefined }}
          value={supplier_id}
          onChange={(value) => setSupplier(String(value ?? ''))}
          options={(data?.suppliers ?? []).map((one) => ({ value: one.supplier_id, label: one.company }))}
        />
        <p>{t('supplier.hint')}</p>
        <div className="row">
          <Button disabled={!supplier_id || list.isPending} onClick={() => list.mutate({ supplier_id })}>
            {t('supplier.send')}
          </Button>
          <label className="surface browse" data-off={!supplier_id || undefined}>
            <input
              type="file"
              accept=".csv,text/csv"
              className="hidden-visually"
              disabled={!supplier_id || read.isPending}
              onChange={(event) => {
                const [csv_file] = event.currentTarget.files ?? []
                if (csv_file) read.mutate({ supplier_id, csv_file })
                event.currentTarget.value = ''
              }}
            />
            {t('supplier.read')}
          </label>
        </div>
        <div role="status">
          {list.data && <p className="notice">{listText(list.data)}</p>}
          {answers && <p className="notice">{word('done_of_all', { done: format.count(done), all: format.count(answers.length) })}</p>}
        </div>
        {answers && done < answers.length && (
          <ul>
            {answers
              .filter(({ outcome }) => outcome !== 'done')
              .map(({ row, outcome }) => (
                <li key={row}>{t('row_says', { number: row, text: t(`outcomes.${outcome === 'over' || outcome === 'done' ? 'elsewhere' : outcome}`) })}</li>
              ))}
          </ul>
        )}
        <Refusal error={list.error ?? read.error} changes />
      </div>
    </Dialog>
  )

  function listText({ claims, recipient }: { claims: number; recipient: string }) {
    if (claims === 0) return t('supplier.nothing')
    return recipient ? t('supplier.sent', { count: claims, recipient }) : t('supplier.saved', { count: claims })
  }
}
