// One discount to type over: Enter or leaving saves what changed, Escape brings the saved one back.
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../kit/format.ts'
import type { Row } from '../../kit/list-state.ts'
import { read, textOf } from './grid.ts'

type Props = { row: Row<'assignedProducts'>; disabled: boolean; set: (discount: number) => void }

export function OwnDiscount({ row, disabled, set }: Props) {
  const t = useTranslations('prices')
  const problems = useTranslations('errors.problems')
  const [text, setText] = useState(textOf(row.discount))
  const reading = read(text)
  function save() {
    if ('value' in reading && reading.value !== null && reading.value !== row.discount) set(reading.value)
  }
  return (
    <TextInput
      w={96}
      size="xs"
      inputMode="decimal"
      autoComplete="off"
      disabled={disabled}
      aria-label={t('own_discount', { product: `${row.product_name} ${row.value === null ? '' : format.money(row.value)}` })}
      value={text}
      placeholder="–"
      error={'problem' in reading ? problems(reading.problem, { limit: '100' }) : undefined}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setText(textOf(row.discount))
      }}
    />
  )
}
