// Horizontal bars with their names and figures. A bar begins at zero or at its own `from`, such as the end of the bar before it. Positive values extend to the
// right, negative values to the left.
import { useElementSize } from '@mantine/hooks'
import { truncated } from '../base/format.ts'
import type { Read } from './Chart.tsx'
import styles from './charts.module.css'

/** A bar. `told`: its figure as text; `from`: the value at which it begins, if that is not zero. */
export type Bar = { label: string; value: number; told: string; from?: number }

/** The greatest height of one bar's row, and the height of all rows together, in pixels. */
const [ROW_MOST, HEIGHT] = [44, 240]
const FIGURE = 104
/** The approximate width of a letter, in pixels. */
const LETTER = 7.2

export function Bars({ bars, at, read }: { bars: readonly Bar[]; at: number | undefined; read: Read }) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const row = Math.min(ROW_MOST, HEIGHT / bars.length)
  const names = Math.min(220, width * 0.36)
  const room = Math.max(width - names - FIGURE, 20)
  const ends = bars.flatMap(({ from = 0, value }) => [from, from + value])
  const low = Math.min(0, ...ends)
  const scale = room / Math.max(Math.max(0, ...ends) - low, 1)
  const barHeight = Math.min(row * 0.54, 20)
  const zero = names - low * scale
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} aria-hidden onPointerLeave={() => read(undefined)}>
          {bars.map(({ label, value, told, from = 0 }, i) => (
            <g key={label} data-read={i === at || undefined} className={styles.bar} onPointerEnter={() => read(i)}>
              {/* The pointer may be anywhere on a bar's row, not only on the bar itself. */}
              <rect fill="transparent" x={0} y={i * row} width={width} height={row} />
              <text className={`small ${styles.name}`} x={0} y={i * row + row / 2 + 5}>
                <title>{label}</title>
                {truncated(label, Math.floor(names / LETTER))}
              </text>
              <rect
                className={value < 0 ? styles.loss : styles.gain}
                x={zero + Math.min(from, from + value) * scale}
                y={i * row + row / 2 - barHeight / 2}
                width={Math.max(Math.abs(value) * scale, 1)}
                height={barHeight}
                rx={2}
              />
              <text className="small" x={width} y={i * row + row / 2 + 5} textAnchor="end">
                {told}
              </text>
            </g>
          ))}
          <line stroke="var(--border-strong)" x1={zero} x2={zero} y1={0} y2={bars.length * row} />
        </svg>
      )}
    </div>
  )
}
