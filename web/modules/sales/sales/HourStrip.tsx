// Sales by hour of the day, with today in front of yesterday, and on request the same figures as a table.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import styles from './dashboard.module.css'
import type { Sales } from './SalesToday.tsx'

const WIDTH = 480
const HEIGHT = 150
const FLOOR = 120
const STEP = WIDTH / 24
const LABELLED = [0, 6, 12, 18]

export function HourStrip({ sales, as_of }: { sales: Sales; as_of: string }) {
  const t = useTranslations('sales.dashboard')
  const word = useTranslations('words')
  const [asTable, setAsTable] = useState(false)
  return (
    <section className={`card stack ${styles.wide}`}>
      <div className="row">
        <h2>{t('by_hour')}</h2>
        <Button className="push" size="xs" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? word('show_chart') : word('show_table')}
        </Button>
      </div>
      {asTable ? <HourTable hours={sales.hours} /> : <HourChart sales={sales} as_of={as_of} />}
    </section>
  )
}

function HourChart({ sales: { hours, today, yesterday }, as_of }: { sales: Sales; as_of: string }) {
  const t = useTranslations('sales.dashboard')
  const word = useTranslations('words')
  const most = Math.max(1, ...hours.map((hour) => Math.max(hour.today, hour.yesterday)))
  const heightOf = (sales: number) => (sales / most) * (FLOOR - 16)
  const sentence = t('by_hour_sentence', { today: format.count(today.count), yesterday: format.count(yesterday.count), time: format.time(as_of) })
  return (
    <>
      <svg className={styles.strip} width="100%" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={sentence}>
        <line stroke="var(--border-strong)" x1="0" x2={WIDTH} y1={FLOOR} y2={FLOOR} />
        {hours.map(({ hour, today: now, yesterday: then }) => (
          <g key={hour}>
            <rect
              fill="none"
              stroke="var(--border-strong)"
              strokeDasharray="3 2"
              x={hour * STEP + 2}
              width={STEP - 4}
              y={FLOOR - heightOf(then)}
              height={heightOf(then)}
            />
            <rect fill="var(--accent)" x={hour * STEP + 5} width={STEP - 10} y={FLOOR - heightOf(now)} height={heightOf(now)} rx="1.5" />
          </g>
        ))}
        {LABELLED.map((hour) => (
          <text key={hour} className={styles.hour} x={hour * STEP + 2} y={HEIGHT - 12}>
            {word('hour', { hour: String(hour) })}
          </text>
        ))}
      </svg>
      <div className={`row muted ${styles.legend}`} style={{ gap: 16 }} aria-hidden>
        <span className="row gap-8" data-kind="now">
          {word('today')}
        </span>
        <span className="row gap-8" data-kind="then">
          {word('yesterday')}
        </span>
      </div>
    </>
  )
}

function HourTable({ hours }: Pick<Sales, 'hours'>) {
  const field = useTranslations('fields')
  const word = useTranslations('words')
  return (
    <table className="plain">
      <thead>
        <tr>
          <th scope="col">{field('hour_of_day')}</th>
          <th scope="col" className="number">
            {word('today')}
          </th>
          <th scope="col" className="number">
            {word('yesterday')}
          </th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ hour, today, yesterday }) => (
          <tr key={hour}>
            <th scope="row">{word('hour', { hour: String(hour) })}</th>
            <td className="number">{format.count(today)}</td>
            <td className="number">{format.count(yesterday)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
