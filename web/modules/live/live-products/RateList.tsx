// Exchange rates: euros for one unit of a currency, with source and time. A new rate may have to wait for a second person.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { yesNo } from '../../../kit/list/list-columns.ts'
import { inUse } from '../../../kit/page/field-format.tsx'

export default function RateList() {
  const t = useTranslations('prices.online')
  const field = useTranslations('fields')
  const [shown, show] = useState<'form' | 'waiting' | null>(null)
  const columns: Column<Row<'exchangeRatesList'>>[] = [
    { key: 'currency' },
    { key: 'rate' },
    { key: 'is_in_force', header: field('state'), words: yesNo(t('rates.in_force'), t('rates.old')), looks: inUse },
    { key: 'created_at', header: field('since') },
    { key: 'source', header: t('rates.source'), words: { person: field('person'), supplier: field('supplier') } },
    { key: 'created_by', header: field('entered_by') },
    { key: 'remarks', header: field('note') },
  ]
  const add = <Button onClick={() => show('form')}>{t('rates.add')}</Button>
  return (
    <>
      <ListPage
        call="exchangeRatesList"
        columns={columns}
        rowKey={(row) => row.exchange_rate_id}
        filters={[{ name: 'in_force', label: t('rates.in_force'), options: [{ value: '1', label: t('rates.in_force'), is: true }] }]}
        actions={add}
        nothing={{ title: t('rates.nothing'), hint: t('rates.nothing_hint'), action: add }}
      />
      {shown === 'form' && <Add onClose={() => show(null)} done={({ state }) => show(state === 'waiting' ? 'waiting' : null)} />}
      {shown === 'waiting' && <SecondPerson onClose={() => show(null)} />}
    </>
  )
}

function Add({ onClose, done }: { onClose: () => void; done: (answer: { state: 'done' | 'waiting' }) => void }) {
  const t = useTranslations('prices.online')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const form = useCallForm('exchangeRateAdd', {
    labels: { remarks: field('note') },
    refresh: ['exchangeRatesList', 'liveProductsList'],
    done,
  })
  return (
    <FormDialog title={t('rates.add')} form={form} submit={word('save')} onClose={onClose} above={<p>{t('rates.hint')}</p>}>
      <TextField {...form.fields.currency} autoFocus />
      <TextField {...form.fields.rate} />
      <TextField {...form.fields.remarks} />
    </FormDialog>
  )
}
