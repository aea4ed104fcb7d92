// Writes a future moment in words: weekday and time if it is within six days, otherwise the date.
import * as format from './format.ts'
import { useLanguage } from './language.tsx'
import { TIME_ZONE } from './time-zone.ts'

const WEEK_MS = 6 * 24 * 60 * 60_000

export function useUntil() {
  const weekday = new Intl.DateTimeFormat(useLanguage(), { weekday: 'long', timeZone: TIME_ZONE })
  return (instant: string): string => {
    const at = new Date(instant)
    return at.getTime() - Date.now() > WEEK_MS ? format.date(at) : `${weekday.format(at)} ${format.time(at)}`
  }
}
