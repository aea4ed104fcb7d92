// The best products or customers of a span, as bars from zero.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { type Input, query } from '../../kit/base/api.ts'
import * as format from '../../kit/base/format.ts'
import { Bars } from './Bars.tsx'
import { Chart } from './Chart.tsx'
import type { Span } from './days.ts'

const MOST = 10

export function TopSales({ span, by, filters }: { span: Span; by: 'product' | 'customer'; filters?: Input<'salesByGroup'>['filters'] }) {
  const t = useTranslations('charts')
  const { data } = useQuery(query('salesByGroup', { date_from: span.from, date_to: span.to, group_by: [by], limit: MOST, ...(filters && { filters }) }))
  const bars = (data?.content ?? []).map((row) => ({
    label: (by === 'product' ? row.product_name : row.customer_name) ?? '–',
    value: row.total_sale_amount,
    told: format.money(row.total_sale_amount),
  }))
  const [first] = bars
  if (!first) return null
  return (
    <Chart
      title={t(by === 'product' ? 'top_products' : 'top_customers')}
      sentence={t('top_sentence', { name: first.label, most: first.told })}
      head={[t(by), t('sold')]}
      points={bars.map(({ label, told }) => ({ label, values: [told] }))}
    >
      {(at) => <Bars bars={bars} at={at} />}
    </Chart>
  )
}
