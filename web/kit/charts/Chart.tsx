// The shape of every chart: a drawing whose points are read out by pointer and arrow keys, a legend, a sentence that sums up the chart, the same data as a
// table, and a picture to save. Its height stays the same while its answer is loading and if there is nothing to draw.
// <Chart title={…} asked={query} content={{ sentence, head, points, draw: (at, read) => <svg …/> }} />
import { Button } from '@mantine/core'
import { type ReactNode, useId, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Failed } from '../page/Empty.tsx'
import styles from './charts.module.css'
import { savePicture } from './picture.ts'

export type Point = { label: string; values: readonly string[] }
/** The look of a line. `main`: the chart's main figure; `second`: a second figure; `before`: the main figure in the period with which it is compared. */
export type Look = 'main' | 'second' | 'before'
/** Makes the chart read out the point with this index; undefined ends the reading. */
export type Read = (at: number | undefined) => void

export type Content = {
  /** A sentence that sums the chart up for people who cannot see it. */
  sentence: string
  /** The table's headings: first the heading of the points' names, then one for each value of a point. */
  head: readonly string[]
  points: readonly Point[]
  /** The looks of the lines, one for each value of a point; the legend shows them. A chart of bars has no lines, so it needs no looks. */
  looks?: readonly Look[]
  /** Draws the chart. `at`: the index of the point that is being read out; undefined if no point is. */
  draw: (at: number | undefined, read: Read) => ReactNode
}

type Props = {
  title: string
  asked: { data?: unknown; isError: boolean; error: unknown; refetch: () => unknown }
  /** What the chart shows; undefined while it is loading, or if there is nothing to draw. */
  content: Content | undefined
  /** Shown in place of the title: the control to choose another chart. */
  choice?: ReactNode
  /** Whether the chart disappears if there is nothing to draw. On a start page other parts then take its place. */
  vanishes?: boolean
}

export function Chart({ title, asked, content, choice, vanishes = false }: Props) {
  const t = useTranslations('charts')
  const word = useTranslations('words')
  const [isTable, setTable] = useState(false)
  const drawing = useRef<HTMLDivElement>(null)
  const isWaiting = asked.data === undefined && !asked.isError
  if (vanishes && asked.data !== undefined && !content) return null
  return (
    <section className={`card stack gap-8 ${styles.chart}`} aria-label={title} aria-busy={isWaiting} data-chart data-waiting={isWaiting || undefined}>
      <div className={`row ${styles.chartHead}`}>
        <h2 className={choice ? 'hidden-visually' : undefined}>{title}</h2>
        {choice}
        <div className="row gap-4 push no-print">
          {!isTable && (
            <Button size="xs" variant="subtle" disabled={!content} onClick={() => drawing.current && void savePicture(drawing.current, title)}>
              {t('png')}
            </Button>
          )}
          <Button size="xs" variant="subtle" disabled={!content} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? word('show_chart') : word('show_table')}
          </Button>
        </div>
      </div>
      {asked.data === undefined && asked.isError && <Failed error={asked.error} retry={() => asked.refetch()} />}
      {asked.data !== undefined && !content && <p className={`muted centred ${styles.nothing}`}>{t('nothing')}</p>}
      {content && isTable && <PointTable {...content} />}
      {content && !isTable && (
        <div ref={drawing}>
          <Drawing {...content} />
        </div>
      )}
    </section>
  )
}

function Drawing({ sentence, head, points, looks, draw }: Content) {
  const t = useTranslations('charts')
  const [at, setAt] = useState<number>()
  const said = useId()
  const point = at === undefined ? undefined : points[at]
  return (
    <div className="stack gap-8">
      {looks && <Legend looks={looks} names={head.slice(1)} values={point?.values} />}
      <div className={styles.reading}>
        <div className={styles.drawing} role="img" aria-label={sentence}>
          {draw(at, setAt)}
        </div>
        {points.length > 1 && (
          <input
            type="range"
            className={`full ${styles.reader} no-print`}
            min={0}
            max={points.length - 1}
            value={at ?? 0}
            aria-label={t('points')}
            aria-valuetext={points[at ?? 0]?.label ?? ''}
            aria-describedby={said}
            onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
            onFocus={() => setAt((before) => before ?? 0)}
            onBlur={() => setAt(undefined)}
          />
        )}
      </div>
      <p id={said} role="status" className={`muted ${styles.said}`}>
        {point ? [point.label, ...point.values].join(' · ') : sentence}
      </p>
    </div>
  )
}

/** The legend: the look and the name of each line, and its value at the point that is being read out. */
function Legend({ looks, names, values }: { looks: readonly Look[]; names: readonly string[]; values: readonly string[] | undefined }) {
  return (
    <ul className={`sideways nowrap ${styles.legend}`}>
      {looks.map((look, i) => (
        <li key={names[i]} className="row one-line gap-8">
          <svg width="20" height="8" aria-hidden data-look={look}>
            <line x1="0" x2="20" y1="4" y2="4" />
          </svg>
          {names[i]} <b>{values?.[i]}</b>
        </li>
      ))}
    </ul>
  )
}

function PointTable({ head, points }: Pick<Content, 'head' | 'points'>) {
  return (
    <div className={styles.frame}>
      <table className="plain">
        <thead>
          <tr>
            {head.map((text, i) => (
              <th key={text} scope="col" className={i > 0 ? 'number' : undefined}>
                {text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ label, values }) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {values.map((value, i) => (
                <td key={head[i + 1]} className="number">
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
