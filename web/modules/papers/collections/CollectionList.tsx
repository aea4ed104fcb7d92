// The collections by direct debit, the newest first. A row opens the collection.
import { useMessages, useTranslations } from 'use-intl'
import { collectionStates } from '../../../../contract/papers/collections.ts'
import { mandateSchemes } from '../../../../contract/papers/mandates.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'
import { LinkButton } from '../../../kit/page/LinkButton.tsx'
import { looks, stateOf } from './looks.ts'

export default function CollectionList() {
  const t = useTranslations('debits')
  const field = useTranslations('fields')
  const { collection_states, line_states } = useMessages().debits
  const words = { ...line_states, ...collection_states }
  const columns: Column<Row<'collectionsList'>>[] = [
    { key: 'collect_on', fact: true },
    { key: 'state', cell: (row) => <span className={looks[stateOf(row)]}>{words[stateOf(row)]}</span>, fact: true },
    { key: 'open_returns', header: t('open_returns'), cell: ({ open_returns }) => (open_returns > 0 ? format.count(open_returns) : '–') },
    { key: 'scheme', words: wordsOf(mandateSchemes, (code) => t(`schemes.${code}`)) },
    { key: 'lines', header: t('invoices') },
    { key: 'total', fact: true },
    { key: 'booked_on', header: t('booked_on'), cell: ({ booked_on }) => (booked_on ? format.day(booked_on) : '–') },
    { key: 'created_at', header: field('entered_at') },
    { key: 'created_by', header: field('entered_by') },
    { key: 'message_no', header: t('message_no'), extra: true },
    { key: 'reason', extra: true },
  ]
  const options = collectionStates.map((code) => ({ value: code, label: words[code], is: code }))
  const filters: Filter[] = [{ name: 'state', label: field('state'), options }]
  return (
    <ListPage
      call="collectionsList"
      columns={columns}
      rowKey={(row) => row.collection_id}
      link={(row) => `/direct-debit/${row.collection_id}`}
      filters={filters}
      actions={<NewButton />}
      nothing={{ title: t('no_collections'), hint: t('no_collections_hint'), action: <NewButton /> }}
    />
  )
}

function NewButton() {
  const t = useTranslations('house.screens')
  return <LinkButton to="/direct-debits/new">{t('direct_debits_new')}</LinkButton>
}
