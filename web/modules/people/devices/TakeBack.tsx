// Takes devices back, after showing the effect.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { step } from '../../../kit/form/steps.ts'
import { offerUndo } from '../../../kit/form/undo.ts'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'

type Props = { device_ids: readonly string[]; done?: () => void; label?: string }

const refresh = ['devicesList', 'devicesAssignedList'] as const

export function TakeBack({ device_ids, done, label }: Props) {
  const t = useTranslations('devices')
  return (
    <EffectButton
      {...{ call: 'devicesUnassign', refresh, input: { device_ids: [...device_ids] }, size: 'xs', of: label }}
      label={t('take_back', { n: device_ids.length, count: format.count(device_ids.length) })}
      done={({ taken }) => {
        // Undoing makes a separate call for each device: a device that somebody else got meanwhile is refused, and the other devices are still given back.
        const steps = taken.map(({ device_id, tag, customer_id }) => step('devicesAssign', { device_id, customer_id }, tag))
        offerUndo({ steps, rows: taken.length, refresh })
        done?.()
      }}
    >
      <p>{t('take_back_hint')}</p>
    </EffectButton>
  )
}
