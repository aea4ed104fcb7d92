// The part of the status line about shifts: the till's last Z-report, the start of the running shift, and a link to close the shift. It is loaded after the
// till is drawn.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { query } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import { Link } from '../../../kit/router/Pages.tsx'

export function ShiftMark() {
  const t = useTranslations('counter.status')
  const { data } = useQuery(query('shiftNow', {}))
  if (!data) return null
  const { opened_at, number } = data
  const short = opened_at ? `Z ${number} · ${sinceOf(opened_at)}` : 'Z'
  return (
    <Link to="/seller/zreport" className="row" aria-label={`${short} · ${opened_at ? t('shift', { time: format.dateTime(opened_at) }) : t('first_shift')}`}>
      <span className="badge">{short}</span>
    </Link>
  )
}

/** Returns when the shift began: only the time if that was today, because the line is short. */
const sinceOf = (instant: string) => (format.berlinDay(new Date(instant)) === format.berlinDay() ? format.time(instant) : format.date(instant))
