// Bars side by side with their names and figures: from zero to the right, or to both sides of it.
import { useElementSize } from '@mantine/hooks'
import { truncated } from '../../kit/base/format.ts'
import styles from './charts.module.css'

export type Bar = { label: string; value: number; told: string }

const ROW = 30
const FIGURE = 104
/** A letter is about this wide. */
const LETTER = 7.2

export function Bars({ bars, at }: { bars: readonly Bar[]; at: number | undefined }) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const names = Math.min(220, width * 0.36)
  const room = Math.max(width - names - FIGURE, 20)
  const most = Math.max(1, ...bars.map(({ value }) => Math.abs(value)))
  const hasLoss = bars.some(({ value }) => value < 0)
  const zero = names + (hasLoss ? room / 2 : 0)
  const lengthOf = (value: number) => (Math.abs(value) / most) * (hasLoss ? room / 2 : room)
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg width={width} height={bars.length * ROW} viewBox={`0 0 ${width} ${bars.length * ROW}`} aria-hidden>
          {bars.map(({ label, value, told }, i) => (
            <g key={label} data-read={i === at || undefined} className={styles.bar}>
              <text className={styles.name} x={0} y={i * ROW + 20}>
                <title>{label}</title>
                {truncated(label, Math.floor(names / LETTER))}
              </text>
              <rect
                className={value < 0 ? styles.loss : styles.gain}
                x={value < 0 ? zero - lengthOf(value) : zero}
                y={i * ROW + 8}
                width={Math.max(lengthOf(value), 1)}
                height={ROW - 14}
                rx={2}
              />
              <text className={styles.figure} x={width} y={i * ROW + 20} textAnchor="end">
                {told}
              </text>
            </g>
          ))}
          <line className={styles.zero} x1={zero} x2={zero} y1={0} y2={bars.length * ROW} />
        </svg>
      )}
    </div>
  )
}
