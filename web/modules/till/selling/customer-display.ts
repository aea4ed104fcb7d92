// The content of the customer's display. It contains no PIN, no price of the shop and no margin.
import type { Money } from '../../../../contract/kit/money.ts'
import { givenOf } from './basket.ts'
import { idle, type Shown } from './display-channel.ts'
import type { SaleState } from './sale-state.ts'
import { cardsSaid, totalOf } from './spoken-sale.ts'

/** `before`: the previous content, so that the change to give back stays visible during and after the sale. */
export function shownOf(state: SaleState, before: Shown): Shown {
  const said = cardsSaid(state)
  if (said.length === 0) return idle
  const total: Money = totalOf(said)
  const asked = state.chosen?.asked
  const isSold = !state.chosen && !state.basket
  const isSame = before.total === total && (isSold || state.selling !== undefined)
  const given = asked?.question === 'collect' ? (givenOf(asked.paid, total) ?? null) : isSame ? before.given : null
  return { state: isSold ? 'sold' : 'sale', cards: said.map(({ name, quantity }) => ({ name, quantity })), total, given }
}
