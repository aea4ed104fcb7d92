// An amount as typed, read back beside the field. An ambiguous "1.000" is questioned and not accepted until answered.
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { type Money, moneyText, parseMoney } from '../../contract/kit/money.ts'
import { readAmount } from './amount.ts'
import { type FieldProps, useInputProps } from './fields.tsx'
import * as format from './format.ts'
import styles from './kit.module.css'

/** The value sent: the amount, or a text that never parses as an amount. */
function wireOf(typed: string): string {
  const reading = readAmount(typed)
  if (reading.kind === 'amount') return moneyText(reading.amount)
  return reading.kind === 'blank' ? '' : `? ${typed}`
}

const written = (wire: string) => {
  const amount = parseMoney(wire)
  return amount === undefined ? '' : format.moneyInField(amount)
}

export function MoneyField(field: FieldProps) {
  const t = useTranslations('house.form')
  const value = typeof field.value === 'string' ? field.value : ''
  const [text, setText] = useState(() => written(value))
  const typed = wireOf(text) === value ? text : written(value)
  const reading = readAmount(typed)
  const type = (next: string) => {
    setText(next)
    field.onChange(wireOf(next))
  }
  const props = useInputProps(field)
  return (
    <div>
      <TextInput
        {...props}
        error={reading.kind === 'ambiguous' ? undefined : props.error}
        description={reading.kind === 'amount' ? t('read_as', { amount: format.moneyExact(reading.amount) }) : field.hint}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        inputMode="decimal"
        rightSection={<span aria-hidden>€</span>}
        value={typed}
        onChange={(event) => type(event.currentTarget.value)}
      />
      {reading.kind === 'ambiguous' && <Which choices={reading.choices} choose={(amount) => type(format.moneyInField(amount))} />}
    </div>
  )
}

function Which({ choices, choose }: { choices: readonly Money[]; choose: (amount: Money) => void }) {
  const t = useTranslations('house.form')
  return (
    <div role="alert" className={styles.ambiguous}>
      {t('which')}
      {choices.map((amount) => (
        <Button key={amount} size="xs" variant="default" onClick={() => choose(amount)}>
          {format.money(amount)}
        </Button>
      ))}
    </div>
  )
}
