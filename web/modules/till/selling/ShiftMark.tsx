// The status line's part about shifts: the till's last Z-report, the start of the running shift, and a link to close it. Loaded after the till is drawn.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'

export function ShiftMark() {
  const t = useTranslations('counter.status')
  const { data } = useQuery(query('shiftNow', {}))
  if (!data) return null
  const { opened_at, number } = data
  const short = opened_at ? `Z ${number} · ${sinceOf(opened_at)}` : 'Z'
  return (
    <Link to="/seller/zreport" className="badge" aria-label={`${short} · ${opened_at ? t('shift', { time: format.dateTime(opened_at) }) : t('first_shift')}`}>
      {short}
    </Link>
  )
}

/** When the shift began: the time alone if that was today, as with most shifts, because the line has little room. */
const sinceOf = (instant: string) => (format.berlinDay(new Date(instant)) === format.berlinDay() ? format.time(instant) : format.date(instant))
