// The sales of thirty days as bars, and on request as a table.

import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { parts } from '../../../../contract/kit/cents.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import * as format from '../../../kit/base/format.ts'
import styles from './customers.module.css'

const WIDTH = 600
const HEIGHT = 96
const DAY_MS = 24 * 60 * 60_000

export function DayStrip({ days }: { days: readonly Money[] }) {
  const t = useTranslations('customers.strip')
  const word = useTranslations('words')
  const [asTable, setAsTable] = useState(false)
  const shown = parts(days)
  const total = shown.reduce((sum, day) => sum + day, 0)
  const today = new Date()
  const dated = shown.map((amount, i) => ({ amount, day: format.date(new Date(today.getTime() - (days.length - 1 - i) * DAY_MS)) }))
  const best = dated.reduce((most, one) => (one.amount > most.amount ? one : most), { amount: 0, day: '–' })
  const step = WIDTH / Math.max(days.length, 1)
  const heightOf = (amount: Money) => (amount / Math.max(best.amount, 1)) * (HEIGHT - 8)
  return (
    <section className="card stack">
      <div className="row">
        <h2>{word('last_30_days')}</h2>
        <span className="muted">{format.money(total)}</span>
        <Button className="push" size="xs" variant="default" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
          {asTable ? t('as_chart') : t('as_table')}
        </Button>
      </div>
      {total === 0 && <p className="muted">{t('nothing')}</p>}
      {total > 0 && !asTable && (
        <svg
          width="100%"
          height={96}
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={t('sentence', { total: format.money(total), best: format.money(best.amount), day: best.day })}
        >
          <line stroke="var(--border-strong)" x1="0" x2={WIDTH} y1={HEIGHT - 1} y2={HEIGHT - 1} />
          {dated.map(({ amount, day }, i) => (
            <rect key={day} fill="var(--accent)" x={i * step + 2} width={step - 4} y={HEIGHT - 1 - heightOf(amount)} height={heightOf(amount)}>
              <title>{`${day}: ${format.money(amount)}`}</title>
            </rect>
          ))}
        </svg>
      )}
      {total > 0 && asTable && (
        <table className={`plain roomy breaks ${styles.compare}`}>
          <tbody>
            {dated.toReversed().map(({ amount, day }) => (
              <tr key={day}>
                <th scope="row">{day}</th>
                <td className="number">{format.money(amount)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  )
}
