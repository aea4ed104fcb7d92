// One plan as a grid: type, paste, look at the effect, save; the last change can be taken back.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { query, useCall, useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import { Dialog } from '../../kit/Dialog.tsx'
import { Empty, Failed } from '../../kit/Empty.tsx'
import * as format from '../../kit/format.ts'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { Refusal } from '../../kit/Refusal.tsx'
import { useUrlState } from '../../kit/url.ts'
import { Effect } from './Effect.tsx'
import { GridTable } from './GridTable.tsx'
import { cellsOf, changesOf, type Entries, isChanged, read, shownText } from './grid.ts'
import styles from './prices.module.css'
import { useGrid } from './use-grid.ts'

export default function PlanGrid() {
  const t = useTranslations('prices')
  const { discountSlabId: discount_plan_id = '' }: { discountSlabId?: string } = useParams({ strict: false })
  const mayChange = can(useUser(), 'planUpdate')
  const [state, change] = useUrlState()
  const plan = useQuery(query('plansList', { discount_plan_id }))
  const plans = useQuery(query('plansList', { limit: 100 })).data?.content ?? []
  const other = useQuery({ ...query('plansList', { discount_plan_id: state['with'] ?? '' }), enabled: Boolean(state['with']) }).data?.entries
  const grid = useGrid()
  const [isReviewed, setReviewed] = useState(false)
  const save = useCall('planUpdate', {
    refresh: ['plansList', 'assignedProducts'],
    done: () => {
      grid.clear()
      setReviewed(false)
    },
  })
  const row = plan.data?.content[0]
  const cells = cellsOf(plan.data?.entries ?? [])
  const changes = changesOf(cells, grid.typed)
  const isWrong = cells.some((cell) => isChanged(cell, grid.typed) && 'problem' in read(shownText(cell, grid.typed)))
  if (plan.isError) return <Failed error={plan.error} retry={() => plan.refetch()} />
  return (
    <div className="stack">
      <PageTitle title={row?.plan_name}>
        <NativeSelect
          aria-label={t('compare')}
          value={state['with'] ?? ''}
          onChange={(event) => change({ with: event.currentTarget.value || undefined })}
          data={[
            { value: '', label: t('compare') },
            ...plans.filter((one) => one.discount_plan_id !== discount_plan_id).map((one) => ({ value: one.discount_plan_id, label: one.plan_name })),
          ]}
        />
        {mayChange && row?.change_id && changes.length === 0 && (
          <Button variant="default" disabled={save.isPending} onClick={() => save.mutate({ discount_plan_id, undo: row.change_id ?? '' })}>
            {t('take_back')}
          </Button>
        )}
      </PageTitle>
      <Refusal error={save.error} changes />
      {save.data && changes.length === 0 && (
        <div role="status" className="notice">
          {t('saved', { count: format.count(save.data.changed) })}
        </div>
      )}
      {plan.isSuccess && cells.length === 0 && <Empty title={t('no_products')} hint={t('no_products_hint')} />}
      {cells.length > 0 && <p className="muted">{t('grid_hint')}</p>}
      {cells.length > 0 && <GridTable cells={cells} grid={grid} other={other} mayChange={mayChange} />}
      {changes.length > 0 && (
        <div className={`row ${styles.bar}`}>
          <span role="status">{t('unsaved', { count: format.count(changes.length) })}</span>
          <Button variant="default" onClick={grid.clear}>
            {t('discard')}
          </Button>
          <Button disabled={isWrong} onClick={() => setReviewed(true)}>
            {t('review')}
          </Button>
        </div>
      )}
      {isReviewed && (
        <Review
          plan_id={discount_plan_id}
          entries={changes}
          busy={save.isPending}
          save={() => save.mutate({ discount_plan_id, entries: changes })}
          onClose={() => setReviewed(false)}
        />
      )}
    </div>
  )
}

type ReviewProps = { plan_id: string; entries: Entries; busy: boolean; save: () => void; onClose: () => void }

function Review({ plan_id, entries, busy, save, onClose }: ReviewProps) {
  const t = useTranslations('prices')
  return (
    <Dialog title={t('effect')} onClose={onClose}>
      <div className="stack">
        <Effect asked={{ discount_plan_id: plan_id, entries }} />
        <div className="row">
          <Button data-autofocus disabled={busy} onClick={save}>
            {t('save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
