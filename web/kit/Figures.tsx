// The key figures of a report, each with what it was in the period compared with.
import { useTranslations } from 'use-intl'
import { Facts } from './DetailPage.tsx'
import * as format from './format.ts'
import { changeOf } from './report.ts'

export type Figure = { label: string; value: number; show: (value: number) => string }

/** `then`: the same figures of the other period, or none. */
export function Figures({ figures, then }: { figures: readonly Figure[]; then: readonly Figure[] }) {
  return (
    <div className="card">
      <Facts
        big
        facts={figures.map((figure) => ({
          label: figure.label,
          value: (
            <>
              <span className={figure.value < 0 ? 'negative' : undefined}>{figure.show(figure.value)}</span>
              <Then figure={figure} then={then.find(({ label }) => label === figure.label)} />
            </>
          ),
        }))}
      />
    </div>
  )
}

function Then({ figure, then }: { figure: Figure; then: Figure | undefined }) {
  const t = useTranslations('house.period')
  if (!then) return null
  const change = changeOf(figure.value, then.value)
  return <p className="muted">{t('then', { value: then.show(then.value), change: change === undefined ? t('no_share') : format.change(change) })}</p>
}
