// Buttons that set a frequent amount in the amount field.
import { useTranslations } from 'use-intl'
import { EURO, type Money } from '../../../../contract/kit/money.ts'
import * as format from '../../../kit/base/format.ts'
import * as kit from '../../../kit/form/Preset.tsx'

const PRESETS_EURO = [50, 100, 200, 500]

export function Presets({ amount, choose }: { amount: Money | undefined; choose: (euro: number) => void }) {
  const t = useTranslations('sales.booking')
  return (
    <kit.Presets label={t('presets')}>
      {PRESETS_EURO.map((euro) => (
        <kit.Preset key={euro} chosen={amount === euro * EURO} choose={() => choose(euro)}>
          {format.money(euro * EURO)}
        </kit.Preset>
      ))}
    </kit.Presets>
  )
}
