// The cards that are sold together with the chosen one, newest first; each can be changed or removed.
import { useTranslations } from 'use-intl'
import * as format from '../../../kit/base/format.ts'
import styles from './basket.module.css'
import type { Line } from './basket.ts'
import type { SaleAction } from './sale-state.ts'
import { cardName } from './spoken-sale.ts'

type Props = { lines: readonly Line[]; busy: boolean; dispatch: (action: SaleAction) => void }

export function BasketLines({ lines, busy, dispatch }: Props) {
  const t = useTranslations('counter.basket')
  return (
    <section aria-label={t('title')}>
      <ul className={`lines gap-4 ${styles.lines}`}>
        {lines.toReversed().map(({ offer, quantity }) => {
          const { configuration_id } = offer
          const card = cardName(offer)
          return (
            <li key={configuration_id}>
              <button
                type="button"
                className={`surface ends middle breaks ${styles.card}`}
                disabled={busy}
                onClick={() => dispatch({ type: 'take', configuration_id })}
              >
                <span>{`${quantity} × ${card}`}</span>
                <b className="nowrap">{format.money(offer.value * quantity)}</b>
              </button>
              <button
                type="button"
                className={`surface ${styles.remove}`}
                disabled={busy}
                aria-label={t('remove', { card })}
                onClick={() => dispatch({ type: 'remove', configuration_id })}
              >
                ×
              </button>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
