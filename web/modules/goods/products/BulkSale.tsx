// Puts chosen products on sale or takes them off, one after the other. After a refusal the remaining products can be sent again; products that were already
// changed stay changed, and can be changed back.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { StepsOutcome } from '../../../kit/form/StepsOutcome.tsx'
import { step } from '../../../kit/form/steps.ts'
import { useUndoableSteps } from '../../../kit/form/use-steps.ts'
import { Confirm } from '../../../kit/page/Confirm.tsx'

type Props = { product_ids: readonly string[]; done: () => void }

const refresh = ['productsList', 'stockList'] as const

export function SaleOfPicked({ product_ids, done }: Props) {
  const t = useTranslations('goods.products')
  const word = useTranslations('words')
  const [asked, setAsked] = useState<'stop' | 'start'>()
  const { run, isBusy, close, undoBy, ...calls } = useUndoableSteps({ refresh, closed: () => setAsked(undefined), done })
  function open(action: 'stop' | 'start') {
    calls.reset()
    setAsked(action)
  }
  const counts = { n: product_ids.length, count: format.count(product_ids.length) }
  const set = (is_active: boolean) =>
    calls.begin(
      product_ids.map((product_id) =>
        step('productUpdate', { product_id, is_active }, '', ({ was_active, product_name }) => {
          if (was_active !== is_active) undoBy(step('productUpdate', { product_id, is_active: was_active }, product_name))
        }),
      ),
    )
  return (
    <>
      <Button size="xs" variant="default" onClick={() => open('start')}>
        {word('put_on_sale')}
      </Button>
      <Button size="xs" color="danger" variant="outline" onClick={() => open('stop')}>
        {word('take_off_sale')}
      </Button>
      {asked && (
        <Confirm
          title={t(asked === 'stop' ? 'stop.ask_picked' : 'stop.start_picked', counts)}
          confirm={asked === 'stop' ? word('take_off_sale') : word('put_on_sale')}
          {...(asked === 'stop' && { danger: true as const })}
          busy={isBusy}
          onConfirm={() => void (run.all > 0 ? calls.again() : set(asked === 'start'))}
          onClose={close}
        >
          <p>{t(asked === 'stop' ? 'stop.kept' : 'stop.effect_picked')}</p>
          <StepsOutcome run={run} />
        </Confirm>
      )}
    </>
  )
}
