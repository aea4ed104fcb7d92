// Suppliers' messages that contradict the books; a case is closed with a note of what was done.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { caseKinds } from '../../../../contract/live/cases.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'

type Case = Row<'liveCasesList'>

export default function LiveCases() {
  const t = useTranslations('connections')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const named = useNamed()
  const mayClose = can(useUser(), 'liveCaseClose')
  const [closing, setClosing] = useState<Case>()
  const columns: Column<Case>[] = [
    { key: 'opened_at', header: field('since') },
    { key: 'kind', words: wordsOf(caseKinds.order, (kind) => t(`case.kinds.${kind}`)) },
    { key: 'customer_name' },
    { key: 'product_name' },
    { key: 'amount', header: field('sold_total') },
    { key: 'cost', header: t('order.cost') },
    { key: 'cost_now', header: t('case.cost_now') },
    { key: 'said', header: t('order.said') },
    { key: 'company', header: field('supplier') },
    { key: 'closed_at' },
    { key: 'reason', header: t('case.reason'), extra: true },
    { key: 'key', header: t('log.key'), extra: true },
    {
      key: 'action',
      field: null,
      cell: (row) =>
        mayClose &&
        row.closed_at === null && (
          <Button size="xs" variant="default" aria-label={named(word('close'), row.customer_name)} onClick={() => setClosing(row)}>
            {word('close')}
          </Button>
        ),
    },
  ]
  const filters: Filter[] = [
    {
      name: 'is_open',
      label: t('order.open'),
      options: [
        { value: '1', label: t('order.is_open'), is: true },
        { value: '0', label: field('ended'), is: false },
      ],
    },
  ]
  return (
    <>
      <ListPage
        call="liveCasesList"
        columns={columns}
        rowKey={(row) => row.case_id}
        filters={filters}
        nothing={{ title: t('case.nothing'), hint: t('case.nothing_hint') }}
      />
      {closing && <CloseCase case_id={closing.case_id} close={() => setClosing(undefined)} />}
    </>
  )
}

function CloseCase({ case_id, close }: { case_id: string; close: () => void }) {
  const t = useTranslations('connections.case')
  const word = useTranslations('house.words')
  const form = useCallForm('liveCaseClose', { labels: { reason: t('reason') }, fixed: { case_id }, refresh: ['liveCasesList', 'openMatters'], done: close })
  return (
    <FormDialog title={t('ask_close')} form={form} submit={word('close')} onClose={close} above={<p>{t('close_hint')}</p>}>
      <TextField {...form.fields.reason} required />
    </FormDialog>
  )
}
