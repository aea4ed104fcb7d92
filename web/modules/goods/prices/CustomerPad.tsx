// The goods that one customer may sell, each with its discount and the reason of its price, and the customer's own price entries, which override its plan. The
// effect of a change is shown before saving.

import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Input, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { ListPage } from '../../../kit/list/ListPage.tsx'
import { useOwnCustomer } from '../../../kit/list/own-customer.ts'
import { useParams } from '../../../kit/router/Pages.tsx'
import { GridBar } from './GridBar.tsx'
import { read } from './grid.ts'
import { PlannedSaved } from './later.ts'
import { entriesOf } from './pad.ts'
import { Review } from './Review.tsx'
import { useGrid } from './use-grid.ts'
import { type Product, usePadColumns } from './use-pad-columns.tsx'

type Proposed = { action: 'add' | 'enable' | 'disable' | 'delete'; entries: NonNullable<Input<'priceEffect'>['entries']> }

export default function CustomerPad() {
  const t = useTranslations('prices')
  const houseWord = useTranslations('house.words')
  const { customerId: customer_id = '' } = useParams()
  const { isTheirs } = useOwnCustomer(customer_id)
  const mayChange = can(useUser(), 'assignedChange') && !isTheirs
  const grid = useGrid()
  const [proposed, propose] = useState<Proposed>()
  const change = useCall('assignedChange', {
    refresh: ['assignedProducts', 'assignedList', 'plannedPrices'],
    done: () => {
      if (proposed?.action === 'add') grid.clear()
      propose(undefined)
    },
  })
  const entries = entriesOf(grid.typed)
  const isWrong = Object.values(grid.typed).some((text) => 'problem' in read(text))
  /** Proposes a change of the customer's own entry: the entry for the whole product if that decides the price, otherwise the entry for this value. */
  const decide = (row: Product, action: 'enable' | 'disable' | 'delete') =>
    propose({ action, entries: [{ product_id: row.product_id, configuration_id: row.source === 'pad_product' ? null : row.configuration_id, discount: null }] })
  function toggle(row: Product) {
    if (row.price !== null) decide(row, 'disable')
    else if (row.pad_id) decide(row, 'enable')
    else propose({ action: 'add', entries: [{ product_id: row.product_id, configuration_id: row.configuration_id, discount: 0 }] })
  }
  const columns = usePadColumns({
    ...{ customer_id, grid, toggle },
    isLocked: !mayChange || change.isPending,
    ...(mayChange && { toPlan: (row: Product) => decide(row, 'delete') }),
  })
  return (
    <>
      {change.data?.state === 'waiting' && <SecondPerson onClose={change.reset} />}
      <Suspense>{change.data?.state === 'planned' && <PlannedSaved onClose={change.reset} />}</Suspense>
      <ListPage
        call="assignedProducts"
        input={{ customer_id }}
        columns={columns}
        rowKey={(row) => row.configuration_id ?? row.product_id}
        note={(answer) => (answer?.content ?? []).slice(0, 1).map(({ customer_name: name }) => t(isTheirs ? 'pad_theirs' : 'pad_of', { name }))}
        filters={[
          {
            name: 'on_offer',
            label: t('on_offer'),
            options: [
              { value: '1', label: t('on_offer'), is: true },
              { value: '0', label: houseWord('not_on_offer'), is: false },
            ],
          },
        ]}
        sort="product_name"
        searchLabel={t('search_products')}
        nothing={{ title: t('no_products'), hint: t('no_products_hint') }}
      />
      <GridBar grid={grid} count={entries.length} submit={t('review')} disabled={isWrong} onSubmit={() => propose({ action: 'add', entries })} />
      {proposed && (
        <Review
          asked={{ customer_ids: [customer_id], ...proposed }}
          busy={change.isPending}
          error={change.error}
          save={(from) => change.mutate({ action: proposed.action, customer_ids: [customer_id], pad_list: proposed.entries, ...from })}
          onClose={() => propose(undefined)}
        />
      )}
    </>
  )
}
