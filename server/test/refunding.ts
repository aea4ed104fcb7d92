// Gives back part of a sale as an accepted reclamation leaves it: the refund, and at every hop a transfer that keeps the wallet's balance.
import { newId, newIdAt } from '../kit/ids.ts'
import { insert, inTenant } from '../seeds/demo-people.ts'
import type { World } from './world.ts'

type Sold = { chain: string[]; prices: number[]; quantity: number; cost_total: number; user_id: string }
const SAME = [
  ...['tenant_id', 'seller_id', 'user_id', 'configuration_id', 'owner_id', 'product_name', 'value', 'chain', 'prices'],
  ...['vat_treatment', 'vat_rate', 'vat_country'],
].join(', ')

export async function giveBack(w: World, sale_id: string, quantity = 1): Promise<string> {
  const [id, created_at] = [newIdAt(w.clock.now()), w.clock.now()]
  await inTenant(w.owner, 1, async (q) => {
    const { rows } = await q.query<Sold>('select chain, prices, quantity, cost_total, user_id from sales where tenant_id = 1 and id = $1', [sale_id])
    const [sold] = rows
    if (!sold) throw new Error('no such sale')
    await q.query(
      `insert into refunds (id, reclamation_id, sale_id, quantity, cost_total, created_at, ${SAME})
       select $1, $2, id, $3::int, cost_total / quantity * $3::int, $4, ${SAME} from sales where tenant_id = 1 and id = $5`,
      [id, newId(), quantity, created_at, sale_id],
    )
    for (const [i, price] of sold.prices.entries()) {
      const [wallet_id, parent_id] = [sold.chain[i], sold.chain[i + 1]]
      const moved = await q.query<{ balance: number; transfers: number }>(
        `update wallets set balance = balance + $2, transfers = transfers + 1 where tenant_id = 1 and organisation_id = $1 returning balance, transfers`,
        [wallet_id, price * quantity],
      )
      const [wallet] = moved.rows
      const sides = { wallet_id, payer_id: parent_id, payee_id: wallet_id, seq: wallet?.transfers, balance_after: wallet?.balance }
      await insert(q, 'transfers', { tenant_id: 1, ...sides, amount: price * quantity, kind: 'refund', cause_id: id, created_by: sold.user_id, created_at })
    }
  })
  return id
}
