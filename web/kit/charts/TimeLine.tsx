// Lines over days, drawn by uPlot in the theme's colours. Amounts in euros are at the left, days in the user's language below.
import { useElementSize } from '@mantine/hooks'
import { useEffect, useEffectEvent, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import { useLanguage } from '../base/language.tsx'
import { amountOnAxis, dayOnAxis } from './axis.ts'
import type { Look, Read } from './Chart.tsx'

const HEIGHT = 240
const DAY_S = 86_400
/** The approximate width of a digit, and the gap between a figure and the lines, in pixels. */
const [DIGIT, GAP] = [7, 14]
/** The least distance between two days written on the axis, in pixels. */
const DAY_SPACE = 72

/** A line of the chart. `values`: one for each day, in euros; null for a day without a value. */
export type Line = { label: string; values: readonly (number | null)[]; look: Look }
type Props = { days: readonly string[]; lines: readonly Line[]; at: number | undefined; read: Read }

const paints = { main: '--accent', second: '--text-muted', before: '--border-strong' } as const satisfies Record<Look, string>

const paint = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || getComputedStyle(document.body).getPropertyValue(name)
/** Days are drawn at noon, so that no time zone moves them to another day. */
const secondsOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000
const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10)

function optionsOf({ days, lines }: Pick<Props, 'days' | 'lines'>, width: number, language: string, moved: Read): UPlot.Options {
  const axis = { stroke: () => paint('--text-muted'), grid: { stroke: () => paint('--border'), width: 1 }, ticks: { show: false } }
  return {
    width,
    height: HEIGHT,
    legend: { show: false },
    cursor: { drag: { x: false, y: false }, y: false },
    hooks: { setCursor: [({ cursor }) => moved(cursor.idx ?? undefined)] },
    scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(low, 0), Math.max(high, 1)] } },
    axes: [
      {
        ...axis,
        size: 30,
        space: DAY_SPACE,
        values: (_, splits) => splits.map((split) => dayOnAxis(dayOf(split), language)),
        incrs: [1, 2, 3, 5, 7, 14, 28, 56].map((n) => n * DAY_S),
      },
      {
        ...axis,
        size: (_, values) => GAP + DIGIT * Math.max(3, ...(values ?? []).map(({ length }) => length)),
        values: (_, splits) => splits.map(amountOnAxis),
      },
    ],
    series: [
      {},
      ...lines.map(({ label, look }) => ({
        label,
        stroke: () => paint(paints[look]),
        width: look === 'second' ? 1 : 2,
        ...(look === 'before' && { dash: [6, 4] }),
        points: { show: days.length < 2 },
      })),
    ],
  }
}

export default function TimeLine({ days, lines, at, read }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const language = useLanguage()
  const plot = useRef<UPlot>(undefined)
  const place = useRef<HTMLDivElement>(null)
  const moved = useEffectEvent(read)
  useEffect(() => {
    if (!place.current || width === 0) return
    const options = optionsOf({ days, lines }, width, language, (to) => moved(to))
    const drawn = new UPlot(options, [days.map(secondsOf), ...lines.map(({ values }) => [...values])], place.current)
    plot.current = drawn
    // When the theme or the colour mode changes, redrawing reads the new colours.
    const looks = new MutationObserver(() => drawn.redraw(false))
    looks.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mode', 'data-template'] })
    return () => {
      looks.disconnect()
      drawn.destroy()
    }
  }, [days, lines, width, language])
  useEffect(() => {
    const drawn = plot.current
    if (!drawn || (drawn.cursor.idx ?? undefined) === at) return
    const day = at === undefined ? undefined : days[at]
    drawn.setCursor(day ? { left: drawn.valToPos(secondsOf(day), 'x'), top: 0 } : { left: -10, top: -10 })
  }, [at, days])
  return (
    <div ref={ref}>
      <div ref={place} style={{ height: HEIGHT }} />
    </div>
  )
}
