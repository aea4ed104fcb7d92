// Takes devices back. A warning comes first if somebody is selling with one of them.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import { EffectButton } from '../../../kit/page/EffectButton.tsx'

type Props = { device_ids: readonly string[]; done?: () => void; label?: string }

export function TakeBack({ device_ids, done, label }: Props) {
  const t = useTranslations('devices')
  return (
    <EffectButton
      {...{ call: 'devicesUnassign', refresh: ['devicesList', 'devicesAssignedList'], input: { device_ids: [...device_ids] }, size: 'xs', of: label }}
      label={t('take_back', { n: device_ids.length, count: format.count(device_ids.length) })}
      {...(done && { done })}
    >
      <p>{t('take_back_hint')}</p>
    </EffectButton>
  )
}
