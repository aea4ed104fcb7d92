// The right side of the till: the current sale, or the sale that was just made.
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import type { Offer } from '../../../../contract/till/selling.ts'
import { query, useUser } from '../../../kit/base/api.ts'
import { can } from '../../../kit/base/can.ts'
import type { Printed, Sold } from '../../../kit/counter/sold-cards.ts'
import { basketOf } from './basket.ts'
import type { LastSale } from './last-sale.ts'
import { useLater } from './later.ts'
import type { OpenSale } from './open-sales.ts'
import { SalePanel } from './SalePanel.tsx'
import styles from './sale.module.css'
import type { SaleAction, SaleState } from './sale-state.ts'
import { fileFrom } from './use-sale.ts'

type Props = {
  state: SaleState
  dispatch: (action: SaleAction) => void
  offers: readonly Offer[]
  printed: Printed | undefined
  last: LastSale | undefined
  onScan: (text: string) => void
  onSubmit: (quantity: number) => void
  onPrint: () => void
  onReprint: (sale_id: string) => void
  onCancel: () => void
  onGiveUp: (open: OpenSale) => Promise<void>
}

export function SaleColumn({ state, dispatch, offers, printed, last, onScan, onSubmit, onPrint, onReprint, onCancel, onGiveUp }: Props) {
  const word = useTranslations('house.words')
  const user = useUser()
  const available = useQuery(query('balance', {})).data?.available
  const { BasketWaiting, CheckingCards, IdlePanel, SlipLanguages, SoldPanel, TypeAhead, WhyPrice } = useLater()
  const { chosen, selling, sold, refusal } = state
  const basket = basketOf(state)
  /** The finished sale for which the panel shows further actions. */
  const [opened, setOpened] = useState<Sold>()
  const { offer } = chosen ?? {}
  const inCatalogue = offers.find(({ configuration_id }) => configuration_id === offer?.configuration_id)
  return (
    <div className={`card ${styles.panel}`} data-used={Boolean(chosen || sold || basket.length || state.checks.length)}>
      {chosen && offer && (
        <SalePanel
          chosen={chosen}
          basket={basket}
          left={(inCatalogue ?? offer).left}
          busy={selling !== undefined}
          refusal={refusal}
          available={available}
          fileFrom={fileFrom(user)}
          why={
            can(user, 'priceWhy') &&
            WhyPrice && (
              <WhyPrice label={word('why_this_price')} name={offer.product_name} customer_id={user.customer_id} configuration_id={offer.configuration_id} />
            )
          }
          dispatch={dispatch}
          onScan={onScan}
          onSubmit={onSubmit}
          onCancel={onCancel}
        />
      )}
      {TypeAhead && <TypeAhead state={state} />}
      {!chosen && basket.length > 0 && BasketWaiting && <BasketWaiting lines={basket} dispatch={dispatch} />}
      {!chosen && sold && SoldPanel && (
        <SoldPanel
          sold={sold}
          printed={printed}
          isOpen={sold === opened}
          onOpen={(isOpen) => setOpened(isOpen ? sold : undefined)}
          onPrint={onPrint}
          onFetched={() => dispatch({ type: 'fetched' })}
          onClose={onCancel}
        />
      )}
      {CheckingCards && <CheckingCards checks={state.checks} dispatch={dispatch} onGiveUp={onGiveUp} />}
      {SlipLanguages && (chosen || sold || basket.length > 0) && (
        <SlipLanguages isSold={!chosen && Boolean(sold)} isShown={!chosen && sold !== undefined && sold === opened} />
      )}
      {!chosen && !sold && basket.length === 0 && IdlePanel && <IdlePanel last={last} onReprint={onReprint} />}
    </div>
  )
}
