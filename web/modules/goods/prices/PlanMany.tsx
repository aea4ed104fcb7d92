// Sets the same discount in one plan for many whole products; the effect is shown before saving.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Percent, percentText } from '../../../../contract/kit/money.ts'
import { query, useCall } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { PercentField } from '../../../kit/form/fields.tsx'
import { type Typed, textOf } from '../../../kit/form/form-values.ts'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { step } from '../../../kit/form/steps.ts'
import { offerUndo } from '../../../kit/form/undo.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { read } from './grid.ts'
import { PlannedSaved } from './later.ts'
import { PlanPick } from './PlanPick.tsx'
import { alone } from './ProductPick.tsx'
import { Review } from './Review.tsx'

const refresh = ['plansList', 'assignedProducts', 'plannedPrices'] as const

type Props = { product_ids: readonly string[]; onClose: () => void; done: () => void }

export default function PlanMany({ product_ids, onClose, done }: Props) {
  const t = useTranslations('prices')
  const field = useTranslations('fields')
  const errors = useTranslations('errors.problems')
  const [discount_plan_id, setPlan] = useState('')
  const [typed, setTyped] = useState<Typed<Percent>>()
  const [isReviewed, setReviewed] = useState(false)
  const plan = useQuery({ ...query('plansList', { discount_plan_id }), enabled: discount_plan_id !== '' }).data?.content[0]
  const save = useCall('planUpdate', {
    refresh,
    done({ state, change_id, changed }) {
      offerUndo({ steps: change_id ? [step('planUpdate', { discount_plan_id, undo: change_id, undo_rest: true })] : [], rows: changed, refresh })
      if (state === 'done') done()
    },
  })
  const reading = read(textOf(typed, percentText))
  const discount = 'value' in reading ? reading.value : null
  const entries = product_ids.map((product_id) => ({ product_id, configuration_id: null, discount }))
  if (save.data?.state === 'waiting') return <SecondPerson onClose={onClose} />
  if (save.data?.state === 'planned')
    return (
      <Suspense>
        <PlannedSaved onClose={done} />
      </Suspense>
    )
  if (isReviewed)
    return (
      <Review
        asked={{ discount_plan_id, entries }}
        busy={save.isPending}
        error={save.error}
        save={(from) => save.mutate({ discount_plan_id, entries, ...from })}
        onClose={() => setReviewed(false)}
      />
    )
  return (
    <Dialog title={t('plan_many', { n: product_ids.length, count: format.count(product_ids.length) })} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          if (discount_plan_id && discount !== null) setReviewed(true)
        }}
      >
        <PlanPick id="plan" required label={field('plan_name')} value={discount_plan_id} choose={setPlan} known={plan} />
        {plan && <p className="muted">{t('plan_reach', { n: plan.customers, count: format.count(plan.customers) })}</p>}
        <PercentField
          {...alone}
          id="discount"
          label={field('discount')}
          hint={t('plan_many_hint')}
          error={'problem' in reading ? errors(reading.problem, { limit: '100' }) : undefined}
          value={typed}
          onChange={setTyped}
        />
        <div className="row">
          <Button type="submit" disabled={!discount_plan_id || discount === null}>
            {t('review')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
