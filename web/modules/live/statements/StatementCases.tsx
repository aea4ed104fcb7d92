// Differences between a supplier's statement and our books, with a proposed action; a case is closed with a note of what was done.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { caseKinds, proposals } from '../../../../contract/live/cases.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'

type Case = Row<'statementCasesList'>
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export default function StatementCases() {
  const t = useTranslations('connections')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const named = useNamed()
  const file = useCall('statementForeignFile', { done: ({ filename, csv }) => saveFile(filename, csv) })
  const mayClose = can(useUser(), 'statementCaseClose')
  const [state] = useUrlState()
  const statement_id = ID.test(state['statement'] ?? '') ? state['statement'] : undefined
  const [closing, setClosing] = useState<Case>()
  const columns: Column<Case>[] = [
    { key: 'day' },
    { key: 'company', header: field('supplier') },
    { key: 'kind', words: wordsOf(caseKinds.statement, (kind) => t(`statement.kinds.${kind}`)) },
    { key: 'customer_name' },
    { key: 'product_name' },
    { key: 'theirs', header: t('statement.theirs') },
    { key: 'ours', header: t('statement.ours') },
    { key: 'proposal', header: t('statement.proposal'), words: wordsOf(proposals, (proposal) => t(`statement.proposals.${proposal}`)) },
    { key: 'subject', header: field('number') },
    { key: 'closed_at' },
    { key: 'lines', header: t('statement.lines'), extra: true },
    { key: 'amount', header: field('sold_total'), extra: true },
    { key: 'opened_at', header: field('since'), extra: true },
    { key: 'reason', header: t('case.reason'), extra: true },
    {
      key: 'action',
      field: null,
      cell: (row) => (
        <span className="row">
          {row.kind === 'extra' && row.lines > 1 && (
            <Button
              {...{ size: 'xs', variant: 'default', loading: file.isPending }}
              aria-label={named(t('statement.foreign_file'), row.subject)}
              onClick={() => file.mutate({ statement_id: row.statement_id })}
            >
              {t('statement.foreign_file')}
            </Button>
          )}
          {mayClose && row.closed_at === null && (
            <Button size="xs" variant="default" aria-label={named(word('close'), row.subject)} onClick={() => setClosing(row)}>
              {word('close')}
            </Button>
          )}
        </span>
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
    { name: 'kind', label: field('kind'), options: caseKinds.statement.map((value) => ({ value, label: t(`statement.kinds.${value}`), is: value })) },
  ]
  return (
    <>
      <ListPage
        call="statementCasesList"
        columns={columns}
        rowKey={(row) => row.case_id}
        filters={filters}
        input={{ filters: { ...(statement_id && { statement_id }) } }}
        nothing={{ title: t('case.nothing'), hint: t('statement.no_cases_hint') }}
      />
      {closing && <CloseCase case_id={closing.case_id} close={() => setClosing(undefined)} />}
    </>
  )
}

function CloseCase({ case_id, close }: { case_id: string; close: () => void }) {
  const t = useTranslations('connections.case')
  const word = useTranslations('house.words')
  const refresh = ['statementCasesList', 'statementsList', 'openMatters'] as const
  const form = useCallForm('statementCaseClose', { labels: { reason: t('reason') }, fixed: { case_id }, refresh, done: close })
  return (
    <FormDialog title={t('ask_close')} form={form} submit={word('close')} onClose={close} above={<p>{t('close_hint')}</p>}>
      <TextField {...form.fields.reason} required />
    </FormDialog>
  )
}
