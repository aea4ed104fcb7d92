// Gives the chosen customers another discount plan. Customers whose prices the user does not set are left out.
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { FormDialog } from '../../../kit/form/FormDialog.tsx'
import { SelectField } from '../../../kit/form/fields.tsx'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { step } from '../../../kit/form/steps.ts'
import { offerUndo } from '../../../kit/form/undo.ts'
import { useCallForm } from '../../../kit/form/use-call-form.ts'
import { LeftOut } from '../../../kit/list/LeftOut.tsx'
import { DayChoice, type FromDay, PlannedSaved, sentDay } from '../../goods/prices/prices.ts'
import { onlyPlan, type PlanOption, usePlans } from './use-plans.ts'

const refresh = ['customersListShort', 'customersList', 'customerDetails', 'plansList', 'plannedPrices'] as const

type Props = { customer_ids: readonly string[]; onClose: () => void; done: () => void }

export function PlanDialog(props: Props) {
  const plans = usePlans()
  return plans && <Dialog {...props} plans={plans} />
}

function Dialog({ customer_ids, onClose, done, plans }: Props & { plans: readonly PlanOption[] }) {
  const t = useTranslations('customers')
  const field = useTranslations('fields')
  const only = onlyPlan(plans)
  const [leftOut, setLeftOut] = useState(0)
  const [waits, setWaits] = useState<'second' | 'day'>()
  const [from, setFrom] = useState<FromDay>({})
  const form = useCallForm('assignedChange', {
    labels: { discount_plan_id: field('plan') },
    fixed: { action: 'plan', customer_ids: [...customer_ids], ...sentDay(from) },
    required: ['discount_plan_id'],
    ...(only && { values: { discount_plan_id: only } }),
    refresh,
    done: ({ state, left_out, was }) => {
      offer(was)
      if (state === 'waiting') setWaits('second')
      else if (state === 'planned') setWaits('day')
      else if (left_out > 0) setLeftOut(left_out)
      else finish()
    },
  })
  function offer(was: Output<'assignedChange'>['was']) {
    const still_plan_id = String(form.values.discount_plan_id ?? '')
    const back = (discount_plan_id: string | null) => (discount_plan_id ? { action: 'plan' as const, discount_plan_id } : { action: 'plan_remove' as const })
    const nameOf = (id: string | null) => plans.find(({ value }) => value === id)?.label
    offerUndo({
      steps: was.map(({ discount_plan_id: id, customer_ids }) => step('assignedChange', { ...back(id), customer_ids, still_plan_id }, nameOf(id))),
      rows: was.flatMap(({ customer_ids }) => customer_ids).length,
      refresh,
    })
  }
  const title = t('list.plan_many', { n: customer_ids.length, count: format.count(customer_ids.length) })
  function finish() {
    done()
    onClose()
  }
  if (waits === 'second') return <SecondPerson onClose={onClose} />
  if (waits === 'day')
    return (
      <Suspense>
        <PlannedSaved onClose={finish} />
      </Suspense>
    )
  if (leftOut > 0) return <LeftOut title={title} count={leftOut} onClose={finish} />
  return (
    <FormDialog title={title} form={form} submit={t('list.plan_give')} onClose={onClose}>
      <SelectField {...form.fields.discount_plan_id} options={plans} />
      <Suspense>
        <DayChoice value={from} onChange={setFrom} />
      </Suspense>
    </FormDialog>
  )
}
