// The choice of when a change of prices takes effect (at once or from a day on), and of when it is announced to the customers.
import { TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Choices } from '../../../kit/form/Choices.tsx'
import { type FromDay, tomorrow } from './from-day.ts'

type Props = { value: FromDay; onChange: (value: FromDay) => void }

export function DayChoice({ value, onChange }: Props) {
  const t = useTranslations('prices.planned')
  const field = useTranslations('fields')
  const isLater = value.valid_from !== undefined
  const choices = [
    { value: 'now', label: t('now') },
    { value: 'day', label: t('day') },
  ] as const
  return (
    <>
      <Choices
        label={field('valid_from')}
        value={isLater ? 'day' : 'now'}
        choices={choices}
        choose={(when) => onChange(when === 'day' ? { valid_from: tomorrow(), tell_till: true, tell_mail: false } : {})}
      />
      {isLater && <DayFields value={value} onChange={onChange} />}
    </>
  )
}

export function DayFields({ value, onChange }: Props) {
  const t = useTranslations('prices.planned')
  const field = useTranslations('fields')
  return (
    <>
      <TextInput
        type="date"
        label={field('day')}
        description={t('day_hint')}
        min={tomorrow()}
        value={value.valid_from ?? ''}
        onChange={({ currentTarget }) => onChange({ ...value, valid_from: currentTarget.value })}
      />
      {(['tell_till', 'tell_mail'] as const).map((name) => (
        <label key={name} className="option">
          <input type="checkbox" checked={value[name] ?? false} onChange={({ currentTarget: { checked } }) => onChange({ ...value, [name]: checked })} />
          {t(name)}
        </label>
      ))}
    </>
  )
}
