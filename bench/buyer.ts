// Makes one purchase over the typed client, as a till does. Its outcome is always sold, refused, or not known.
import { type Calls, calls } from '../contract/index.ts'
import { CallError, type Client, createClient } from '../contract/kit/client.ts'
import type { SaleRequest, Sold } from './journal.ts'
import { HOST, idOf, tokenOf } from './world.ts'

export type Outcome = { sold: Sold } | { refused: string } | 'unknown'

/** How long a buyer waits for an answer: longer than any statement of the database may take. */
const ANSWER_MS = 20_000
/** Errors after which the sale under this transaction key may still happen. */
const OPEN = new Set(['busy', 'in_progress', 'internal'])

/** A buyer that sends each request to a server chosen at random, as behind a load balancer. */
export function buyerAt(ports: readonly number[]) {
  const portOf = () => ports[Math.floor(Math.random() * ports.length)]
  const send = (path: string, init: RequestInit) => fetch(`http://${HOST}:${portOf()}${path}`, { ...init, signal: AbortSignal.timeout(ANSWER_MS) })
  const tills = new Map<number, Client<Calls>>()
  const tillOf = (shop: number) => {
    const till =
      tills.get(shop) ?? createClient(calls, send, () => ({ authorization: `Bearer ${tokenOf(shop)}`, customer: idOf.shop(shop), session: idOf.session(shop) }))
    tills.set(shop, till)
    return till
  }

  async function outcomeOf(work: () => Promise<Sold | null>): Promise<Outcome> {
    try {
      const sold = await work()
      return sold ? { sold } : { refused: 'not_sold' }
    } catch (error) {
      return error instanceof CallError && !OPEN.has(error.code) ? { refused: error.code } : 'unknown'
    }
  }

  /** A reprint more than ten minutes after the sale needs a reason, so a reason is always given. */
  const shownAgain = (shop: number, sale_id: string) => tillOf(shop).reprint({ sale_id, reason: 'asked again' })

  return {
    buy: ({ key, shop, configuration, quantity }: SaleRequest) =>
      outcomeOf(async () => {
        const asked = { transaction_key: key, configuration_id: idOf.configuration(configuration), quantity }
        const sale = await tillOf(shop)
          .sell(asked)
          .catch((error: unknown) => {
            if (error instanceof CallError && error.code === 'reprint_refused') return shownAgain(shop, String(error.detail['sale_id']))
            throw error
          })
        return soldOf(sale)
      }),
    settle: ({ key, shop }: SaleRequest) =>
      outcomeOf(async () => {
        const { sale } = await tillOf(shop).saleSettle({ transaction_key: key })
        return sale && soldOf(sale.pins.length > 0 ? sale : await shownAgain(shop, sale.sale_id))
      }),
  }
}

const soldOf = ({ sale_id, pins }: Sold): Sold => ({ sale_id, pins: pins.map(({ pin_id, pin }) => ({ pin_id, pin })) })
