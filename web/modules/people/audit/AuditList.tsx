// What was changed, by whom and from where. The list has the changes of a period, all changes to one thing, or all changes by one person. An opened row shows
// the values before and after the change.

import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { type Input, query, useUser } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { stringifySearch, useUrlState } from '../../../kit/base/url.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { ReportPage } from '../../../kit/list/ReportPage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { unbroken } from '../../../kit/page/unbroken.tsx'
import { Link } from '../../../kit/router/Pages.tsx'
import { useChainCheck } from './ChainCheck.tsx'
import { useNames } from './names.ts'

type Entry = Row<'auditList'>
type Filters = NonNullable<Input<'auditList'>['filters']>

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const EntryDialog = lazy(async () => ({ default: (await import('./EntryDialog.tsx')).EntryDialog }))

/** The most fields that a row names; an opened row names all of them. */
const NAMED = 4

export default function AuditList() {
  const t = useTranslations('audit')
  const word = useTranslations('words')
  const [state] = useUrlState()
  const [subject_id, user_id] = [state['subject_id'], ID.test(state['user_id'] ?? '') ? state['user_id'] : undefined]
  const chain = useChainCheck({ own: state['own'] === '1' })
  if (subject_id || user_id)
    return (
      <div className="stack">
        <PageTitle title={word('history')}>
          <Button component={Link} to="/audit" variant="default">
            {t('whole')}
          </Button>
        </PageTitle>
        <Entries among={{ ...(subject_id && { subject_id }), ...(user_id && { user_id }) }} nothing={{ title: t('nothing_of'), hint: t('nothing_of_hint') }} />
      </div>
    )
  return (
    <ReportPage actions={() => chain.button} chart={() => chain.answer}>
      {({ from, to }) => <Entries among={{ date_from: from, date_to: to }} nothing={{ title: t('nothing'), hint: word('choose_longer_period') }} />}
    </ReportPage>
  )
}

function Entries({ among, nothing }: { among: Filters; nothing: { title: string; hint: string } }) {
  const t = useTranslations('audit')
  const [state, change] = useUrlState()
  const filters = useFilters()
  const own = state['own'] === '1'
  const action = state['action']
  return (
    <ListPage
      bare
      tools
      call="auditList"
      columns={useColumns()}
      rowKey={(row) => row.audit_id}
      link={(row) => `/audit${stringifySearch({ ...state, entry: row.audit_id })}`}
      filters={filters}
      input={{ filters: { ...among, ...(action && { action }), ...(own && { own }) } }}
      searchLabel={t('search')}
      nothing={nothing}
      above={({ content }) => <Opened entry={content.find((row) => row.audit_id === state['entry'])} close={() => change({ entry: undefined })} />}
    />
  )
}

function Opened({ entry, close }: { entry: Entry | undefined; close: () => void }) {
  if (!entry) return null
  return (
    <Suspense>
      <EntryDialog entry={entry} onClose={close} />
    </Suspense>
  )
}

function useFilters(): Filter[] {
  const t = useTranslations('audit')
  const names = useNames()
  const today = format.berlinDay()
  const isPlatform = useUser().account_role === accountRole.superadmin
  const known = useQuery(query('auditList', { limit: 1, filters: { date_from: today } })).data?.actions ?? []
  const options = known.map((name) => ({ value: name, label: names.action(name), is: name })).sort((a, b) => a.label.localeCompare(b.label))
  return [
    { name: 'action', label: t('action'), options },
    ...(isPlatform ? [{ name: 'own', label: t('own'), options: [{ value: '1', label: t('own'), is: true }] }] : []),
  ]
}

function useColumns(): Column<Entry>[] {
  const t = useTranslations('audit')
  const wordOf = useTranslations('words')
  const names = useNames()
  return [
    { key: 'at' },
    { key: 'action', words: names.words.actions, header: t('action'), cell: (row) => names.action(row.action) },
    {
      key: 'who',
      field: ['full_name', 'username', 'organisation_name'],
      cell: (row) => [row.full_name || row.username || t('nobody'), row.organisation_name].filter(Boolean).join(' · '),
    },
    { key: 'subject_name', header: t('subject'), cell: (row) => <Subject kind={names.kind(row.subject_kind)} name={row.subject_name} /> },
    {
      key: 'changes',
      part: 'field',
      words: names.words.fields,
      header: t('fields_changed'),
      cell: ({ changes }) => {
        const named = changes.slice(0, NAMED).map(({ field }) => names.field(field))
        const more = changes.length - named.length
        return [...named, ...(more > 0 ? [t('more_fields', { count: format.count(more) })] : [])].join(', ') || '–'
      },
    },
    { key: 'from', field: ['address', 'device'], header: wordOf('from_where') },
  ]
}

const Subject = ({ kind, name }: { kind: string; name: string }) => (
  <span>
    <span className="muted">{kind}</span> {unbroken(name)}
  </span>
)
