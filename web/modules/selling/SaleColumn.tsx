// The right side of the till: the sale being made, or the one just made.
import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../contract/selling.ts'
import { query, useUser } from '../../kit/base/api.ts'
import { can } from '../../kit/base/can.ts'
import { WhyPrice } from '../prices/WhyPrice.tsx'
import { SalePanel } from './SalePanel.tsx'
import { SoldPanel } from './SoldPanel.tsx'
import styles from './sale.module.css'
import type { Printed, SaleAction, SaleState } from './sale-state.ts'
import { fileFrom } from './use-sale.ts'

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
  const t = useTranslations('selling.sale')
  const user = useUser()
  const available = useQuery(query('balance', {})).data?.available
  const { chosen, selling, sold, refusal } = state
  const { offer } = chosen ?? {}
  const inCatalogue = offers.find(({ configuration_id }) => configuration_id === offer?.configuration_id)
  return (
    <div className={styles.panel} data-used={Boolean(chosen || sold)}>
      {chosen && offer && (
        <SalePanel
          chosen={chosen}
          left={(inCatalogue ?? offer).left}
          busy={selling !== undefined}
          refusal={refusal}
          available={available}
          fileFrom={fileFrom(user)}
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
      {!chosen && sold && <SoldPanel sold={sold} printed={printed} onPrint={onPrint} onFetched={() => dispatch({ type: 'fetched' })} onClose={onCancel} />}
      {!chosen && !sold && <p className="muted">{t('choose')}</p>}
    </div>
  )
}
