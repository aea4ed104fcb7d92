// The till's running shift in its status line, and the way to its end. Loaded after the till is drawn.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslations } from 'use-intl'
import { query } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'

export function ShiftMark() {
  const t = useTranslations('selling.status')
  const { data } = useQuery(query('shiftNow', {}))
  if (!data) return null
  return (
    <Link to="/seller/zreport" className="badge">
      {data.opened_at ? t('shift', { time: format.dateTime(data.opened_at) }) : t('first_shift')}
    </Link>
  )
}
