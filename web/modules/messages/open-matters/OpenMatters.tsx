// Matters that are still open, such as orders at suppliers: since when, whose they are, how much money they hold, and where they can be finished.
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../../contract/kit/access.ts'
import { openKinds } from '../../../../contract/messages/open-matters.ts'
import { useNamed } from '../../../kit/base/action-name.ts'
import { type CallName, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import type { Filter, Row } from '../../../kit/base/list-state.ts'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Column } from '../../../kit/list/ListTable.tsx'
import { wordsOf } from '../../../kit/list/list-columns.ts'

type Matter = Row<'openMatters'>

/** The screen where each kind of matter can be finished, and the call that the user must be allowed to make there. */
const ways: Record<Matter['kind'], { of: CallName; path: string }> = {
  hold: { of: 'sellerProductsV2', path: '/cashcards/' },
  approval: { of: 'creditRequestsList', path: '/customer/credit/requests' },
  credit_run: { of: 'creditRunProgress', path: '/customer/credit/multi' },
  file: { of: 'salesList', path: '/seller/sales' },
  upload: { of: 'stockUpload', path: '/inventory/add' },
  stock_held: { of: 'heldList', path: '/inventory/held' },
  export: { of: 'exportProgress', path: '/download/' },
  reclamation: { of: 'reclaimDetails', path: '/reclaim-request/' },
  case: { of: 'casesList', path: '/cases' },
  invoice_run: { of: 'invoiceRun', path: '/invoice-generate' },
}

export default function OpenMatters() {
  const t = useTranslations('open_matters')
  const named = useNamed()
  const field = useTranslations('fields')
  const user = useUser()
  const columns: Column<Matter>[] = [
    { key: 'kind', words: wordsOf(openKinds, (kind) => t(`kinds.${kind}`)) },
    { key: 'subject', header: t('subject') },
    { key: 'since' },
    { key: 'amount', header: t('amount') },
    { key: 'next', field: null, header: field('next_step'), cell: (row) => t(`steps.${row.kind}`) },
    { key: 'person' },
    { key: 'organisation_name' },
  ]
  const filters: Filter[] = [{ name: 'kind', label: field('kind'), options: openKinds.map((value) => ({ value, label: t(`kinds.${value}`), is: value })) }]
  return (
    <ListPage
      call="openMatters"
      columns={columns}
      rowKey={(row) => `${row.kind} ${row.matter_id}`}
      link={({ kind, matter_id }) => {
        const { of, path } = ways[kind]
        if (kind === 'hold' && can(user, 'liveOrdersList')) return `/live-orders?q=${matter_id}`
        if (!can(user, of)) return undefined
        if (kind === 'reclamation') return (user.account_role === accountRole.seller ? '/seller-reclaim/' : path) + matter_id
        if (kind === 'invoice_run') return `${path}?run=${matter_id}`
        return kind === 'export' ? path + matter_id : path
      }}
      filters={filters}
      note={(answer) => (answer ? [named(t('amount'), format.moneyExact(answer.totals.amount))] : [])}
      nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
    />
  )
}
