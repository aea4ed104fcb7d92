// Sales and margin day by day.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { type Input, query, useUser } from '../base/api.ts'
import * as format from '../base/format.ts'
import { centsOf } from '../page/field-format.tsx'
import { Chart } from './Chart.tsx'
import { ChartFailed } from './ChartFailed.tsx'
import { daysOf, type Span } from './days.ts'
import TimeLine, { type Line } from './TimeLine.tsx'

type Filters = Input<'salesByGroup'>['filters']
const MOST = 400
/** Amounts are ten-thousandths of a euro, but are drawn in euros. */
const EURO = 10_000

export function SalesOverTime({ span, filters }: { span: Span; filters?: Filters }) {
  const t = useTranslations('charts')
  const field = useTranslations('fields')
  const asked = useQuery(
    query('salesByGroup', { date_from: span.from, date_to: span.to, group_by: ['day'], limit: MOST, sort: 'day', ...(filters && { filters }) }),
  )
  const { data } = asked
  const isPlatform = useUser().account_role === accountRole.superadmin
  const amount = isPlatform ? 'face_total' : 'total_sale_amount'
  const days = useMemo(() => daysOf(span), [span])
  const byDay = useMemo(() => new Map((data?.content ?? []).map((row) => [row.day, row])), [data])
  const isMasked = isPlatform || data?.totals.margin_total === null
  const lines = useMemo<readonly Line[]>(
    () => [
      { label: isPlatform ? field('face_total') : field('sold_total'), values: days.map((day) => (byDay.get(day)?.[amount] ?? 0) / EURO) },
      ...(isMasked ? [] : [{ label: field('margin'), values: days.map((day) => (byDay.get(day)?.margin_total ?? 0) / EURO), isSecond: true as const }]),
    ],
    [days, byDay, isMasked, isPlatform, amount, field],
  )
  if (asked.isError && !data) return <ChartFailed asked={asked} />
  if (!data) return <div style={{ minHeight: 320 }} data-waiting />
  if (data.content.length === 0) return null
  const best = data.content.reduce((most, row) => (row[amount] > most[amount] ? row : most))
  const points = days.map((day) => {
    const row = byDay.get(day)
    const told = (name: 'margin_total' | typeof amount) => format.money((row && centsOf(row, name)) ?? row?.[name] ?? 0)
    return { label: format.day(day), values: [told(amount), ...(isMasked ? [] : [told('margin_total')])] }
  })
  return (
    <Chart
      title={isPlatform ? t('face_over_time') : t('over_time')}
      sentence={t('over_time_sentence', {
        total: format.money(data.totals[amount]),
        day: format.day(best.day ?? span.from),
        most: format.money(centsOf(best, amount) ?? best[amount]),
      })}
      head={[field('day'), ...lines.map(({ label }) => label)]}
      points={points}
    >
      {(at) => <TimeLine days={days} lines={lines} at={at} />}
    </Chart>
  )
}
