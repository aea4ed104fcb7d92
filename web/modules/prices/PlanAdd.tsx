// A new plan: a name, and where its discounts are copied from; then its grid opens.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/api.ts'
import { CallForm } from '../../kit/CallForm.tsx'
import { SelectField, TextField } from '../../kit/fields.tsx'
import { PageTitle } from '../../kit/PageTitle.tsx'
import { useUrlState } from '../../kit/url.ts'
import { useCallForm } from '../../kit/use-call-form.ts'

export default function PlanAdd() {
  const t = useTranslations('prices')
  const [state] = useUrlState()
  const navigate = useNavigate()
  const plans = useQuery(query('plansList', { limit: 100 })).data?.content ?? []
  const form = useCallForm('planAdd', {
    labels: { plan_name: t('name'), copy_of: t('copy_of') },
    values: { plan_name: '', copy_of: state['copy'] ?? '' },
    refresh: ['plansList'],
    done: ({ discount_plan_id }) => navigate({ to: `/product-discount-slabs/${discount_plan_id}` }),
  })
  return (
    <div className="stack">
      <PageTitle />
      <section className="card">
        <CallForm form={form} submit={t('add_plan')}>
          <TextField {...form.field('plan_name')} autoFocus />
          <SelectField {...form.field('copy_of')} options={plans.map((plan) => ({ value: plan.discount_plan_id, label: plan.plan_name }))} />
        </CallForm>
      </section>
    </div>
  )
}
