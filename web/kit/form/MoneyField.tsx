// A field for an amount; the amount that it understood is written beside it. If the text is ambiguous, such as "1.000", the field asks the user and accepts
// nothing before the answer.
import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { Money } from '../../../contract/kit/money.ts'
import * as format from '../base/format.ts'
import { readAmount } from './amount.ts'
import { type FieldProps, inputProps, useTypedText } from './fields.tsx'
import type { Typed } from './form-values.ts'

function readMoney(typed: string): Typed<Money> {
  const reading = readAmount(typed)
  if (reading.kind === 'amount') return reading.amount
  return reading.kind === 'blank' ? undefined : { unread: typed, code: 'not_an_amount' }
}

export function MoneyField(field: FieldProps<Money>) {
  const t = useTranslations('house.form')
  const { text, type } = useTypedText(field, readMoney, format.moneyInField)
  const reading = readAmount(text)
  const props = inputProps(field)
  return (
    <div>
      <TextInput
        {...props}
        error={reading.kind === 'ambiguous' ? undefined : props.error}
        description={reading.kind === 'amount' ? t('read_as', { amount: format.moneyExact(reading.amount) }) : field.hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        rightSection={<span aria-hidden>€</span>}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {reading.kind === 'ambiguous' && <Which choices={reading.choices} choose={(amount) => type(format.moneyInField(amount))} />}
    </div>
  )
}

function Which({ choices, choose }: { choices: readonly Money[]; choose: (amount: Money) => void }) {
  const t = useTranslations('house.form')
  return (
    <div role="alert" className="row gap-8" style={{ marginTop: 6 }}>
      {t('which')}
      {choices.map((amount) => (
        <Button key={amount} size="xs" variant="default" onClick={() => choose(amount)}>
          {format.money(amount)}
        </Button>
      ))}
    </div>
  )
}
