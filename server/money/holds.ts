// The typed functions of a live product's sale: hold the price, then post the sale or give the money back. Part of money.ts; orders.ts handles the order at the
// supplier.
import type { Money } from '../../contract/kit/money.ts'
import { newId, newIdAt } from '../kit/ids.ts'
import type { MoneyDb, Named, Query } from '../postgres/db.ts'
import { contentOf } from './content.ts'
import type { RefusalCode } from './refusals.ts'

/** A purchase to be held. `key` is the UUID inside the transaction key, and our reference at the supplier. */
export type HoldAsked = {
  tenant_id: number
  key: string
  user_id: string
  session_id: string
  seller_id: string
  configuration_id: string
  quantity: number
  /** The unit price that the till has shown, if the till sent it. If the present price is another one, the purchase is refused. */
  price_seen?: Money | undefined
  /** The retail price of one piece, as the supplier quotes it; null: the configuration's value. */
  value: Money | null
  supplier_id: string
  /** The supplier's price of one piece. */
  cost: Money
  /**
   * What is requested of the supplier, such as the product and the recipient's fingerprint; it is stored without encryption. The transaction key is bound to
   * it, as to the shop, the goods and the quantity, so the same key with another request is refused.
   */
  request: Readonly<Record<string, string | number>>
  order: OrderAsked
  /** The lease of the order. Only the server that has it may send the order. */
  lease: Lease
}

/**
 * The order of a hold. `product_id`: the supplier's own id of the product; `recipient_end`: the last digits of the recipient's number, for display; `sealed`:
 * the whole order.
 */
export type OrderAsked = { product_id: string; recipient_end: string; recipient_index: Buffer | null; sealed: Buffer; quote_until: Date | null }

/** The lease of an order: who asks the supplier now, and until when at most. */
export type Lease = { id: string; until: Date }

export type Held =
  /** The money is held. `is_new`: this call made the hold, so its caller asks the supplier to deliver; all other callers only ask for the order's state. */
  | { code: 'held'; is_new: boolean }
  | { code: 'sold'; sale_id: string }
  /**
   * Nothing is held. `available` and `missing`: money in the buyer's own wallet; `price`: the current unit price. A figure that has nothing to do with the
   * refusal is null.
   */
  | { code: RefusalCode; available: Money | null; missing: Money | null; price: Money | null }

type HoldRow = { code: 'held' | 'sold' | RefusalCode; is_new: boolean; sale_id: string | null; available: Money | null; missing: Money | null }

/** What a supplier delivered for a sale; `payload` is sealed (seal.ts). `key`: the sale's transaction key, our reference at the supplier. */
export type Delivered = { sale_id: string; key: string; supplier_id: string; reference: string; payload: Buffer }

const HOLD = `
  select * from hold(:tenant_id, :now, :key, :content, :id, :user_id, :session_id, :seller_id, :configuration_id,
    :quantity, :value, :price_seen, :supplier_id, :cost, :request, :lease, :lease_until, :product_id, :recipient_end,
    :recipient_index, :sealed, :quote_until)`

function heldAs({ price_seen }: HoldAsked, [row]: readonly HoldRow[]): Held {
  if (!row) throw new Error('hold answered nothing')
  const { code, is_new, sale_id, available, missing } = row
  if (code === 'held') return { code, is_new }
  if (code === 'sold') return { code, sale_id: sale_id ?? '' }
  if (code === 'price_changed') return { code, available, missing: null, price: (price_seen ?? 0) + (missing ?? 0) }
  return { code, available, missing, price: null }
}

/** What suppliers delivered under these keys, read in the caller's transaction together with its other reads. */
export const deliveriesUnder = (q: Query, tenant_id: number, keys: readonly string[]) =>
  q.query<Delivered>({ name: 'hold_deliveries', text: 'select * from hold_deliveries(:tenant_id, :keys::uuid[])', values: { tenant_id, keys } })

export const holdDoors = ({ call, callTogether, callThenRead }: MoneyDb, now: () => Date) => {
  function holding({ order, lease, ...asked }: HoldAsked): Named {
    const { seller_id, configuration_id, quantity, price_seen, supplier_id, request } = asked
    const content = contentOf('hold', seller_id, configuration_id, quantity, supplier_id, ...Object.entries(request).sort().flat())
    const ids = { id: newId(), lease: lease.id, lease_until: lease.until }
    return { name: 'hold', text: HOLD, values: { ...asked, ...order, ...ids, now: now(), content, price_seen: price_seen ?? null } }
  }
  return {
    /**
     * Holds the price along the whole chain and writes down the order, once per key: a repeated call with the same key and content returns the current outcome.
     * Throws SQLSTATE PX422 if an amount is out of range.
     */
    hold: async (asked: HoldAsked): Promise<Held> => heldAs(asked, await call<HoldRow>(holding(asked))),

    /** Makes a hold, and then reads with `read` in the same round trip. */
    async holdThenRead<Row>(asked: HoldAsked, read: Named): Promise<{ held: Held; rows: Row[] }> {
      const [held, rows] = await callThenRead<HoldRow, Row>(asked.tenant_id, holding(asked), read)
      return { held: heldAs(asked, held), rows }
    },

    /**
     * Turns a hold into its sale and returns the sale's id, also if it was posted before. Returns once the sale is on the disk; no wallet is locked during that
     * wait. Throws SQLSTATE PX404 if there is no such hold, PX433 if it was given back, or PX437 if the supplier's reference belongs to another order.
     */
    async post(tenant_id: number, key: string, { reference, payload }: Pick<Delivered, 'reference' | 'payload'>): Promise<string> {
      const at = now()
      const [[row]] = await callTogether<[{ sale_id: string }[], unknown[]]>(
        {
          name: 'post_hold_early',
          text: 'select post_hold_early(:tenant_id, :at, :key, :sale_id, :reference, :payload) as sale_id',
          values: { tenant_id, at, key, sale_id: newIdAt(at), reference, payload },
        },
        { name: 'flush_log', text: 'select flush_log(:tenant_id)', values: { tenant_id } },
      )
      if (!row) throw new Error('post_hold_early answered nothing')
      return row.sale_id
    },

    /**
     * Gives back the money of a hold; a second call changes nothing. `by`: the person who decides it, null if the supplier's answer or a server does. `again`:
     * when to ask the supplier once more, in case its answer proves wrong. Throws SQLSTATE PX404 if there is no such hold, or PX432 if it was sold.
     */
    async void(tenant_id: number, key: string, by: string | null, reason: string, again: Date | null = null): Promise<void> {
      const values = { tenant_id, now: now(), key, by, reason, again }
      await call({ name: 'void_hold', text: 'select void_hold(:tenant_id, :now, :key, :by, :reason, :again)', values })
    },

    /** What suppliers delivered for these sales. */
    deliveries: (tenant_id: number, sale_ids: readonly string[]): Promise<Delivered[]> =>
      call({ name: 'sale_deliveries', text: 'select * from sale_deliveries(:tenant_id, :sale_ids::uuid[])', values: { tenant_id, sale_ids } }),
  }
}
