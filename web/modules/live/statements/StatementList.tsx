// What a supplier charged for a day, our own figures for the same sales, and the number of cases; the row links to these cases.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { adapters } from '../../../../contract/kit/adapters.ts'
import { statementStates } from '../../../../contract/live/statements.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { TakeStatement } from './TakeStatement.tsx'

type Statement = Row<'statementsList'>

export default function StatementList() {
  const t = useTranslations('connections')
  const field = useTranslations('fields')
  const mayRead = can(useUser(), 'statementRead')
  const [taking, setTaking] = useState(false)
  const columns: Column<Statement>[] = [
    { key: 'day' },
    { key: 'company', header: field('supplier') },
    { key: 'state', header: field('stage'), words: wordsOf(statementStates, (state) => t(`statement.states.${state}`)) },
    { key: 'rows' },
    { key: 'theirs', header: t('statement.theirs') },
    { key: 'ours', header: t('statement.ours') },
    { key: 'difference' },
    { key: 'open_cases', header: t('statement.open_cases') },
    { key: 'cases', header: t('statement.cases'), extra: true },
    { key: 'source', header: t('statement.source'), words: wordsOf(['asked', 'file'], (source) => t(`statement.sources.${source}`)) },
    { key: 'said', header: t('statement.said') },
    { key: 'read_at', header: t('statement.read_at'), extra: true },
  ]
  const filters: Filter[] = [
    {
      name: 'is_open',
      label: t('statement.open_cases'),
      options: [
        { value: '1', label: t('statement.with_cases'), is: true },
        { value: '0', label: t('statement.without_cases'), is: false },
      ],
    },
    { name: 'state', label: field('stage'), options: statementStates.map((value) => ({ value, label: t(`statement.states.${value}`), is: value })) },
  ]
  return (
    <>
      <ListPage
        call="statementsList"
        columns={columns}
        rowKey={(row) => row.statement_id}
        link={(row) => (row.cases > 0 ? `/cases?source=statement&statement=${row.statement_id}` : undefined)}
        filters={filters}
        actions={mayRead && <Button onClick={() => setTaking(true)}>{t('statement.take')}</Button>}
        below={() => <Without />}
        nothing={{ title: t('statement.nothing'), hint: t('statement.nothing_hint') }}
      />
      {taking && <TakeStatement onClose={() => setTaking(false)} />}
    </>
  )
}

/** Names the suppliers that send no statements, so that their bills have to be compared by hand. */
function Without() {
  const t = useTranslations('connections')
  const { data } = useQuery(query('connectionsList', {}))
  const names = (data?.content ?? []).filter(({ adapter }) => adapters[adapter].statement === 'none').map(({ company }) => company)
  return names.length > 0 && <p className="muted">{t('statement.without', { names: names.join(', ') })}</p>
}
