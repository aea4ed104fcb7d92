// The products or customers with the highest sales of a period, as bars from zero.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { type Input, query, useUser } from '../base/api.ts'
import * as format from '../base/format.ts'
import type { Row } from '../base/list-state.ts'
import { centsOf } from '../page/field-format.tsx'
import { Bars } from './Bars.tsx'
import { Chart } from './Chart.tsx'
import type { Span } from './days.ts'

const MOST = 10

type Props = { span: Span; by: 'product' | 'customer'; filters?: Input<'salesByGroup'>['filters']; title?: string; most?: number; choice?: ReactNode }

export default function TopSales({ span, by, filters, title, most = MOST, choice }: Props) {
  const t = useTranslations('charts')
  const field = useTranslations('fields')
  const isPlatform = useUser().account_role === accountRole.superadmin
  // Nobody pays the platform for a reseller's goods, so the platform sees sales by face value.
  const amountOf = (row: Row<'salesByGroup'>) => (isPlatform ? row.face_total : row.total_sale_amount)
  const names = isPlatform ? { product: t('top_products'), customer: t('top_resellers') } : { product: t('top_products'), customer: t('top_customers') }
  const asked = useQuery(
    query('salesByGroup', {
      date_from: span.from,
      date_to: span.to,
      group_by: [by],
      limit: most,
      ...(isPlatform && { sort: '-face_total' }),
      ...(filters && { filters }),
    }),
  )
  const bars = (asked.data?.content ?? []).map((row) => ({
    label: (by === 'product' ? row.product_name : row.customer_name) ?? '–',
    value: amountOf(row),
    told: format.money(centsOf(row, isPlatform ? 'face_total' : 'total_sale_amount') ?? amountOf(row)),
  }))
  const [first] = bars
  return (
    <Chart
      title={title ?? names[by]}
      asked={asked}
      choice={choice}
      vanishes={!choice}
      content={
        first && {
          sentence: t('top_sentence', { name: first.label, most: first.told }),
          head: [field(by), isPlatform ? field('face_total') : field('sold_total')],
          points: bars.map(({ label, told }) => ({ label, values: [told] })),
          draw: (at, read) => <Bars bars={bars} at={at} read={read} />,
        }
      }
    />
  )
}
