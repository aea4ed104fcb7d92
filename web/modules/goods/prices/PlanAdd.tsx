// A new plan with its products, empty or copied from another plan, saved in one call. The plan's grid opens next.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { ask, query } from '../../../kit/base/api.ts'
import { useUrlState } from '../../../kit/base/url.ts'
import { CallForm } from '../../../kit/form/CallForm.tsx'
import { TextField } from '../../../kit/form/fields.tsx'
import { textOf } from '../../../kit/form/form-values.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { Empty } from '../../../kit/page/Empty.tsx'
import { FailedPage } from '../../../kit/page/OnePage.tsx'
import { PageTitle } from '../../../kit/page/PageTitle.tsx'
import { useNavigate } from '../../../kit/router/Pages.tsx'
import { GridTable } from './GridTable.tsx'
import { cellsOf, changesOf, isChanged, read, shownText } from './grid.ts'
import { PlanPick } from './PlanPick.tsx'
import { useGrid } from './use-grid.ts'

export default function PlanAdd() {
  const t = useTranslations('prices')
  const field = useTranslations('fields')
  const [state] = useUrlState()
  const navigate = useNavigate()
  const grid = useGrid()
  const form = useCallForm('planAdd', {
    labels: { plan_name: field('name'), copy_of: t('copy_of') },
    values: { copy_of: state['copy'] ?? '' },
    refresh: ['plansList'],
    send: (input) => ask('planAdd', { ...input, entries: changesOf(cells, grid.typed) }),
    done: ({ discount_plan_id }) => {
      grid.forget()
      void navigate(`/product-discount-slabs/${discount_plan_id}`)
    },
  })
  const { id, label, value, onChange } = form.fields.copy_of
  const copied = textOf(value)
  const asked = useQuery(query('plansList', copied === '' ? { new_grid: true, limit: 1 } : { discount_plan_id: copied }))
  const cells = cellsOf(asked.data?.entries ?? [])
  const wrong = cells.find((cell) => isChanged(cell, grid.typed) && 'problem' in read(shownText(cell, grid.typed)))
  /** Saves the plan. If a typed discount is invalid, goes to that field instead, so that the discount is not left out unnoticed. */
  const submit = () => (wrong ? document.querySelector<HTMLElement>(`[data-cell="${wrong.key}"]`)?.focus() : form.submit())
  if (asked.isError) return <FailedPage error={asked.error} retry={() => asked.refetch()} />
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={{ ...form, submit }} submit={t('add_plan')}>
          <TextField {...form.fields.plan_name} autoFocus />
          <PlanPick id={id} label={label} value={copied} known={copied === '' ? undefined : asked.data?.content[0]} choose={onChange} />
          {asked.isSuccess && cells.length === 0 && <Empty title={t('no_products')} hint={t('no_products_hint')} />}
          {cells.length > 0 && <p className="muted">{t('grid_hint')}</p>}
          {cells.length > 0 && <GridTable cells={cells} typed={grid.typed} editing={grid} other={undefined} mayChange />}
        </CallForm>
      </section>
    </div>
  )
}
