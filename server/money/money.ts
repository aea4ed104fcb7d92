// The typed doors of the money functions. Nothing else in the product moves money or stock.
import { createHash } from 'node:crypto'
import type { ErrorCode } from '../../contract/kit/errors.ts'
import type { Money } from '../../contract/kit/money.ts'
import type { MoneyDb, Named, Query } from '../kit/db.ts'
import { createBatcher } from './batcher.ts'
import { readSlips, type SaleFacts, type SealedPins, type Slip, slipStatements, slipsOf } from './slips.ts'

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
}

export type RefusalCode = Extract<
  ErrorCode,
  | 'key_invalid'
  | 'key_reused'
  | 'key_void'
  | 'signed_out'
  | 'not_on_offer'
  | 'customer_stopped'
  | 'credit_limit_reached'
  | 'reseller_limit'
  | 'out_of_stock'
  | 'taken_a_moment_ago'
  | 'busy'
>

export type Outcome =
  | { code: 'sold'; slip: Slip }
  /** available, missing: money of the buyer's own wallet; left_over: PINs there are. Null where they do not apply. */
  | { code: RefusalCode; available: Money | null; missing: Money | null; left_over: number | null }

export type WalletChangeAsked = {
  tenant_id: number
  key: string
  user_id: string
  /** The organisation acting: the customer's parent, or the platform. */
  actor_id: string
  customer_id: string
  id: string
  type: 'top_up' | 'credit_limit'
  amount: Money
  payment_mode: string
  remarks: string
}

export type AutoCreditAsked = {
  user_id: string
  /** The customer's parent, or the platform. */
  actor_id: string
  customer_id: string
  balance_trigger: Money
  balance_topup: Money
  daily_limit: Money
  is_enabled: boolean
}

export type Decision = {
  tenant_id: number
  request_id: string
  user_id: string
  name: string
  /** The customer's parent, or the platform. */
  actor_id: string
  content: Buffer
  id: string
  approve: boolean
  reason: string
}

export type WalletChanged = {
  customer_id: string
  amount: Money
  balance_before: Money
  balance_after: Money
  credit_limit_before: Money
  credit_limit_after: Money
  available: Money
  created_at: string
}

type SellRow = { ord: number; code: 'sold' | RefusalCode; sale_id: string | null; available: Money | null; missing: Money | null; left_over: number | null }

const SELL = 'select * from sell($1, $2, $3, $4::uuid[], $5::bytea[], $6::uuid[], $7::uuid[], $8::uuid[], $9::uuid[], $10::int[], $11::uuid[], $12::uuid[])'
const CHANGE_WALLET = 'select change_wallet($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) as answer'

/** Lanes and size as measured: two lanes keep two cores busy, 64 purchases share one disk flush. */
const LANES = 2
const MOST = 64
/** The check reads all there ever was: some ten microseconds a sale. */
const CHECK_TIMEOUT_S = 600

/** What a key was used for, in 16 bytes: the same key may come again with the same content only. */
export const contentOf = (...parts: readonly (string | number)[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest().subarray(0, 16)

export function createMoney(db: MoneyDb, now: () => Date) {
  const run = db.call

  async function sellTogether(tenant_id: number, purchases: readonly Purchase[], alone: boolean): Promise<Outcome[]> {
    const column = <K extends keyof Purchase>(name: K) => purchases.map((purchase) => purchase[name])
    const contents = purchases.map((p) => contentOf('sale', p.seller_id, p.configuration_id, p.quantity))
    const sellStatement: Named = {
      name: 'sell',
      text: SELL,
      values: [
        tenant_id,
        now(),
        alone,
        column('key'),
        contents,
        column('user_id'),
        column('session_id'),
        column('seller_id'),
        column('configuration_id'),
        column('quantity'),
        column('sale_id'),
        column('download_id'),
      ],
    }
    const [rows, facts, blocks] = await db.callTogether<[SellRow[], SaleFacts[], SealedPins[]]>(sellStatement, ...slipStatements(tenant_id, column('sale_id')))
    const slips = slipsOf(tenant_id, facts, blocks)
    // A key that was sold before names another sale than the one we came with.
    const earlier = rows.flatMap(({ code, sale_id }) => (code === 'sold' && sale_id && !slips.has(sale_id) ? [sale_id] : []))
    for (const [sale_id, slip] of await readSlips(db, tenant_id, earlier)) slips.set(sale_id, slip)
    const outcomes = new Array<Outcome>(purchases.length)
    for (const row of rows) outcomes[row.ord - 1] = outcomeOf(row, slips)
    return outcomes
  }

  const batcher = createBatcher<Purchase, Outcome>({ lanes: LANES, most: MOST, run: sellTogether, isBusy: (outcome) => outcome.code === 'busy' })

  return {
    /** Sells, or answers why not. A key that was sold before answers the first sale again. */
    sell: (purchase: Purchase): Promise<Outcome> =>
      batcher.add({ tenant_id: purchase.tenant_id, key: purchase.key, wallet_id: purchase.seller_id, item: purchase }),

    slips: (tenant_id: number, sale_ids: readonly string[]) => readSlips(db, tenant_id, sale_ids),

    /** Ends the doubt about a key: its sale, or the certainty that nothing can be sold under it any more. */
    async settle(tenant_id: number, key: string, user_id: string) {
      const [row] = await run<{ outcome: 'sold' | 'not_sold' | 'key_invalid' | 'key_reused'; sale_id: string | null }>({
        name: 'settle_key',
        text: 'select * from settle_key($1, $2, $3, $4)',
        values: [tenant_id, now(), key, user_id],
      })
      if (!row) throw new Error('settle_key answered nothing')
      return row
    },

    /** Tops up a wallet or sets its limit; throws with SQLSTATE PX400, PX404, PX409, PX410, PX411 or PX422. */
    async changeWallet(asked: WalletChangeAsked): Promise<WalletChanged> {
      const { tenant_id, key, user_id, actor_id, customer_id, id, type, amount, payment_mode, remarks } = asked
      const content = bookingContent(customer_id, type, amount)
      const [row] = await run<{ answer: WalletChanged }>({
        name: 'change_wallet',
        text: CHANGE_WALLET,
        values: [tenant_id, now(), key, content, user_id, actor_id, customer_id, id, type, amount, payment_mode, remarks],
      })
      if (!row) throw new Error('change_wallet answered nothing')
      return row.answer
    },

    /** A customer's rule of automatic credit; answers what it booked at once. PX404 when it is not the actor's customer. */
    async setAutoCredit(tenant_id: number, asked: AutoCreditAsked): Promise<Money> {
      const { user_id, actor_id, customer_id, balance_trigger, balance_topup, daily_limit, is_enabled } = asked
      const [row] = await run<{ booked: Money }>({
        name: 'set_auto_credit',
        text: 'select set_auto_credit($1, $2, $3, $4, $5, $6, $7, $8, $9) as booked',
        values: [tenant_id, now(), user_id, actor_id, customer_id, balance_trigger, balance_topup, daily_limit, is_enabled],
      })
      return row?.booked ?? 0
    },

    /** Switches all rules of the actor's customers on or off; answers how many changed. */
    async pauseAutoCredit(tenant_id: number, actor_id: string, is_enabled: boolean): Promise<number> {
      const [row] = await run<{ changed: number }>({
        name: 'pause_auto_credit',
        text: 'select pause_auto_credit($1, $2, $3) as changed',
        values: [tenant_id, actor_id, is_enabled],
      })
      return row?.changed ?? 0
    },

    /** Books automatic credit where it is due; answers what it booked. */
    async runAutoCredit(tenant_id: number, customer_id: string): Promise<Money> {
      const [row] = await run<{ booked: Money }>({
        name: 'run_auto_credit',
        text: 'select run_auto_credit($1, $2, $3) as booked',
        values: [tenant_id, now(), customer_id],
      })
      return row?.booked ?? 0
    },

    /** A second person's word on a booking, in the caller's transaction: what it changed, null when refused. PX404, PX411, PX414 over, PX415 their own. */
    async decideCreditRequest(
      q: Query,
      { tenant_id, request_id, user_id, name, actor_id, content, id, approve, reason }: Decision,
    ): Promise<WalletChanged | null> {
      const [row] = await q.query<{ answer: WalletChanged | null }>('select decide_credit_request($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) as answer', [
        ...[tenant_id, now(), user_id, name, actor_id, request_id, content, id, approve, reason],
      ])
      return row?.answer ?? null
    },

    /** Stops a customer with its till and wallet, or lets it work again. PX404 when it is not below the actor. */
    setCustomerActive: (tenant_id: number, actor_id: string, customer_id: string, is_active: boolean) =>
      run({ name: 'set_customer_active', text: 'select set_customer_active($1, $2, $3, $4)', values: [tenant_id, actor_id, customer_id, is_active] }),

    /** Counts and logs a reprint; answers the copy's number. PX404 when there is no such sale. */
    async reveal(tenant_id: number, id: string, sale_id: string, user_id: string, session_id: string, reason: string): Promise<number> {
      const [row] = await run<{ copy: number }>({
        name: 'reveal_sale',
        text: 'select reveal_sale($1, $2, $3, $4, $5, $6, $7) as copy',
        values: [tenant_id, now(), id, sale_id, user_id, session_id, reason],
      })
      return row?.copy ?? 0
    },

    /** Uses a bulk download up: true once. */
    async useDownload(tenant_id: number, id: string, download_id: string, sale_id: string, user_id: string, session_id: string): Promise<boolean> {
      const [row] = await run<{ first: boolean }>({
        name: 'use_download',
        text: 'select use_download($1, $2, $3, $4, $5, $6, $7) as first',
        values: [tenant_id, now(), id, download_id, sale_id, user_id, session_id],
      })
      return row?.first ?? false
    },

    /** What must always be true of a tenant's money and stock; `wrong` counts what is not. */
    check: (tenant_id: number) =>
      db.once<{ name: string; wrong: number }>(
        tenant_id,
        { name: 'check_money', text: 'select * from check_money($1)', values: [tenant_id] },
        `set local statement_timeout = '${CHECK_TIMEOUT_S}s'; `,
      ),

    waiting: batcher.waiting,
  }
}
export type MoneyDoor = ReturnType<typeof createMoney>

/** What a booking's key stands for: the same customer, kind and amount. */
export const bookingContent = (customer_id: string, type: string, amount: Money) => contentOf('booking', customer_id, type, amount)

function outcomeOf(row: SellRow, slips: ReadonlyMap<string, Slip>): Outcome {
  if (row.code !== 'sold') return { code: row.code, available: row.available, missing: row.missing, left_over: row.left_over }
  const slip = row.sale_id && slips.get(row.sale_id)
  if (!slip) throw new Error('a sale without its slip')
  return { code: 'sold', slip }
}
