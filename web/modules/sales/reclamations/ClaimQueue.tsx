// The claims that the user's organisation has to decide, with the oldest highlighted. The keys J and K move between claims, A accepts, R rejects, U takes a
// claim.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { ReclaimStep } from '../../../../contract/sales/reclamations.ts'
import { accepts, type Filter, listInput } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ClaimAges } from '../../../kit/charts/charts.tsx'
import { useIsAcross } from '../../../kit/list/across-tenants.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import type { Claim } from './claim.ts'
import { DecideDialog } from './DecideDialog.tsx'
import { SupplierDialog } from './SupplierDialog.tsx'
import { useClaimKeys } from './use-claim-keys.ts'
import { useColumns, useStateFilter } from './use-columns.tsx'

/** The steps that can be taken for many claims at once, in the order of their buttons. */
const BULK = ['take', 'ask', 'approve', 'accept', 'reject', 'hand_on'] as const
const OLD_DAYS = 3

type Deciding = { step: ReclaimStep; ids: readonly string[]; clear?: () => void }

export default function ClaimQueue() {
  const t = useTranslations('reclamations')
  const field = useTranslations('fields')
  const columns = useColumns('desk')
  const state = useStateFilter()
  const [deciding, setDeciding] = useState<Deciding>()
  const [isAsking, setAsking] = useState(false)
  const isAcross = useIsAcross()
  useClaimKeys((step, id) => !isAcross && setDeciding({ step, ids: [id] }))
  const [address] = useUrlState()
  const { batch_no } = address
  // A claim's page links to this list with the batch in the address, so that all claims of the batch can be decided together.
  const ofBatch = batch_no && accepts('reclaimsList', 'filters', JSON.stringify({ batch_no })) ? [batch_no] : []
  const filters: Filter[] = [
    ...ofBatch.map((value) => ({ name: 'batch_no', label: field('batch'), options: [{ value, label: t('batch_no', { number: value }), is: value }] })),
    state,
    { name: 'is_open', label: t('views.open'), options: [{ value: '1', label: t('views.open'), is: true }] },
    { name: 'is_mine', label: t('views.mine'), options: [{ value: '1', label: t('views.mine'), is: true }] },
    { name: 'older_than', label: t('views.old'), options: [{ value: String(OLD_DAYS), label: t('views.old'), is: OLD_DAYS }] },
  ]
  return (
    <div data-claims className="stack">
      <ListPage
        call="reclaimsList"
        across
        input={{ scope: 'desk' }}
        columns={columns}
        rowKey={(row: Claim) => row.reclaim_id}
        link={(row) => `/reclaim-request/${row.reclaim_id}`}
        filters={filters}
        searchLabel={t('search')}
        sort="-created_at"
        nothing={{ title: t('nothing'), hint: t('nothing_hint') }}
        below={() => <ClaimAges asked={{ ...listInput('reclaimsList', address, filters, { scope: 'desk' }).input, page: 0 }} />}
        actions={
          <Button variant="default" onClick={() => setAsking(true)}>
            {t('supplier.title')}
          </Button>
        }
        bulk={({ ids, clear }) =>
          BULK.map((step) => (
            <Button key={step} size="xs" variant="default" onClick={() => setDeciding({ step, ids, clear })}>
              {t(`steps.${step}`)}
            </Button>
          ))
        }
      />
      {deciding && (
        <DecideDialog
          {...deciding}
          onClose={(isDone) => {
            if (isDone) deciding.clear?.()
            setDeciding(undefined)
          }}
        />
      )}
      {isAsking && <SupplierDialog onClose={() => setAsking(false)} />}
    </div>
  )
}
