// When sales happen: days of the week by hours of the day.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Input, query } from '../base/api.ts'
import * as format from '../base/format.ts'
import { Chart } from './Chart.tsx'
import { ChartFailed } from './ChartFailed.tsx'
import type { Span } from './days.ts'
import { HeatMap } from './HeatMap.tsx'

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
const HOURS = 24

export function SalesHours({ span, filters }: { span: Span; filters?: Input<'salesByGroup'>['filters'] }) {
  const t = useTranslations('charts')
  const word = useTranslations('words')
  const field = useTranslations('fields')
  const asked = useQuery(
    query('salesByGroup', {
      date_from: span.from,
      date_to: span.to,
      group_by: ['weekday', 'hour'],
      limit: WEEKDAYS.length * HOURS,
      ...(filters && { filters }),
    }),
  )
  const { data } = asked
  if (asked.isError && !data) return <ChartFailed asked={asked} />
  if (!data) return <div style={{ minHeight: 320 }} data-waiting />
  if (data.content.length === 0) return null
  const counts = new Map(data.content.map((row) => [`${row.weekday} ${row.hour}`, row.count]))
  const countAt = (row: number, hour: number) => counts.get(`${row + 1} ${hour}`) ?? 0
  const hourOf = (hour: number) => word('hour', { hour: String(hour) })
  const names = WEEKDAYS.map((weekday) => t(`weekdays.${weekday}`))
  const points = names.flatMap((weekday, row) =>
    Array.from({ length: HOURS }, (_, hour) => ({ label: `${weekday} ${hourOf(hour)}`, values: [format.count(countAt(row, hour))] })),
  )
  const most = data.content.reduce((best, row) => (row.count > best.count ? row : best))
  return (
    <Chart
      title={t('hours')}
      sentence={t('hours_sentence', { weekday: names[(most.weekday ?? 1) - 1] ?? '', hour: hourOf(most.hour ?? 0) })}
      head={[field('time'), field('sale_count')]}
      points={points}
    >
      {(at) => <HeatMap rows={names} hour={hourOf} valueAt={countAt} at={at} />}
    </Chart>
  )
}
