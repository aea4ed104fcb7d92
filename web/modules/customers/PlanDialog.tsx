// Gives the chosen customers another discount plan, all or none.
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FormDialog } from '../../kit/FormDialog.tsx'
import { SelectField } from '../../kit/fields.tsx'
import * as format from '../../kit/format.ts'
import { SecondPerson } from '../../kit/SecondPerson.tsx'
import { useCallForm } from '../../kit/use-call-form.ts'
import { usePlans } from './use-plans.ts'

type Props = { customer_ids: readonly string[]; onClose: () => void; done: () => void }

export function PlanDialog({ customer_ids, onClose, done }: Props) {
  const t = useTranslations('people')
  const plans = usePlans()
  const [waits, setWaits] = useState(false)
  const form = useCallForm('assignedChange', {
    labels: { discount_plan_id: t('plan') },
    values: { action: 'plan', customer_ids: JSON.stringify(customer_ids), discount_plan_id: '' },
    required: ['discount_plan_id'],
    refresh: ['customersListShort', 'customersList', 'plansList'],
    done: ({ state }) => {
      if (state === 'waiting') return setWaits(true)
      done()
      onClose()
    },
  })
  if (waits) return <SecondPerson onClose={onClose} />
  return (
    <FormDialog
      title={t('list.plan_many', { n: customer_ids.length, count: format.count(customer_ids.length) })}
      form={form}
      submit={t('list.plan_give')}
      onClose={onClose}
    >
      <SelectField {...form.field('discount_plan_id')} options={plans} />
    </FormDialog>
  )
}
