// The last days' sales as bars, as high as each day's share of the best one. The sentence beside it says the same to a screen reader.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import styles from './platform.module.css'

const [WIDTH, HEIGHT] = [112, 28]

export function Trend({ days }: { days: readonly { day: string; face_total: number }[] }) {
  const t = useTranslations('platform')
  const most = Math.max(1, ...days.map(({ face_total }) => face_total))
  const step = WIDTH / days.length
  const best = days.find(({ face_total }) => face_total === most)
  const sum = format.money(days.reduce((total, { face_total }) => total + face_total, 0))
  const text = best ? t('trend_text', { amount: sum, day: format.day(best.day), most: format.money(best.face_total) }) : t('trend_none')
  return (
    <svg className={styles.trend} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={text}>
      <title>{text}</title>
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {days.map(({ day, face_total }, i) => {
        const height = (Math.max(face_total, 0) / most) * (HEIGHT - 2)
        return <rect key={day} data-today={i === days.length - 1 || undefined} x={i * step + 1} width={step - 2} y={HEIGHT - 1 - height} height={height} />
      })}
    </svg>
  )
}
