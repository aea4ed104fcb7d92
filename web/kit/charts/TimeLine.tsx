// One or two lines over days, drawn by uPlot in the theme's colours. The second one is grey and dashed.
import { useElementSize } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import UPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import * as format from '../base/format.ts'

const HEIGHT = 240
const DAY_S = 86_400

export type Line = { label: string; values: readonly number[]; isSecond?: true }
type Props = { days: readonly string[]; lines: readonly Line[]; at: number | undefined }

const paint = (name: string) =>
  getComputedStyle(document.documentElement).getPropertyValue(name).trim() || getComputedStyle(document.body).getPropertyValue(name)
/** Days are drawn at noon, so that no time zone moves them to another day. */
const secondsOf = (day: string) => Date.parse(`${day}T12:00:00Z`) / 1000
const shortDay = (seconds: number) => {
  const [, month, day] = new Date(seconds * 1000).toISOString().slice(0, 10).split('-')
  return `${day}.${month}.`
}

export default function TimeLine({ days, lines, at }: Props) {
  const { ref, width } = useElementSize<HTMLDivElement>()
  const plot = useRef<UPlot>(undefined)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (!place.current || width === 0) return
    const axis = { stroke: () => paint('--text-muted'), grid: { stroke: () => paint('--border'), width: 1 }, ticks: { show: false } }
    const drawn = new UPlot(
      {
        width,
        height: HEIGHT,
        legend: { show: false },
        cursor: { drag: { x: false, y: false } },
        scales: { x: { time: false }, y: { range: (_, low, high) => [Math.min(low, 0), Math.max(high, 1)] } },
        axes: [
          { ...axis, size: 30, values: (_, splits) => splits.map(shortDay), incrs: [1, 2, 7, 14, 28, 56].map((n) => n * DAY_S) },
          { ...axis, size: 64, values: (_, splits) => splits.map((value) => format.short(value)) },
        ],
        series: [
          {},
          ...lines.map(({ label, isSecond }) => ({
            label,
            stroke: () => paint(isSecond ? '--border-strong' : '--accent'),
            width: 2,
            ...(isSecond && { dash: [6, 4] }),
            points: { show: days.length < 2 },
          })),
        ],
      },
      [days.map(secondsOf), ...lines.map(({ values }) => [...values])],
      place.current,
    )
    plot.current = drawn
    // When theme or mode change, the colours are read again while drawing.
    const looks = new MutationObserver(() => drawn.redraw(false))
    looks.observe(document.documentElement, { attributes: true, attributeFilter: ['data-mode', 'data-template'] })
    return () => {
      looks.disconnect()
      drawn.destroy()
    }
  }, [days, lines, width])
  useEffect(() => {
    const day = at === undefined ? undefined : days[at]
    if (day && plot.current) plot.current.setCursor({ left: plot.current.valToPos(secondsOf(day), 'x'), top: 0 })
  }, [at, days])
  return (
    <div ref={ref}>
      <div ref={place} style={{ height: HEIGHT }} />
    </div>
  )
}
