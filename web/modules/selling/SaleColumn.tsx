// The right side of the till: the sale being made, or the one just made.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../contract/selling.ts'
import { query, useUser } from '../../kit/api.ts'
import { can } from '../../kit/can.ts'
import { WhyPrice } from '../prices/WhyPrice.tsx'
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
  const offer = inCatalogue ?? chosen?.offer
  return (
    <div className={styles.panel} data-used={Boolean(chosen || sold)}>
      {chosen && offer && (
        <SalePanel
          chosen={chosen}
          offer={offer}
          busy={selling !== undefined}
          refusal={refusal}
          available={available}
          bulk={user.pin_download === 1}
          why={
            can(user, 'priceWhy') && (
              <WhyPrice label={t('why')} name={offer.product_name} customer_id={user.customer_id} configuration_id={offer.configuration_id} />
            )
          }
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
