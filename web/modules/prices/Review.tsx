// Shows what a change of prices would do before it is saved. The effect is asked for anew each time, so it is current.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Input } from '../../kit/base/api.ts'
import { Dialog } from '../../kit/page/Dialog.tsx'
import { Refusal } from '../../kit/page/Refusal.tsx'
import { Effect } from './Effect.tsx'

type Props = { asked: Input<'priceEffect'>; busy: boolean; error?: unknown; save: () => void; onClose: () => void }

export function Review({ asked, busy, error, save, onClose }: Props) {
  const t = useTranslations('prices')
  return (
    <Dialog title={t('effect')} onClose={onClose}>
      <div className="stack">
        <Effect asked={asked} />
        <Refusal error={error} changes />
        <div className="row">
          <Button data-autofocus disabled={busy} onClick={save}>
            {t('save')}
          </Button>
          <Button variant="default" onClick={onClose}>
            {t('not_yet')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
