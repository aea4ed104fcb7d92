// The list of cases. In a case a supplier's answer or statement contradicts our books; the case is closed with a note of what was done.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { caseKinds, caseSources, proposals } from '../../../../contract/live/cases.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { saveFile } from '../../../kit/base/save-file.ts'
import { stringifySearch, useUrlState } from '../../../kit/base/url.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { TabLink } from '../../../kit/page/TabLink.tsx'

type Case = Row<'casesList'>
type Source = Case['source']
const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

export default function Cases() {
  const t = useTranslations('connections')
  const [state] = useUrlState()
  const source = caseSources.find((one) => one === state['source'])
  const statement_id = ID.test(state['statement'] ?? '') ? state['statement'] : undefined
  const [closing, setClosing] = useState<Case>()
  return (
    <>
      <ListPage
        call="casesList"
        across={statement_id === undefined}
        columns={useColumns(source, setClosing)}
        rowKey={(row) => row.case_id}
        more={<Sources source={source} />}
        filters={useFilters(source)}
        input={{ filters: { ...(source && { source }), ...(statement_id && { statement_id }) } }}
        nothing={{ title: t('case.nothing'), hint: t('case.nothing_hint') }}
      />
      {closing && <CloseCase case_id={closing.case_id} close={() => setClosing(undefined)} />}
    </>
  )
}

function Sources({ source }: { source: Source | undefined }) {
  const t = useTranslations('connections.case.sources')
  const list = useTranslations('pages.list')
  const screen = useTranslations('house.screens')
  const [{ is_open }] = useUrlState()
  return (
    <nav aria-label={screen('cases')} className="no-print">
      <ul className="lines row gap-4">
        {[undefined, ...caseSources].map((one) => (
          <li key={one ?? ''}>
            <TabLink to={`/cases${stringifySearch({ source: one, is_open })}`} current={one === source}>
              {one ? t(one) : list('all')}
            </TabLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function useColumns(source: Source | undefined, close: (row: Case) => void): Column<Case>[] {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  /** Shows a column at first only in the list of the source to which the column belongs. With more columns the button of a row would not fit. */
  const shownAmong = (one: Source | undefined) => (source === one ? {} : ({ extra: true } as const))
  const ofOrders: Column<Case>[] = [{ key: 'said', header: t('order.said'), ...shownAmong('order') }]
  const ofStatements: Column<Case>[] = [
    { key: 'proposal', header: t('case.proposal'), words: wordsOf(proposals, (proposal) => t(`case.proposals.${proposal}`)), ...shownAmong('statement') },
    { key: 'day', extra: true },
    { key: 'lines', header: t('case.lines'), extra: true },
  ]
  return [
    { key: 'opened_at', header: field('since') },
    { key: 'kind', words: wordsOf(Object.values(caseKinds).flat(), (kind) => t(`case.kinds.${kind}`)) },
    { key: 'company', header: field('supplier') },
    { key: 'customer_name' },
    { key: 'product_name' },
    { key: 'theirs', header: t('statement.theirs') },
    { key: 'ours', header: t('statement.ours') },
    ...(source === 'statement' ? [] : ofOrders),
    ...(source === 'order' ? [] : ofStatements),
    { key: 'subject', header: field('number'), ...shownAmong('statement') },
    { key: 'closed_at', ...(source === 'statement' && { extra: true }) },
    { key: 'amount', header: field('sold_total'), extra: true },
    { key: 'reason', header: t('case.reason'), extra: true },
    { key: 'action', field: null, cell: (row) => <Actions row={row} close={close} /> },
  ]
}

function Actions({ row, close }: { row: Case; close: (row: Case) => void }) {
  const t = useTranslations('connections.case')
  const word = useTranslations('house.words')
  const named = useNamed()
  const mayClose = can(useUser(), 'caseClose')
  const file = useCall('statementForeignFile', { done: ({ filename, csv }) => saveFile(filename, csv) })
  const { statement_id, subject } = row
  return (
    <span className="row">
      {statement_id !== null && row.kind === 'extra' && row.lines > 1 && (
        <Button
          {...{ size: 'xs', variant: 'default', loading: file.isPending }}
          aria-label={named(t('foreign_file'), subject)}
          onClick={() => file.mutate({ statement_id })}
        >
          {t('foreign_file')}
        </Button>
      )}
      {mayClose && row.closed_at === null && (
        <Button size="xs" variant="default" aria-label={named(word('close'), subject)} onClick={() => close(row)}>
          {word('close')}
        </Button>
      )}
    </span>
  )
}

function useFilters(source: Source | undefined): Filter[] {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const kinds = source ? caseKinds[source] : Object.values(caseKinds).flat()
  return [
    {
      name: 'is_open',
      label: t('order.open'),
      options: [
        { value: '1', label: t('order.is_open'), is: true },
        { value: '0', label: field('ended'), is: false },
      ],
    },
    { name: 'kind', label: field('kind'), options: kinds.map((value) => ({ value, label: t(`case.kinds.${value}`), is: value })) },
  ]
}

function CloseCase({ case_id, close }: { case_id: string; close: () => void }) {
  const t = useTranslations('connections.case')
  const word = useTranslations('house.words')
  const refresh = ['casesList', 'statementsList', 'openMatters'] as const
  const form = useCallForm('caseClose', { labels: { reason: t('reason') }, fixed: { case_id }, refresh, done: close })
  return (
    <FormDialog title={t('ask_close')} form={form} submit={word('close')} onClose={close} above={<p>{t('close_hint')}</p>}>
      <TextField {...form.fields.reason} required />
    </FormDialog>
  )
}
