// The typed functions of a live product's sale: hold the price, then post the sale or give the money back. Part of money.ts.
import type { Money } from '../../contract/kit/money.ts'
import { newId, newIdAt } from '../kit/ids.ts'
import type { MoneyDb } from '../postgres/db.ts'
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
  /** The unit price shown at the till, if sent: a different price is refused. */
  price_seen?: Money | undefined
  /** What one costs at the counter, as the supplier quotes it; null: the configuration's value. */
  value: Money | null
  supplier_id: string
  /** What the supplier takes for one. */
  cost: Money
  /** What the supplier is asked for, e.g. its product and the recipient. Part of what the key stands for. */
  request: Readonly<Record<string, string | number>>
}

export type Held =
  /** `is_new`: this call made the hold, so its caller asks the supplier to deliver; every other caller only asks how it stands. */
  | { code: 'held'; is_new: boolean }
  | { code: 'sold'; sale_id: string }
  /** Nothing is held. available, missing: money in the buyer's own wallet; price: the current unit price. Null where they do not apply. */
  | { code: RefusalCode; available: Money | null; missing: Money | null; price: Money | null }

type HoldRow = { code: 'held' | 'sold' | RefusalCode; is_new: boolean; sale_id: string | null; available: Money | null; missing: Money | null }

/** What a supplier delivered for a sale; `payload` is sealed (seal.ts). `key`: the sale's transaction key, our reference at the supplier. */
export type Delivered = { sale_id: string; key: string; supplier_id: string; reference: string; payload: Buffer }

const HOLD = `
  select * from hold(:tenant_id, :now, :key, :content, :id, :user_id, :session_id, :seller_id, :configuration_id,
    :quantity, :value, :price_seen, :supplier_id, :cost, :request)`

export const holdDoors = ({ call }: MoneyDb, now: () => Date) => ({
  /** Holds the price along the whole chain, once per key: the same key and content return what has become of it. Throws SQLSTATE PX422. */
  async hold(asked: HoldAsked): Promise<Held> {
    const { seller_id, configuration_id, quantity, price_seen, supplier_id, request } = asked
    const content = contentOf('hold', seller_id, configuration_id, quantity, supplier_id, ...Object.entries(request).sort().flat())
    const values = { ...asked, now: now(), content, id: newId(), price_seen: price_seen ?? null }
    const [row] = await call<HoldRow>({ name: 'hold', text: HOLD, values })
    if (!row) throw new Error('hold answered nothing')
    const { code, is_new, sale_id, available, missing } = row
    if (code === 'held') return { code, is_new }
    if (code === 'sold') return { code, sale_id: sale_id ?? '' }
    if (code === 'price_changed') return { code, available, missing: null, price: (price_seen ?? 0) + (missing ?? 0) }
    return { code, available, missing, price: null }
  },

  /** Turns a hold into its sale and returns the sale's id, also when it was posted before. Throws SQLSTATE PX404, or PX433 when it was given back. */
  async post(tenant_id: number, key: string, { reference, payload }: Pick<Delivered, 'reference' | 'payload'>): Promise<string> {
    const at = now()
    const [row] = await call<{ sale_id: string }>({
      name: 'post_hold',
      text: 'select post_hold(:tenant_id, :at, :key, :sale_id, :reference, :payload) as sale_id',
      values: { tenant_id, at, key, sale_id: newIdAt(at), reference, payload },
    })
    if (!row) throw new Error('post_hold answered nothing')
    return row.sale_id
  },

  /**
   * Gives back what a hold holds; done before, it is done. `by`: the person who says so, null for the supplier's own answer.
   * Throws SQLSTATE PX404, or PX432 when it was sold.
   */
  async void(tenant_id: number, key: string, by: string | null, reason: string): Promise<void> {
    await call({ name: 'void_hold', text: 'select void_hold(:tenant_id, :now, :key, :by, :reason)', values: { tenant_id, now: now(), key, by, reason } })
  },

  /** What suppliers delivered for these sales. */
  deliveries: (tenant_id: number, sale_ids: readonly string[]): Promise<Delivered[]> =>
    call({ name: 'sale_deliveries', text: 'select * from sale_deliveries(:tenant_id, :sale_ids::uuid[])', values: { tenant_id, sale_ids } }),
})
