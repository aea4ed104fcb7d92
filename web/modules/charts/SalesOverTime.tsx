// Sales and margin day by day.
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { type Input, query } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { Chart } from './Chart.tsx'
import { ChartFailed } from './ChartFailed.tsx'
import { daysOf, type Span } from './days.ts'
import TimeLine, { type Line } from './TimeLine.tsx'

type Filters = Input<'salesByGroup'>['filters']
const MOST = 400
/** Drawn in whole euros. */
const EURO = 10_000

export function SalesOverTime({ span, filters }: { span: Span; filters?: Filters }) {
  const t = useTranslations('charts')
  const asked = useQuery(
    query('salesByGroup', { date_from: span.from, date_to: span.to, group_by: ['day'], limit: MOST, sort: 'day', ...(filters && { filters }) }),
  )
  const { data } = asked
  const days = useMemo(() => daysOf(span), [span])
  const byDay = useMemo(() => new Map((data?.content ?? []).map((row) => [row.day, row])), [data])
  const isMasked = data?.totals.margin_total === null
  const lines = useMemo<readonly Line[]>(
    () => [
      { label: t('sold'), values: days.map((day) => (byDay.get(day)?.total_sale_amount ?? 0) / EURO) },
      ...(isMasked ? [] : [{ label: t('margin'), values: days.map((day) => (byDay.get(day)?.margin_total ?? 0) / EURO), isSecond: true as const }]),
    ],
    [days, byDay, isMasked, t],
  )
  if (asked.isError && !data) return <ChartFailed asked={asked} />
  if (!data || data.content.length === 0) return null
  const best = data.content.reduce((most, row) => (row.total_sale_amount > most.total_sale_amount ? row : most))
  const points = days.map((day) => {
    const row = byDay.get(day)
    return { label: format.day(day), values: [row?.total_sale_amount ?? 0, ...(isMasked ? [] : [row?.margin_total ?? 0])].map(format.money) }
  })
  return (
    <Chart
      title={t('over_time')}
      sentence={t('over_time_sentence', {
        total: format.money(data.totals.total_sale_amount),
        day: format.day(best.day ?? span.from),
        most: format.money(best.total_sale_amount),
      })}
      head={[t('day'), ...lines.map(({ label }) => label)]}
      points={points}
    >
      {(at) => <TimeLine days={days} lines={lines} at={at} />}
    </Chart>
  )
}
