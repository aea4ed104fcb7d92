// The list of a shop's claims, with a button that makes a new one.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { listInput } from '../../../kit/base/list-state.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { ClaimAges } from '../../../kit/charts/charts.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { ClaimDialog } from './ClaimDialog.tsx'
import type { Claim } from './claim.ts'
import { useColumns, useStateFilter } from './use-columns.tsx'

export default function OwnClaims() {
  const t = useTranslations('reclamations')
  const screen = useTranslations('house.screens')
  const mayClaim = can(useUser(), 'reclaimSubmit')
  const [isOpen, setOpen] = useState(false)
  const [state] = useUrlState()
  const filters = [useStateFilter(), { name: 'is_open', label: t('views.open'), options: [{ value: '1', label: t('views.open'), is: true }] }]
  const add = mayClaim && <Button onClick={() => setOpen(true)}>{screen('claim_new')}</Button>
  return (
    <div className="stack">
      <ListPage
        call="reclaimsList"
        input={{ scope: 'own' }}
        columns={useColumns('own')}
        rowKey={(row: Claim) => row.reclaim_id}
        link={(row) => `/seller-reclaim/${row.reclaim_id}`}
        filters={filters}
        searchLabel={t('search_own')}
        sort="-created_at"
        actions={add}
        below={() => <ClaimAges asked={{ ...listInput('reclaimsList', state, filters, { scope: 'own' }).input, page: 0 }} />}
        nothing={{ title: t('nothing_own'), hint: t('nothing_own_hint'), action: add }}
      />
      {isOpen && <ClaimDialog onClose={() => setOpen(false)} />}
    </div>
  )
}
