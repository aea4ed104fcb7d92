// A new plan, empty or copied from another. Its grid opens next.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/base/api.ts'
import { useUrlState } from '../../kit/base/url.ts'
import { CallForm } from '../../kit/form/CallForm.tsx'
import { TextField } from '../../kit/form/fields.tsx'
import { textOf } from '../../kit/form/form-values.ts'
import { useCallForm } from '../../kit/form/use-call-form.ts'
import { PageTitle } from '../../kit/page/PageTitle.tsx'
import { PlanPick } from './PlanPick.tsx'

export default function PlanAdd() {
  const t = useTranslations('prices')
  const [state] = useUrlState()
  const navigate = useNavigate()
  const copied = state['copy'] ?? ''
  const known = useQuery({ ...query('plansList', { discount_plan_id: copied }), enabled: copied !== '' }).data?.content[0]
  const form = useCallForm('planAdd', {
    labels: { plan_name: t('name'), copy_of: t('copy_of') },
    values: { copy_of: copied },
    refresh: ['plansList'],
    done: ({ discount_plan_id }) => navigate({ to: `/product-discount-slabs/${discount_plan_id}` }),
  })
  const { id, label, value, onChange } = form.fields.copy_of
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={t('add_plan')}>
          <TextField {...form.fields.plan_name} autoFocus />
          <PlanPick id={id} label={label} value={textOf(value)} known={known} choose={onChange} />
        </CallForm>
      </section>
    </div>
  )
}
