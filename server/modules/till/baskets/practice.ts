// Simulates a basket in practice mode: all its lines under one training number, with PINs that are marked as invalid.
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { playSale, type SaleAnswer } from '../selling/selling.ts'
import { type Played, played, shownAgain } from '../training/training.ts'

type PlayedBasket = { sales: SaleAnswer[] }

const shownBasket = ({ answer, copies }: Played<PlayedBasket>): SaleAnswer[] => answer.sales.map((sale) => ({ ...sale, copy: copies }))

export const basketPractice: Pick<Handlers, 'sellBasket' | 'reprintBasket'> = {
  sellBasket: async ({ transaction_key, lines, payment: _, ...rest }, context) => {
    const all = await played<PlayedBasket>(context, transaction_key, { ...rest, lines }, async (as, q) => {
      const sales: SaleAnswer[] = []
      let first = 0
      for (const line of lines) {
        sales.push(await playSale(line, context, { ...as, first }, q))
        first += line.quantity
      }
      return { sales }
    })
    return { sales: shownBasket(all) }
  },

  reprintBasket: async ({ sale_ids }, context) => {
    const sales: SaleAnswer[] = []
    for (const sale_id of new Set(sale_ids)) {
      const again = await shownAgain<SaleAnswer | PlayedBasket>(context, sale_id)
      sales.push(...('sales' in again.answer ? shownBasket({ answer: again.answer, copies: again.copies }) : [{ ...again.answer, copy: again.copies }]))
    }
    if (sales.length === 0) throw new Refusal('not_found')
    return { sales }
  },
}
