// Shows what a change of prices would do, and then saves it, at once or for a later day. The effect is requested anew each time, so it is always up to date.
import { Button } from '@mantine/core'
import { Suspense, useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Input } from '../../../kit/base/api.ts'
import { Dialog } from '../../../kit/page/Dialog.tsx'
import { Refusal } from '../../../kit/page/Refusal.tsx'
import { Effect } from './Effect.tsx'
import { type FromDay, isChosen } from './from-day.ts'
import { DayChoice } from './later.ts'

type Props = { asked: Input<'priceEffect'>; busy: boolean; error?: unknown; save: (from: FromDay) => void; onClose: () => void }

export function Review({ asked, busy, error, save, onClose }: Props) {
  const t = useTranslations('prices')
  const word = useTranslations('house.words')
  const [from, setFrom] = useState<FromDay>({})
  return (
    <Dialog title={t('effect')} onClose={onClose}>
      <div className="stack">
        <Effect asked={asked} />
        <Suspense>
          <DayChoice value={from} onChange={setFrom} />
        </Suspense>
        <Refusal error={error} changes />
        <div className="row">
          <Button data-autofocus disabled={busy || !isChosen(from)} onClick={() => save(from)}>
            {from.valid_from ? t('planned.keep') : word('save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('not_yet')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
