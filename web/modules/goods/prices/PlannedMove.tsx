// The dialog that moves a planned change of prices to another day, and sets when it is announced.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useCall } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { DayFields } from './DayChoice.tsx'
import { type FromDay, isChosen, tomorrow } from './from-day.ts'

export function PlannedMove({ planned, onClose }: { planned: Row<'plannedPrices'>; onClose: () => void }) {
  const t = useTranslations('prices.planned')
  const { planned_id, tell_till, tell_mail } = planned
  const first = tomorrow()
  const [from, setFrom] = useState<FromDay>({ valid_from: planned.valid_from < first ? first : planned.valid_from, tell_till, tell_mail })
  const change = useCall('plannedChange', { refresh: ['plannedPrices'], done: onClose })
  const { valid_from = '', tell_till: till = false, tell_mail: mail = false } = from
  return (
    <Dialog title={t('move')} onClose={onClose}>
      <form
        className="stack"
        onSubmit={(event) => {
          event.preventDefault()
          change.mutate({ planned_id, valid_from, tell_till: till, tell_mail: mail })
        }}
      >
        <p>{planned.name}</p>
        <DayFields value={from} onChange={setFrom} />
        <Refusal error={change.error} changes />
        <div className="row">
          <Button type="submit" disabled={change.isPending || !isChosen(from)}>
            {t('keep')}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
