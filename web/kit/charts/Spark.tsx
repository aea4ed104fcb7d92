// Amounts of consecutive days as small bars, each drawn relative to the highest. The bars from the day `from` on are highlighted.
import styles from './spans.module.css'

const [WIDTH, HEIGHT] = [180, 36]

/** `label`: the text that a screen reader reads and a tooltip shows. */
type Props = { days: readonly { day: string; amount: number }[]; from: string; label: string; className?: string | undefined }

export function Spark({ days, from, label, className = '' }: Props) {
  const most = Math.max(1, ...days.map(({ amount }) => amount))
  const step = WIDTH / days.length
  return (
    <svg className={`full ${styles.spark} ${className}`} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <title>{label}</title>
      <line x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      {days.map(({ day, amount }, i) => {
        const height = (Math.max(amount, 0) / most) * (HEIGHT - 2)
        return <rect key={day} data-in={day >= from || undefined} x={i * step + 0.75} width={step - 1.5} y={HEIGHT - 1 - height} height={height} />
      })}
    </svg>
  )
}
