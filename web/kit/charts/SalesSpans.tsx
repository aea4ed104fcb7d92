// The sales of yesterday, of 7 and of 30 days, each with its margin and compared with the same number of days before. The amount sold links to the report over
// the same days.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { accountRole } from '../../../contract/kit/access.ts'
import { marginOf } from '../../../contract/kit/cents.ts'
import { spans as lengths } from '../../../contract/sales/sales-reports.ts'
import { type Output, query, useUser } from '../base/api.ts'
import * as format from '../base/format.ts'
import { Change } from '../page/Change.tsx'
import { InnerLink } from '../page/InnerLink.tsx'
import { ChartFailed, SpansPlace } from './ChartFailed.tsx'
import styles from './charts.module.css'
import { Spark } from './Spark.tsx'

type Answer = Output<'salesSpans'>
type Span = Answer['spans'][number]

/** Figures of past days hardly change, because a refund counts on the day of the refund. So they are read again only every five minutes. */
const REFRESH_MS = 5 * 60_000

/** `customer_id`: shows the sales of this customer alone. */
export default function SalesSpans({ customer_id }: { customer_id?: string }) {
  const t = useTranslations('charts.spans')
  const asked = useQuery({ ...query('salesSpans', { customer_id }), refetchInterval: REFRESH_MS })
  if (asked.isError && !asked.data) return <ChartFailed asked={asked} />
  if (!asked.data) return <SpansPlace />
  const { spans, days } = asked.data
  return (
    <section className="columns" aria-label={t('title')}>
      {spans.map((span) => (
        <OneSpan key={span.name} span={span} days={days} customer_id={customer_id} />
      ))}
    </section>
  )
}

type Props = { span: Span; days: Answer['days']; customer_id: string | undefined }

function OneSpan({ span: { name, date_from, date_to, now, before }, days, customer_id }: Props) {
  const t = useTranslations('charts.spans')
  const field = useTranslations('fields')
  const word = useTranslations('words')
  const role = useUser().account_role
  // Nobody pays the platform for a reseller's goods, so the platform sees sales by face value.
  const isPlatform = role === accountRole.superadmin
  const amountOf = (of: { face_total: number; sold_total: number }) => (isPlatform ? of.face_total : of.sold_total)
  const title = name === 'yesterday' ? word('yesterday') : word('days', { days: format.count(lengths[name]) })
  const period = new URLSearchParams({
    period: 'custom',
    ...{ from: date_from, to: date_to },
    compare: 'before',
    ...(customer_id && { customer_id }),
  })
  return (
    <div className={`card stack gap-4 ${styles.span}`}>
      <span className="muted">{isPlatform ? `${title} · ${field('face_total')}` : title}</span>
      <b className="figure">
        <InnerLink
          to={`${role === accountRole.seller ? '/seller/sales' : '/reports-sales-new'}?${period}`}
          label={`${format.money(amountOf(now))} · ${t('report', { span: title })}`}
        >
          {format.money(amountOf(now))}
        </InnerLink>
      </b>
      <div className="row" style={{ gap: '4px 8px', minHeight: 24 }}>
        <Change now={amountOf(now)} then={amountOf(before)} same={t('same')} />
        <span className="muted">{t('before', { amount: format.money(amountOf(before)) })}</span>
      </div>
      {!isPlatform && <Margin of={now} />}
      <span className="muted">{t('count', { n: now.count, count: format.count(now.count) })}</span>
      <Spark label={title} days={days.map((day) => ({ day: day.day, amount: amountOf(day) }))} from={date_from} />
    </div>
  )
}

/** The margin; nothing for people who may not see discounts. */
function Margin({ of: { margin_total, sold_total } }: { of: Span['now'] }) {
  const t = useTranslations('charts.spans')
  const wordOf = useTranslations('words')
  if (margin_total === null) return null
  const amount = format.money(marginOf(sold_total, margin_total))
  const share = sold_total > 0 ? format.percent(Math.round((margin_total / sold_total) * 10_000)) : undefined
  return <span className={margin_total < 0 ? 'negative' : undefined}>{share ? t('margin_share', { amount, share }) : wordOf('margin_of', { amount })}</span>
}
