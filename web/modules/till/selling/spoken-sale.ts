// The name of a sale for screen readers and for the customer's display.
import type { Money } from '../../../../contract/kit/money.ts'
import * as format from '../../../kit/base/format.ts'
import { withChosen } from './basket.ts'
import type { SaleState } from './sale-state.ts'

type Named = { product_name: string; info?: string; value: Money }

export const cardName = ({ product_name, info, value }: Named): string => [product_name, info, format.money(value)].filter(Boolean).join(' ')

type SpokenCard = { name: string; quantity: number; value: Money }

/** Returns the cards that the screen shows: those being sold, or those that were just sold; none for a reprint. */
export function cardsSaid(state: SaleState): readonly SpokenCard[] {
  if (state.chosen || state.basket) return withChosen(state).map(({ offer, quantity }) => ({ name: cardName(offer), quantity, value: offer.value }))
  const { sold } = state
  if (!sold || sold.how === 'copy') return []
  return [sold.sale, ...(sold.more ?? [])].map((sale) => ({ name: cardName(sale), quantity: sale.quantity, value: sale.value }))
}

export const totalOf = (cards: readonly SpokenCard[]): Money => cards.reduce((sum, { quantity, value }) => sum + quantity * value, 0)
