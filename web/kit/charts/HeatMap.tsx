// A chart of hours of the day by days of the week: the higher the figure, the stronger the colour. The exact figures are in the table and are read out by
// screen readers.
import { useElementSize } from '@mantine/hooks'
import type { Read } from './Chart.tsx'
import styles from './charts.module.css'

const HOURS = 24
const NAMES = 44
const HEAD = 18
const ROW = 31

type Props = { rows: readonly string[]; hour: (hour: number) => string; valueAt: (row: number, hour: number) => number; at: number | undefined; read: Read }

export function HeatMap({ rows, hour, valueAt, at, read }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const step = Math.max((width - NAMES) / HOURS, 4)
  const most = Math.max(1, ...rows.flatMap((_, row) => Array.from({ length: HOURS }, (__, i) => valueAt(row, i))))
  const height = HEAD + rows.length * ROW
  return (
    <div ref={ref}>
      {width > 0 && (
        <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden onPointerLeave={() => read(undefined)}>
          {[0, 6, 12, 18].map((i) => (
            <text key={i} className={`small ${styles.name}`} x={NAMES + i * step} y={12}>
              {hour(i)}
            </text>
          ))}
          {rows.map((name, row) => (
            <g key={name}>
              <text className={`small ${styles.name}`} x={0} y={HEAD + row * ROW + 20}>
                {name}
              </text>
              {Array.from({ length: HOURS }, (_, i) => (
                <rect
                  // biome-ignore lint/suspicious/noArrayIndexKey: the index is the hour
                  key={i}
                  className={styles.cell}
                  onPointerEnter={() => read(row * HOURS + i)}
                  data-read={row * HOURS + i === at || undefined}
                  x={NAMES + i * step + 1}
                  y={HEAD + row * ROW + 1}
                  width={Math.max(step - 2, 2)}
                  height={ROW - 2}
                  rx={2}
                  fillOpacity={0.06 + 0.94 * (Math.max(valueAt(row, i), 0) / most)}
                />
              ))}
            </g>
          ))}
        </svg>
      )}
    </div>
  )
}
