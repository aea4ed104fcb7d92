// The names of the weekdays, Monday first.
import { useLocale } from 'use-intl'

/** The date of a Monday: the weekday names of this day and of the next six are the names of the week. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

export function useWeekdays(): string[] {
  const names = new Intl.DateTimeFormat(useLocale(), { weekday: 'long', timeZone: 'UTC' })
  return Array.from({ length: 7 }, (_, i) => names.format(MONDAY + i * DAY_MS))
}
