// A chart with its additions: a sentence that sums it up, points that the arrow keys read out, the same data as a table, and a picture to save.
// <Chart title={…} sentence={…} head={[…]} points={[{ label, values }]}>{(at) => <svg …/>}</Chart>
import { Button } from '@mantine/core'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import styles from './charts.module.css'
import { savePicture } from './picture.ts'

export type Point = { label: string; values: readonly string[] }
type Props = {
  title: string
  /** The content of the chart, for people who cannot see it. */
  sentence: string
  /** The table's headings: first that of the points' names, then one for each value of a point. */
  head: readonly string[]
  points: readonly Point[]
  /** Draws the chart. `at`: the index of the point that is being read out; undefined: none is. */
  children: (at: number | undefined) => ReactNode
}

export function Chart({ title, sentence, head, points, children }: Props) {
  const t = useTranslations('charts')
  const word = useTranslations('words')
  const [isTable, setTable] = useState(false)
  const [at, setAt] = useState<number>()
  const drawing = useRef<HTMLDivElement>(null)
  const point = at === undefined ? undefined : points[at]
  const said = point ? [point.label, ...point.values].join(' · ') : sentence
  return (
    <section className="card stack">
      <div className="row">
        <h2>{title}</h2>
        <div className="row push no-print">
          {!isTable && (
            <Button size="xs" variant="default" onClick={() => drawing.current && void savePicture(drawing.current, title)}>
              {t('png')}
            </Button>
          )}
          <Button size="xs" variant="default" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            {isTable ? word('show_chart') : word('show_table')}
          </Button>
        </div>
      </div>
      {isTable ? (
        <PointTable head={head} points={points} />
      ) : (
        <>
          <div ref={drawing} className={styles.drawing} role="img" aria-label={sentence}>
            {children(at)}
          </div>
          {points.length > 1 && (
            <input
              type="range"
              className={`${styles.reader} no-print`}
              min={0}
              max={points.length - 1}
              value={at ?? 0}
              aria-label={t('points')}
              aria-valuetext={point ? said : (points[0]?.label ?? '')}
              onChange={({ currentTarget }) => setAt(Number(currentTarget.value))}
              onFocus={() => setAt((before) => before ?? 0)}
            />
          )}
          <p className="muted">{said}</p>
        </>
      )}
    </section>
  )
}

function PointTable({ head, points }: Pick<Props, 'head' | 'points'>) {
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
