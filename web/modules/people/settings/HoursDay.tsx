// The hours of one weekday: open or closed, from when to when, and an optional break.
import { Checkbox, Switch, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ShopDay } from '../../../../contract/people/settings.ts'
import styles from './hours.module.css'
import { clockTime, closesNextDay, usualBreak } from './hours.ts'

const times = ['start', 'close'] as const
const breakTimes = ['lunch_start', 'lunch_end'] as const
type TimeName = (typeof times)[number] | (typeof breakTimes)[number]

type Props = { name: string; day: ShopDay; change: (changed: Partial<ShopDay>) => void; problemOf: (field: TimeName) => string | undefined }

export function HoursDay({ name, day, change, problemOf }: Props) {
  const t = useTranslations('settings.hours')
  const fieldName = useTranslations('fields')
  const word = useTranslations('words')
  const hasBreak = day.lunch_start !== null || day.lunch_end !== null
  function tidy(field: TimeName) {
    const time = clockTime(day[field] ?? '')
    if (time !== day[field]) change({ [field]: time })
  }
  const time = (field: TimeName, label: string) => (
    <TextInput
      key={field}
      flex="0 1 88px"
      miw={72}
      label={label}
      value={day[field] ?? ''}
      error={problemOf(field)}
      inputMode="numeric"
      maxLength={9}
      autoComplete="off"
      onChange={(event) => change({ [field]: event.currentTarget.value })}
      onBlur={() => tidy(field)}
    />
  )
  return (
    <fieldset className={`row top ${styles.day}`}>
      <legend className="hidden-visually">{name}</legend>
      <Switch
        className={styles.name}
        label={<b>{name}</b>}
        description={day.is_open ? word('open') : fieldName('closed')}
        checked={day.is_open}
        onChange={(event) => change({ is_open: event.currentTarget.checked })}
      />
      {day.is_open && (
        <>
          {times.map((field) => time(field, t(field)))}
          <Checkbox
            className="row"
            mih={36}
            mt={20}
            label={t('break')}
            checked={hasBreak}
            onChange={(event) => change(event.currentTarget.checked ? usualBreak : { lunch_start: null, lunch_end: null })}
          />
          {hasBreak && breakTimes.map((field) => time(field, t(field)))}
          {closesNextDay(day) && <span className="muted full">{t('close_next_day')}</span>}
        </>
      )}
    </fieldset>
  )
}
