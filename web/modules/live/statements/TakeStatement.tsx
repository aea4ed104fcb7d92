// Reads a supplier's statement of a day: from a file, or by requesting it from the supplier now.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslations } from 'use-intl'
import { adapters } from '../../../../contract/kit/adapters.ts'
import { type Output, query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { SelectField } from '../../../kit/form/fields.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'

const refresh = ['statementsList', 'casesList', 'openMatters'] as const

export function TakeStatement({ onClose }: { onClose: () => void }) {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const id = useId()
  const { data } = useQuery(query('connectionsList', {}))
  const [connection_id, setConnection] = useState('')
  const [day, setDay] = useState('')
  const read = useCall('statementRead', { refresh })
  const ask = useCall('statementAsk', { refresh })
  const isBusy = read.isPending || ask.isPending
  const connections = data?.content.filter(({ adapter }) => adapters[adapter].statement !== 'none') ?? []
  const isFiles = connections.some((one) => one.connection_id === connection_id && adapters[one.adapter].statement === 'file')
  return (
    <Dialog title={t('statement.take')} onClose={onClose}>
      <div className="stack">
        <SelectField
          {...{ id, label: field('supplier'), required: true, error: undefined, onBlur: () => undefined }}
          value={connection_id}
          onChange={(value) => setConnection(String(value ?? ''))}
          options={connections.map((one) => ({ value: one.connection_id, label: one.company }))}
        />
        <p>{t('statement.take_hint')}</p>
        {isFiles ? (
          <label className="surface browse" data-off={isBusy || undefined}>
            <input
              type="file"
              accept=".csv,text/csv"
              className="hidden-visually"
              disabled={isBusy}
              onChange={({ currentTarget }) => {
                const [csv_file] = currentTarget.files ?? []
                if (csv_file) read.mutate({ connection_id, csv_file })
                currentTarget.value = ''
              }}
            />
            {t('statement.choose_file')}
          </label>
        ) : (
          <>
            <TextInput type="date" label={field('day')} value={day} onChange={({ currentTarget }) => setDay(currentTarget.value)} />
            <div className="row">
              <Button disabled={!connection_id || !day || isBusy} onClick={() => ask.mutate({ connection_id, day })}>
                {t('statement.ask')}
              </Button>
            </div>
          </>
        )}
        <div role="status">{(read.data ?? ask.data) && <Result of={read.data ?? ask.data} />}</div>
        <Refusal error={read.error ?? ask.error} changes />
      </div>
    </Dialog>
  )
}

function Result({ of }: { of: Output<'statementRead'> | undefined }) {
  const t = useTranslations('connections.statement')
  if (!of) return null
  const said = { day: format.day(of.day), rows: format.count(of.rows), count: of.new_cases }
  return <p className={of.new_cases > 0 ? 'notice warning' : 'notice'}>{t(of.is_known ? 'known' : 'compared', said)}</p>
}
