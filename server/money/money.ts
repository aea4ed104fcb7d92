// The typed functions that move money and stock. No other code of the product moves money or stock.
import type { Money } from '../../contract/kit/money.ts'
import type { PaymentKind } from '../../contract/till/selling.ts'
import type { MoneyDb, Named } from '../postgres/db.ts'
import { GRACE_MS } from '../postgres/pool.ts'
import { basketDoor } from './baskets.ts'
import { createBatcher } from './batcher.ts'
import type { Finding, Proof } from './checks/proof.ts'
import { contentOf } from './content.ts'
import { holdDoors } from './holds.ts'
import { orderDoors } from './orders.ts'
import { refundDoors } from './refunds.ts'
import type { RefusalCode } from './refusals.ts'
import { reveal, type Showing } from './showings.ts'
import { readSlips, type SaleFacts, type SealedPins, type Slip, slipStatements, slipsOf } from './slips.ts'
import { walletDoors } from './wallets.ts'

export { type ClaimedLine, documentDoors, type InvoiceColumns, type Payment } from './documents.ts'
export type { Showing } from './showings.ts'

/** One purchase. `key` is the UUID inside the transaction key; ids are UUIDv7 from the caller. */
export type Purchase = {
  tenant_id: number
  key: string
  user_id: string
  session_id: string
  seller_id: string
  configuration_id: string
  quantity: number
  sale_id: string
  download_id: string | null
  /** The unit price that the till has shown, if the till sent it. If the present price is another one, the purchase is refused. */
  price_seen?: Money | undefined
  /** How the customer paid; missing if the till did not note it. */
  payment?: PaymentKind | undefined
}

export type Outcome =
  | { code: 'sold'; slip: Slip }
  /**
   * Nothing is sold. `available` and `missing`: money in the buyer's own wallet; `left_over`: PINs in stock; `price`: the current unit price. A figure that has
   * nothing to do with the refusal is null.
   */
  | { code: RefusalCode; available: Money | null; missing: Money | null; left_over: number | null; price: Money | null }

type SellRow = { ord: number; code: 'sold' | RefusalCode; sale_id: string | null; available: Money | null; missing: Money | null; left_over: number | null }

const SELL = `
  select * from sell(:tenant_id, :now, :alone, :keys::uuid[], :contents::bytea[], :user_ids::uuid[],
                     :session_ids::uuid[], :seller_ids::uuid[], :configuration_ids::uuid[], :quantities::int[],
                     :sale_ids::uuid[], :download_ids::uuid[], :prices_seen::bigint[], :payments::text[])`

/**
 * LANES: the queues in which the purchases of one tenant wait. PLACES: the calls of the database at the same time, for all tenants together. MOST: the
 * purchases in one call. The numbers were measured: two simultaneous calls keep two cores busy, and 64 purchases share one disk flush.
 */
const LANES = 2
const PLACES = 2
const MOST = 64
/** The longest time a full check may take. It reads the whole history, which takes some fifty microseconds for each sale. */
const CHECK_TIMEOUT_S = 1_800

/** Makes the functions. `proofs`: what the money check proves in addition to the books. */
export function createMoney(db: MoneyDb, now: () => Date, proofs: readonly Proof[] = []) {
  const run = db.call

  async function sellTogether(tenant_id: number, purchases: readonly Purchase[], alone: boolean): Promise<Outcome[]> {
    const column = <K extends keyof Purchase>(name: K) => purchases.map((purchase) => purchase[name])
    const contents = purchases.map((p) => contentOf('sale', p.seller_id, p.configuration_id, p.quantity))
    const sellStatement: Named = {
      name: 'sell',
      text: SELL,
      values: {
        tenant_id,
        now: now(),
        alone,
        keys: column('key'),
        contents,
        user_ids: column('user_id'),
        session_ids: column('session_id'),
        seller_ids: column('seller_id'),
        configuration_ids: column('configuration_id'),
        quantities: column('quantity'),
        sale_ids: column('sale_id'),
        download_ids: column('download_id'),
        prices_seen: purchases.map(({ price_seen }) => price_seen ?? null),
        payments: purchases.some(({ payment }) => payment) ? purchases.map(({ payment }) => payment ?? null) : null,
      },
    }
    const [rows, facts, blocks] = await db.callTogether<[SellRow[], SaleFacts[], SealedPins[]]>(sellStatement, ...slipStatements(tenant_id, column('sale_id')))
    const slips = slipsOf(tenant_id, facts, blocks)
    // For a key that was sold before, the row has the id of the earlier sale and not the id sent now.
    const earlier = rows.flatMap(({ code, sale_id }) => (code === 'sold' && sale_id && !slips.has(sale_id) ? [sale_id] : []))
    for (const [sale_id, slip] of await readSlips(db, tenant_id, earlier)) slips.set(sale_id, slip)
    const outcomes = new Array<Outcome>(purchases.length)
    for (const row of rows) outcomes[row.ord - 1] = outcomeOf(row, purchases[row.ord - 1], slips)
    return outcomes
  }

  const batcher = createBatcher<Purchase, Outcome>({
    lanes: LANES,
    places: PLACES,
    most: MOST,
    run: sellTogether,
    isBusy: (outcome) => outcome.code === 'busy',
  })

  return {
    /** Sells, or returns the reason for the refusal. For a key that was sold before, returns the first sale again. */
    sell: (purchase: Purchase): Promise<Outcome> =>
      batcher.add({ tenant_id: purchase.tenant_id, key: purchase.key, wallet_id: purchase.seller_id, item: purchase }),

    slips: (tenant_id: number, sale_ids: readonly string[]) => readSlips(db, tenant_id, sale_ids),

    /** Settles an unknown outcome: returns the key's sale, or makes sure that nothing can be sold under the key any more. */
    async settle(tenant_id: number, key: string, user_id: string) {
      const [row] = await run<{ outcome: 'sold' | 'not_sold' | 'key_invalid' | 'key_reused'; sale_id: string | null; basket: string[] | null }>({
        name: 'settle_key',
        text: 'select * from settle_key(:tenant_id, :now, :key, :user_id)',
        values: { tenant_id, now: now(), key, user_id },
      })
      if (!row) throw new Error('settle_key answered nothing')
      return row
    },

    ...basketDoor(db, now),
    ...walletDoors(db, now),
    ...holdDoors(db, now),
    ...orderDoors(db, now),
    ...refundDoors(now),

    /** Stops a customer's till and wallet, or lets them work again. Throws PX404 if the customer is not below the actor. */
    setCustomerActive: (tenant_id: number, actor_id: string, customer_id: string, is_active: boolean) =>
      run({
        name: 'set_customer_active',
        text: 'select set_customer_active(:tenant_id, :actor_id, :customer_id, :is_active)',
        values: { tenant_id, actor_id, customer_id, is_active },
      }),

    /** Counts a showing of clear PINs and returns its number; null if the download was used already (showings.ts). */
    reveal: (showing: Showing): Promise<number | null> => reveal(run, now(), showing),

    /**
     * Invariants of a tenant's money and stock; `wrong` counts the violations, `sample` names one. Checks the time that is not closed yet and a part of the
     * closed time; with `full`, all time.
     */
    async check(tenant_id: number, { full = false } = {}): Promise<Finding[]> {
      const statement = {
        name: 'check_money',
        text: 'select * from check_money(:tenant_id, :full, :now)',
        values: { tenant_id, full, now: now() },
        query_timeout: CHECK_TIMEOUT_S * 1000 + GRACE_MS,
      }
      const books = await db.once<Finding>(tenant_id, statement, `set local statement_timeout = '${CHECK_TIMEOUT_S}s'; `)
      return [...books, ...(await Promise.all(proofs.map((proof) => proof(tenant_id)))).flat()]
    },

    waiting: batcher.waiting,
    oldest_ms: batcher.oldest_ms,
  }
}
export type MoneyDoor = ReturnType<typeof createMoney>

function outcomeOf(row: SellRow, { price_seen = 0 }: Partial<Purchase> = {}, slips: ReadonlyMap<string, Slip>): Outcome {
  const { code, available, missing, left_over } = row
  if (code === 'price_changed') return { code, available, missing: null, left_over, price: price_seen + (missing ?? 0) }
  if (code !== 'sold') return { code, available, missing, left_over, price: null }
  const slip = row.sale_id && slips.get(row.sale_id)
  if (!slip) throw new Error('a sale without its slip')
  return { code: 'sold', slip }
}
