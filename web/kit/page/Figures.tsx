// The key figures of a report, each formatted by its kind in the contract, with its value in the period compared with.
import { useTranslations } from 'use-intl'
import * as format from '../base/format.ts'
import { Facts } from './DetailPage.tsx'
import { type Look, shown } from './field-format.tsx'
import { changeOf } from './report.ts'

/** `cents`: the displayed cents of an amount, where they differ. */
export type Figure = { label: string; value: number; look: Look; cents: number | undefined }

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
              {shown(figure.value, figure.look, { cents: figure.cents })}
              <Then figure={figure} then={then.find(({ label }) => label === figure.label)} />
            </>
          ),
        }))}
      />
    </div>
  )
}

function Then({ figure, then }: { figure: Figure; then: Figure | undefined }) {
  const t = useTranslations('pages.period')
  const word = useTranslations('house.words')
  if (!then) return null
  const change = changeOf(figure.value, then.value)
  const value = toldOf(then)
  return <p className="muted">{t('then', { value, change: change === undefined ? word('not_available') : format.change(change) })}</p>
}

const toldOf = ({ value, look, cents }: Figure) =>
  look === 'exact' ? format.moneyExact(value) : look === 'money' ? format.money(cents ?? value) : format.count(value)
