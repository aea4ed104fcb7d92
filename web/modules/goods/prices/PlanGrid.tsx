// One plan as a grid in which discounts are typed or pasted. The effect is shown before saving, and the last change can be undone.
import { Button, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import * as format from '../../../kit/base/format.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { Empty } from '../../../kit/page/Empty.tsx'
import { FailedPage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { useParams } from '../../../kit/router/Pages.tsx'
import { GridBar } from './GridBar.tsx'
import { GridTable } from './GridTable.tsx'
import { cellsOf, changesOf, isChanged, matching, read, shownText } from './grid.ts'
import { PlannedSaved } from './later.ts'
import { PlanPick } from './PlanPick.tsx'
import { PlanRename } from './PlanRename.tsx'
import { Review } from './Review.tsx'
import { useGrid } from './use-grid.ts'

export default function PlanGrid() {
  const t = useTranslations('prices')
  const word = useTranslations('house.words')
  const { discountSlabId: discount_plan_id = '' } = useParams()
  const mayChange = can(useUser(), 'planUpdate')
  const [state, change] = useUrlState()
  const plan = useQuery(query('plansList', { discount_plan_id }))
  const other = useQuery({ ...query('plansList', { discount_plan_id: state['with'] ?? '' }), enabled: Boolean(state['with']) }).data
  const grid = useGrid()
  const [isReviewed, setReviewed] = useState(false)
  const save = useCall('planUpdate', {
    refresh: ['plansList', 'assignedProducts', 'plannedPrices'],
    done: () => {
      grid.clear()
      setReviewed(false)
    },
  })
  const row = plan.data?.content[0]
  const cells = cellsOf(plan.data?.entries ?? [])
  const shown = matching(cells, state['q'] ?? '')
  const entries = changesOf(cells, grid.typed)
  const isWrong = cells.some((cell) => isChanged(cell, grid.typed) && 'problem' in read(shownText(cell, grid.typed)))
  if (plan.isError) return <FailedPage error={plan.error} retry={() => plan.refetch()} />
  return (
    <div className="stack">
      <PageTitle title={row?.plan_name}>
        {mayChange && row && <PlanRename plan={row} />}
        {mayChange && row?.change_id && entries.length === 0 && (
          <Button variant="default" disabled={save.isPending} onClick={() => save.mutate({ discount_plan_id, undo: row.change_id ?? '' })}>
            {t('take_back')}
          </Button>
        )}
      </PageTitle>
      {row && <p className="muted">{t('plan_reach', { n: row.customers, count: format.count(row.customers) })}</p>}
      <div className="row">
        <TextInput
          type="search"
          label={t('search_products')}
          value={state['q'] ?? ''}
          onChange={({ currentTarget }) => change({ q: currentTarget.value || undefined }, { replace: true })}
        />
        <PlanPick
          id="with"
          label={word('compare_with')}
          value={state['with'] ?? ''}
          known={other?.content[0]}
          except={discount_plan_id}
          choose={(id) => change({ with: id || undefined }, { replace: true })}
        />
      </div>
      {!isReviewed && <Refusal error={save.error} changes />}
      {save.data?.state === 'waiting' && <SecondPerson onClose={save.reset} />}
      <Suspense>{save.data?.state === 'planned' && <PlannedSaved onClose={save.reset} />}</Suspense>
      {save.data?.state === 'done' && entries.length === 0 && (
        <div role="status" className="notice">
          {t('saved', { n: save.data.changed, count: format.count(save.data.changed) })}
        </div>
      )}
      {plan.isSuccess && cells.length === 0 && <Empty title={t('no_products')} hint={t('no_products_hint')} />}
      {cells.length > 0 && shown.length === 0 && <Empty title={t('no_match')} />}
      {shown.length > 0 && mayChange && <p className="muted">{t('grid_hint')}</p>}
      {shown.length > 0 && <GridTable cells={shown} typed={grid.typed} editing={grid} other={other?.entries} mayChange={mayChange} />}
      <GridBar grid={grid} count={entries.length} submit={t('review')} disabled={isWrong} onSubmit={() => setReviewed(true)} />
      {isReviewed && (
        <Review
          asked={{ discount_plan_id, entries }}
          busy={save.isPending}
          error={save.error}
          save={(from) => save.mutate({ discount_plan_id, entries, ...from })}
          onClose={() => setReviewed(false)}
        />
      )}
    </div>
  )
}
