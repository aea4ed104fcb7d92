// A line chart of sales and margin per day. A period of comparison is a second line over the same axis, shifted so that both periods begin at the left.
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { EURO } from '../../../contract/kit/money.ts'
import { type Input, type Output, query, useUser } from '../base/api.ts'
import * as format from '../base/format.ts'
import { centsOf } from '../page/field-format.tsx'
import { Chart } from './Chart.tsx'
import { daysOf, rangeOf, type Span, salesPerDay } from './days.ts'
import TimeLine, { type Line } from './TimeLine.tsx'

type Filters = Input<'salesByGroup'>['filters']
type Row = Output<'salesByGroup'>['content'][number]
type Props = { span: Span; compared?: Span | undefined; filters?: Filters; choice?: ReactNode }
type Amount = 'face_total' | 'total_sale_amount' | 'margin_total'
/** A line of the chart: `amount` names the amount that it shows, `rows` are the days. */
type Shown = Omit<Line, 'values'> & { amount: Amount; rows: readonly (Row | undefined)[] }

const NO_SPAN: Span = { from: '', to: '' }

export function SalesOverTime({ span, compared, filters, choice }: Props) {
  const t = useTranslations('charts')
  const field = useTranslations('fields')
  const asked = useDays(span, filters)
  const other = useDays(compared, filters)
  const { data } = asked
  const isPlatform = useUser().account_role === accountRole.superadmin
  const amount = isPlatform ? 'face_total' : 'total_sale_amount'
  const days = useDaysOf(span)
  const daysBefore = useDaysOf(compared)
  const hasMargin = !isPlatform && data?.totals.margin_total !== null
  const range = compared && rangeOf(compared)
  const shown = useMemo<readonly Shown[]>(() => {
    const label = isPlatform ? field('face_total') : field('sold_total')
    const rows = days.map((day) => asked.byDay.get(day))
    return [
      { label, look: 'main', amount, rows },
      ...(range ? [{ label: `${label} ${range}`, look: 'before' as const, amount, rows: daysBefore.map((day) => other.byDay.get(day)) } satisfies Shown] : []),
      ...(hasMargin ? [{ label: field('margin'), look: 'second' as const, amount: 'margin_total' as const, rows }] : []),
    ]
  }, [days, daysBefore, asked.byDay, other.byDay, range, hasMargin, isPlatform, amount, field])
  const lines = useMemo(() => shown.map((line): Line => ({ ...line, values: days.map((_, i) => eurosOf(line, i)) })), [shown, days])
  const [first] = data?.content ?? []
  const best = first && data?.content.reduce((most, row) => (row[amount] > most[amount] ? row : most), first)
  return (
    <Chart
      title={isPlatform ? t('face_over_time') : t('over_time')}
      asked={asked}
      choice={choice}
      vanishes={!choice}
      content={
        data &&
        best && {
          sentence: t('over_time_sentence', {
            total: format.money(data.totals[amount]),
            day: format.day(best.day ?? span.from),
            most: format.money(centsOf(best, amount) ?? best[amount]),
          }),
          head: [field('day'), ...shown.map(({ label }) => label)],
          looks: shown.map(({ look }) => look),
          points: days.map((day, i) => ({ label: format.day(day), values: shown.map((line) => told(line, i)) })),
          draw: (at, read) => <TimeLine days={days} lines={lines} at={at} read={read} />,
        }
      }
    />
  )
}

const NO_DAYS: readonly string[] = []

/** Returns the days of a span. While the span stays the same it returns the same array, so that the chart is not drawn again. */
function useDaysOf(span: Span | undefined): readonly string[] {
  const [from, to] = [span?.from, span?.to]
  return useMemo(() => (from && to ? daysOf({ from, to }) : NO_DAYS), [from, to])
}

/** The amount of the i-th day in euros; null if the period has fewer days. */
const eurosOf = ({ rows, amount }: Shown, i: number) => (i < rows.length ? (rows[i]?.[amount] ?? 0) / EURO : null)

function told({ rows, amount }: Shown, i: number): string {
  const row = rows[i]
  return i < rows.length ? format.money((row && centsOf(row, amount)) ?? row?.[amount] ?? 0) : '–'
}

function useDays(span: Span | undefined, filters: Filters) {
  const asked = useQuery({
    ...query('salesByGroup', salesPerDay(span ?? NO_SPAN, filters)),
    enabled: span !== undefined,
  })
  const byDay = useMemo(() => new Map((asked.data?.content ?? []).map((row) => [row.day, row])), [asked.data])
  return { ...asked, byDay }
}
