// Compares two periods: bars for the largest losses and gains, to both sides of zero, ordered by size.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Input, type Output, query } from '../base/api.ts'
import * as format from '../base/format.ts'
import { centsOf } from '../page/field-format.tsx'
import { Bars } from './Bars.tsx'
import { Chart } from './Chart.tsx'

type Row = Output<'salesByGroup'>['content'][number]
/** The most losses, and the most gains, that are shown. */
const MOST = 5

export default function Differences({ asked, nameOf }: { asked: Partial<Input<'salesByGroup'>>; nameOf: (row: Row) => string }) {
  const t = useTranslations('charts')
  const field = useTranslations('fields')
  const lost = useQuery(query('salesByGroup', { ...asked, sort: 'difference', limit: MOST }))
  const gained = useQuery(query('salesByGroup', { ...asked, sort: '-difference', limit: MOST }))
  const [losses, gains] = [lost.data, gained.data]
  const asking = [lost, gained].find(({ isError, data }) => isError && !data) ?? (losses ? gained : lost)
  const others = (gains?.content ?? []).filter(({ row_id }) => losses?.content.every((row) => row.row_id !== row_id))
  // The largest difference comes first, whether it is a loss or a gain.
  const rows = losses && gains ? [...losses.content, ...others].sort((a, b) => Math.abs(b.difference ?? 0) - Math.abs(a.difference ?? 0)) : []
  const bars = rows.map((row) => ({ label: nameOf(row), value: row.difference ?? 0, told: format.money(centsOf(row, 'difference') ?? row.difference ?? 0) }))
  const [first] = bars
  return (
    <Chart
      title={t('differences')}
      asked={asking}
      content={
        first && {
          sentence:
            first.value < 0
              ? t('differences_sentence', { name: first.label, least: first.told })
              : t('differences_gain', { name: first.label, most: first.told }),
          head: [field('name'), field('difference')],
          points: bars.map(({ label, told }) => ({ label, values: [told] })),
          draw: (at, read) => <Bars bars={bars} at={at} read={read} />,
        }
      }
    />
  )
}
