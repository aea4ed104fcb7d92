// The right side of the till: the sale being made, or the one just made.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../contract/selling.ts'
import { query, useUser } from '../../kit/api.ts'
import { SalePanel } from './SalePanel.tsx'
import { SoldPanel } from './SoldPanel.tsx'
import type { Printed, SaleAction, SaleState } from './sale-state.ts'
import styles from './till.module.css'

type Props = {
  state: SaleState
  dispatch: (action: SaleAction) => void
  offers: readonly Offer[]
  printed: Printed | undefined
  onScan: (text: string) => void
  onSubmit: (quantity: number) => void
  onPrint: () => void
  onCancel: () => void
}

export function SaleColumn({ state, dispatch, offers, printed, onScan, onSubmit, onPrint, onCancel }: Props) {
  const t = useTranslations('till.sale')
  const user = useUser()
  const available = useQuery(query('balance', {})).data?.available
  const { chosen, selling, sold, refusal } = state
  const inCatalogue = offers.find(({ configuration_id }) => configuration_id === chosen?.offer.configuration_id)
  return (
    <div className={styles.panel} data-used={Boolean(chosen || sold)}>
      {chosen && (
        <SalePanel
          chosen={chosen}
          offer={inCatalogue ?? chosen.offer}
          busy={selling !== undefined}
          refusal={refusal}
          available={available}
          bulk={user.pin_download === 1}
          onQuantity={(quantity) => dispatch({ type: 'quantity', quantity })}
          onCount={(quantity) => dispatch({ type: 'count', quantity })}
          onScan={onScan}
          onSubmit={onSubmit}
          onCancel={onCancel}
        />
      )}
      {!chosen && sold && <SoldPanel sold={sold} printed={printed} onPrint={onPrint} onClose={onCancel} />}
      {!chosen && !sold && <p className="muted">{t('choose')}</p>}
    </div>
  )
}
