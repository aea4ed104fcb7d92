// How well each supplier answered, hour by hour. The height of a bar is the number of requests, and the height of its front part is the number of answered
// requests. Beside the bars is the time that slow answers took.
import { useTranslations } from 'use-intl'
import type { Output } from '../../../kit/base/api.ts'
import * as format from '../../../kit/base/format.ts'
import styles from './live-orders.module.css'

type Strip = Output<'exchangesList'>['strips'][number]

const [WIDTH, HEIGHT, HOURS] = [240, 40, 24]
const STEP = WIDTH / HOURS
const HOUR_MS = 3_600_000

export function Strips({ strips }: { strips: readonly Strip[] }) {
  const t = useTranslations('connections.log')
  if (strips.length === 0) return null
  return (
    <section className="card stack" aria-label={t('weather')}>
      <h2>{t('weather')}</h2>
      {strips.map((strip) => (
        <div key={strip.connection_id} className="split gap-16" style={{ '--columns': 'repeat(2, minmax(0, 200px)) minmax(0, 1fr)' }}>
          <Bars hours={strip.hours} caption={t('outcomes.answer')} of={({ asked, answered }) => [asked, answered]} />
          <Bars hours={strip.hours} caption={t('duration')} of={({ slow_ms }) => [0, slow_ms]} />
          <p>
            {t('strip', {
              company: strip.company,
              answered: format.count(strip.answered),
              asked: format.count(strip.asked),
              ms: format.count(strip.slow_ms),
            })}
          </p>
        </div>
      ))}
    </section>
  )
}

type Hour = Strip['hours'][number]
/** `of`: returns two figures of an hour: for the bar behind (0 draws none) and for the bar in front of it. */
type BarsProps = { hours: readonly Hour[]; caption: string; of: (hour: Hour) => readonly [number, number] }

/** The text beside the bars gives the figures of all hours together, so the bars are hidden from screen readers. */
function Bars({ hours, caption, of }: BarsProps) {
  const most = Math.max(1, ...hours.flatMap(of))
  const now = Date.now()
  return (
    <div aria-hidden>
      <svg className={styles.strip} width="100%" height={40} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
        {hours.map((hour) => {
          const x = WIDTH - STEP * (1 + Math.min(HOURS - 1, Math.floor((now - Date.parse(hour.at)) / HOUR_MS)))
          const [whole, good] = of(hour).map((n) => (n / most) * HEIGHT) as [number, number]
          return (
            <g key={hour.at}>
              <rect fill="var(--danger-solid)" x={x + 1} width={STEP - 2} y={HEIGHT - whole} height={whole} />
              <rect fill="var(--success-text)" x={x + 1} width={STEP - 2} y={HEIGHT - good} height={good} />
            </g>
          )
        })}
      </svg>
      <span className="muted small">{caption}</span>
    </div>
  )
}
