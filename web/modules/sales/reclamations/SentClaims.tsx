// The list of claims that a reseller has passed on, because the goods belong to an organisation above it.
import { useTranslations } from 'use-intl'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Claim } from './claim.ts'
import { useColumns, useStateFilter } from './use-columns.tsx'

export default function SentClaims() {
  const t = useTranslations('reclamations')
  return (
    <ListPage
      call="reclaimsList"
      input={{ scope: 'sent' }}
      columns={useColumns('sent')}
      rowKey={(row: Claim) => row.reclaim_id}
      link={(row) => `/reclaim-request/${row.reclaim_id}`}
      filters={[useStateFilter()]}
      searchLabel={t('search')}
      sort="-created_at"
      nothing={{ title: t('nothing_sent'), hint: t('nothing_sent_hint') }}
    />
  )
}
