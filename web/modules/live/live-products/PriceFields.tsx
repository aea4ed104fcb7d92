// The fields of a price rule: what the price is based on, the margins, and the rounding.
import { useTranslations } from 'use-intl'
import type { Input } from '../../../kit/base/api.ts'
import { PercentField, SelectField } from '../../../kit/form/fields.tsx'
import { MoneyField } from '../../../kit/form/MoneyField.tsx'
import type { FormOf } from '../../../kit/form/use-call-form.ts'
import { useWords } from './words.ts'

export function usePriceLabels() {
  const t = useTranslations('prices.online')
  const field = useTranslations('fields')
  return {
    ...{ is_on: t('states.on'), name: t('own_name'), position: field('position'), price_by: field('price_by'), rounding: field('rounding') },
    goes_first: field('goes_first'),
    ...{ margin_percent: field('margin_percent'), margin_amount: field('margin_amount') },
  }
}

type Rule = Pick<Input<'liveProductsUpdate'>, 'price_by' | 'margin_percent' | 'margin_amount' | 'rounding'>

export function PriceFields({ fields }: { fields: FormOf<Rule>['fields'] }) {
  const t = useTranslations('prices.online')
  const { price_bys, roundings } = useWords()
  return (
    <>
      <SelectField {...fields.price_by} clears={false} options={price_bys} />
      <PercentField {...fields.margin_percent} hint={t('margin_hint')} />
      <MoneyField {...fields.margin_amount} />
      <SelectField {...fields.rounding} clears={false} options={roundings} />
    </>
  )
}
