// Gives many customers the same price entry of their own: the user chooses customers, product and entry, and sees the effect before saving.
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Percent, percentText } from '../../../../contract/kit/money.ts'
import { type Input, useCall } from '../../../kit/base/api.ts'
import { Choices } from '../../../kit/form/Choices.tsx'
import { PercentField } from '../../../kit/form/fields.tsx'
import { type Typed, textOf } from '../../../kit/form/form-values.ts'
import { SecondPerson } from '../../../kit/form/SecondPerson.tsx'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { CUSTOMERS_MAX, CustomersPick } from './CustomersPick.tsx'
import { Effect } from './Effect.tsx'
import { type FromDay, isChosen } from './from-day.ts'
import { read } from './grid.ts'
import { DayChoice, PlannedSaved } from './later.ts'
import { alone, ProductPick, type Target } from './ProductPick.tsx'

const actions = ['add', 'disable', 'delete'] as const

export function AssignMany({ onClose }: { onClose: () => void }) {
  const t = useTranslations('prices')
  const word = useTranslations('house.words')
  const field = useTranslations('fields')
  const [ids, setIds] = useState<readonly string[]>([])
  const [target, setTarget] = useState<Target>()
  const [action, setAction] = useState<(typeof actions)[number]>('add')
  const [from, setFrom] = useState<FromDay>({})
  const [typed, setTyped] = useState<Typed<Percent>>()
  const change = useCall('assignedChange', {
    refresh: ['assignedList', 'assignedProducts', 'plannedPrices'],
    done: ({ state }) => state === 'done' && onClose(),
  })
  const reading = read(textOf(typed, percentText))
  const discount = 'value' in reading ? reading.value : null
  const isReady = isChosen(from) && ids.length > 0 && ids.length <= CUSTOMERS_MAX && target !== undefined && (action !== 'add' || discount !== null)
  const entries: NonNullable<Input<'priceEffect'>['entries']> = target ? [{ ...target, discount: action === 'add' ? discount : null }] : []
  if (change.data?.state === 'waiting') return <SecondPerson onClose={onClose} />
  if (change.data?.state === 'planned')
    return (
      <Suspense>
        <PlannedSaved onClose={onClose} />
      </Suspense>
    )
  return (
    <Dialog title={t('assign_many')} wide onClose={onClose}>
      <div className="stack">
        <CustomersPick ids={ids} change={setIds} />
        {ids[0] && <ProductPick customer_id={ids[0]} target={target} choose={setTarget} />}
        <Choices label={t('action')} value={action} choices={actions.map((value) => ({ value, label: t(`actions.${value}`) }))} choose={setAction} />
        {action === 'add' && <PercentField {...alone} id="discount" label={field('discount')} value={typed} onChange={setTyped} />}
        {isReady && <Effect asked={{ customer_ids: [...ids], action, entries }} />}
        <Suspense>
          <DayChoice value={from} onChange={setFrom} />
        </Suspense>
        <Refusal error={change.error} changes />
        <div className="row">
          <Button disabled={!isReady || change.isPending} onClick={() => change.mutate({ action, customer_ids: [...ids], pad_list: entries, ...from })}>
            {from.valid_from ? t('planned.keep') : word('save')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
