// The key figures of a report in one strip. Each is formatted by its kind in the contract and also shows its value in the period of comparison. While the
// figures are loading, their places are reserved.
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import { type Look, shown } from './field-format.tsx'
import styles from './figures.module.css'
import { changeOf } from './report.ts'

/** `cents`: the displayed cents of an amount, if they differ from the rounded amount. */
export type Figure = { label: string; value: number; look: Look; cents: number | undefined }

type Props = {
  /** The names of the figures, shown while the figures are loading. */
  labels: readonly string[]
  /** The figures; undefined while loading. */
  figures: readonly Figure[] | undefined
  /** The same figures for the period of comparison; empty without a comparison. */
  then: readonly Figure[]
  isCompared: boolean
  /** The mark that says whether the figures agree with a second way of counting; false if that is not checked. */
  agreement: ReactNode
}

export function Figures({ labels, figures, then, isCompared, agreement }: Props) {
  const names = figures?.map(({ label }) => label) ?? labels
  return (
    <div className={`card row ${styles.strip}`} aria-busy={!figures}>
      <dl className={`columns ${styles.stripFigures}`}>
        {names.map((label, i) => {
          const figure = figures?.[i]
          return (
            <div key={label}>
              <dt className="muted small" title={label}>
                {label}
              </dt>
              <dd className="title">
                {figure ? shown(figure.value, figure.look, { cents: figure.cents }) : <AwaitedFigure />}
                {isCompared && <Then figure={figure} then={then.find((one) => one.label === label)} />}
              </dd>
            </div>
          )
        })}
      </dl>
      {agreement !== false && <div className={styles.agreement}>{agreement}</div>}
    </div>
  )
}

function Then({ figure, then }: { figure: Figure | undefined; then: Figure | undefined }) {
  const t = useTranslations('pages.period')
  const word = useTranslations('house.words')
  const change = figure && then && changeOf(figure.value, then.value)
  return (
    <p className={`muted small ${styles.then}`}>
      {figure && then && t('then', { value: toldOf(then), change: change === undefined ? word('not_available') : format.change(change) })}
    </p>
  )
}

const toldOf = ({ value, look, cents }: Figure) =>
  look === 'exact' ? format.moneyExact(value) : look === 'money' ? format.money(cents ?? value) : format.count(value)

/** Reserves the place of a figure that is loading. */
export const AwaitedFigure = () => <span className={`skeleton ${styles.awaitedFigure}`} data-waiting />
