// The list of days on which the shop is closed; days can be added and removed.
import { Button, TextInput } from '@mantine/core'
import { useTranslations } from 'use-intl'
import type { ShopTimings } from '../../../../contract/people/settings.ts'
import * as format from '../../../kit/base/format.ts'
import styles from './hours.module.css'

type Holidays = ShopTimings['holidays']
type Props = { holidays: Holidays; change: (holidays: Holidays) => void; problemOf: (field: string) => string | undefined }

export function HolidayList({ holidays, change, problemOf }: Props) {
  const t = useTranslations('settings.hours')
  const fieldName = useTranslations('fields')
  const set = (at: number, changed: Partial<Holidays[number]>) => change(holidays.map((holiday, i) => (i === at ? { ...holiday, ...changed } : holiday)))
  return (
    <div className="card stack">
      <h2>{t('holidays')}</h2>
      {holidays.length === 0 && <p className="muted">{t('no_holidays')}</p>}
      {holidays.map((holiday, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the day itself can be edited while it is in the list
        <div key={at} className={`split bottom ${styles.holiday}`} style={{ '--columns': '160px minmax(0, 1fr) auto' }}>
          <TextInput
            type="date"
            label={fieldName('day')}
            value={holiday.day}
            error={problemOf(`holidays.${at}.day`)}
            onChange={(event) => set(at, { day: event.currentTarget.value })}
          />
          <TextInput
            label={fieldName('name')}
            value={holiday.name}
            maxLength={60}
            error={problemOf(`holidays.${at}.name`)}
            onChange={(event) => set(at, { name: event.currentTarget.value })}
          />
          <Button variant="default" onClick={() => change(holidays.filter((_, i) => i !== at))}>
            {t('remove', { day: holiday.day ? format.day(holiday.day) : '' })}
          </Button>
        </div>
      ))}
      <div>
        <Button variant="default" onClick={() => change([...holidays, { day: nextFree(holidays), name: '' }])}>
          {t('add')}
        </Button>
      </div>
    </div>
  )
}

/** Returns tomorrow, or the first later day that is not in the list. */
function nextFree(holidays: Holidays): string {
  const taken = new Set(holidays.map(({ day }) => day))
  const date = new Date(`${format.berlinDay()}T12:00:00Z`)
  do date.setUTCDate(date.getUTCDate() + 1)
  while (taken.has(date.toISOString().slice(0, 10)))
  return date.toISOString().slice(0, 10)
}
