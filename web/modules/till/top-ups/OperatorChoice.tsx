// The operator of the telephone number. The likely operator is chosen, but any other can be, because numbers can be ported to another operator.
import { useTranslations } from 'use-intl'
import type { Operator } from '../../../../contract/till/top-ups.ts'
import { Choices } from '../../../kit/form/Choices.tsx'

type Props = {
  operators: readonly Operator[]
  operator_id: string | undefined
  region: string | undefined
  onOperator: (operator_id: string) => void
  onRegion: (region: string) => void
}

export function OperatorChoice({ operators, operator_id, region, onOperator, onRegion }: Props) {
  const t = useTranslations('top_ups')
  const field = useTranslations('fields')
  const regions = operators.find((one) => one.operator_id === operator_id)?.regions ?? []
  if (operators.length === 0) return <p className="notice warning">{t('operator.none')}</p>
  return (
    <>
      <Choices
        label={field('operator')}
        value={operator_id ?? ''}
        choices={operators.map((one) => ({ value: one.operator_id, label: one.is_likely ? t('operator.likely', { name: one.name }) : one.name }))}
        choose={onOperator}
      />
      {regions.length > 0 && (
        <Choices
          label={t('operator.region')}
          value={region ?? ''}
          choices={regions.map(({ code, name }) => ({ value: code, label: name }))}
          choose={onRegion}
        />
      )}
    </>
  )
}
