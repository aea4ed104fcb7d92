// The amounts people book most, one press each.
import { useTranslations } from 'use-intl'
import { type Money, SCALE } from '../../../contract/kit/money.ts'
import * as format from '../../kit/format.ts'
import styles from './credit.module.css'

const PRESETS_EURO = [50, 100, 200, 500]

export function Presets({ amount, choose }: { amount: Money | undefined; choose: (euro: number) => void }) {
  const t = useTranslations('office.booking')
  return (
    <fieldset className={styles.presets} aria-label={t('presets')}>
      {PRESETS_EURO.map((euro) => (
        <button key={euro} type="button" className={styles.preset} aria-pressed={amount === euro * SCALE} onClick={() => choose(euro)}>
          {format.money(euro * SCALE)}
        </button>
      ))}
    </fieldset>
  )
}
