// Shows the basket when no card is chosen, because the seller is looking for the next one.
import { Button } from '@mantine/core'
import { useTranslations } from 'use-intl'
import { Key } from '../../../kit/counter/Key.tsx'
import { BasketLines } from './BasketLines.tsx'
import type { Line } from './basket.ts'
import styles from './sale.module.css'
import type { SaleAction } from './sale-state.ts'

export function BasketWaiting({ lines, dispatch }: { lines: readonly Line[]; dispatch: (action: SaleAction) => void }) {
  const t = useTranslations('counter.basket')
  const last = lines.at(-1)
  if (!last) return null
  return (
    <div className={`stack gap-12 ${styles.sale}`}>
      <h2>{t('title')}</h2>
      <BasketLines lines={lines} busy={false} dispatch={dispatch} />
      <p className="muted">{t('choose')}</p>
      <Button variant="default" h={56} onClick={() => dispatch({ type: 'take', configuration_id: last.offer.configuration_id })}>
        {t('back')} <Key>Esc</Key>
      </Button>
    </div>
  )
}
