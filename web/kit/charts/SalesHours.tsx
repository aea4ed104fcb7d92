// The chart that shows when sales are made, by days of the week and hours of the day.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { type Input, query } from '../base/api.ts'
import * as format from '../base/format.ts'
import { Chart } from './Chart.tsx'
import type { Span } from './days.ts'
import { HeatMap } from './HeatMap.tsx'

const WEEKDAYS = ['1', '2', '3', '4', '5', '6', '7'] as const
const HOURS = 24

type Props = { span: Span; filters?: Input<'salesByGroup'>['filters']; choice?: ReactNode }

export function SalesHours({ span, filters, choice }: Props) {
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
  const rows = data?.content ?? []
  const counts = new Map(rows.map((row) => [`${row.weekday} ${row.hour}`, row.count]))
  const countAt = (row: number, hour: number) => counts.get(`${row + 1} ${hour}`) ?? 0
  const hourOf = (hour: number) => word('hour', { hour: String(hour) })
  const names = WEEKDAYS.map((weekday) => t(`weekdays.${weekday}`))
  const points = names.flatMap((weekday, row) =>
    Array.from({ length: HOURS }, (_, hour) => ({ label: `${weekday} ${hourOf(hour)}`, values: [format.count(countAt(row, hour))] })),
  )
  const [first] = rows
  const most = first && rows.reduce((best, row) => (row.count > best.count ? row : best), first)
  return (
    <Chart
      title={t('hours')}
      asked={asked}
      choice={choice}
      vanishes={!choice}
      content={
        most && {
          sentence: t('hours_sentence', { weekday: names[(most.weekday ?? 1) - 1] ?? '', hour: hourOf(most.hour ?? 0) }),
          head: [field('time'), field('sale_count')],
          points,
          draw: (at, read) => <HeatMap rows={names} hour={hourOf} valueAt={countAt} at={at} read={read} />,
        }
      }
    />
  )
}
