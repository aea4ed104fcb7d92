// The typed functions of wallets: bookings, automatic credit, a second person's decision. Part of money.ts.
import type { Money } from '../../contract/kit/money.ts'
import type { MoneyDb, Named, Query } from '../postgres/db.ts'
import { contentOf } from './content.ts'

export type WalletChangeAsked = {
  tenant_id: number
  key: string
  user_id: string
  /** The acting organisation: the customer's parent, or the platform. */
  actor_id: string
  customer_id: string
  id: string
  type: 'top_up' | 'credit_limit'
  amount: Money
  payment_mode: string
  remarks: string
  hands: Hands
}

/** Accounts that may be the asker's own (modules/people/approvals); null: a second person has approved. */
export type Hands = readonly string[] | null
export type CorrectionAsked = Omit<WalletChangeAsked, 'type' | 'payment_mode'> & {
  /** The wrong transfer that is corrected, by its number in the wallet. */
  corrects: number
}

export type DebtAsked = Omit<WalletChangeAsked, 'type' | 'payment_mode'>

export type AutoCreditAsked = {
  user_id: string
  /** The acting organisation: the customer's parent, or the platform. */
  actor_id: string
  customer_id: string
  balance_trigger: Money
  balance_topup: Money
  daily_limit: Money
  is_enabled: boolean
  hands: Hands
}

export type PauseAsked = Pick<AutoCreditAsked, 'user_id' | 'actor_id' | 'is_enabled' | 'hands'>

export type Decision = {
  tenant_id: number
  request_id: string
  user_id: string
  name: string
  /** The acting organisation: the customer's parent, or the platform. */
  actor_id: string
  content: Buffer
  id: string
  approve: boolean
  reason: string
  hands: readonly string[]
}

export type WalletChanged = {
  /** The booking's id; for a key that was booked before, the id of the earlier booking. */
  id: string
  customer_id: string
  amount: Money
  balance_before: Money
  balance_after: Money
  credit_limit_before: Money
  credit_limit_after: Money
  available: Money
  created_at: string
}

/**
 * The booking that a move (from another system) made for a customer. `seq`: the number of the transfer with its opening balance. `used`: why the move can no
 * longer be undone.
 */
export type Moved = { customer_id: string; name: string; seq: number | null; amount: Money | null; credit_limit: Money; used: 'sold' | 'booked' | null }

type Changed = { answer: WalletChanged }

const CHANGE_WALLET = `
  select change_wallet(
    :tenant_id, :now, :key, :content, :user_id, :actor_id, :customer_id, :id,
    :type, :amount, :payment_mode, :remarks, :hands) as answer`

const CORRECT_WALLET = `
  select correct_wallet(
    :tenant_id, :now, :key, :content, :user_id, :actor_id, :customer_id, :id,
    :corrects, :amount, :remarks, :hands) as answer`

const OPEN_WITH_DEBT = `
  select open_with_debt(
    :tenant_id, :now, :key, :content, :user_id, :actor_id, :customer_id, :id,
    :amount, :remarks, :hands) as answer`

/** The digest that a booking's key is bound to, made of the customer, the kind and the amount; for a correction the corrected booking is part of it too. */
export const bookingContent = (customer_id: string, type: string, amount: Money, corrects: number | null = null) =>
  contentOf('booking', customer_id, type, amount, ...(corrects === null ? [] : [corrects]))

export const walletDoors = (db: MoneyDb, now: () => Date) => ({
  /**
   * Tops up a wallet or sets its limit, in the caller's transaction if given. Throws SQLSTATE PX400, PX404, PX409, PX410, PX411 or PX422, and PX416 if a second
   * person must decide. For a key that was booked before, returns the first booking's answer and `id`.
   */
  async changeWallet(asked: WalletChangeAsked, q?: Query): Promise<WalletChanged> {
    const { tenant_id, key, user_id, actor_id, customer_id, id, type, amount, payment_mode, remarks, hands } = asked
    const content = bookingContent(customer_id, type, amount)
    const values = { tenant_id, now: now(), key, content, user_id, actor_id, customer_id, id, type, amount, payment_mode, remarks, hands }
    const statement: Named = { name: 'change_wallet', text: CHANGE_WALLET, values }
    const [row] = await (q ? q.query<Changed>(statement) : db.call<Changed>(statement))
    if (!row) throw new Error('change_wallet answered nothing')
    return row.answer
  },

  /** Reverses a wrong credit or a moved-in debt, in the caller's transaction. Throws SQLSTATE PX400, PX404, PX409, PX410, PX416, PX422, PX430 or PX431. */
  async correctWallet(
    { tenant_id, key, user_id, actor_id, customer_id, id, corrects, amount, remarks, hands }: CorrectionAsked,
    q: Query,
  ): Promise<WalletChanged> {
    const content = bookingContent(customer_id, 'correction', amount, corrects)
    const values = { tenant_id, now: now(), key, content, user_id, actor_id, customer_id, id, corrects, amount, remarks, hands }
    const [row] = await q.query<Changed>({ name: 'correct_wallet', text: CORRECT_WALLET, values })
    if (!row) throw new Error('correct_wallet answered nothing')
    return row.answer
  },

  /** Books what a customer owes from before its move, in the caller's transaction. Throws SQLSTATE PX400, PX404, PX409, PX410, PX411 or PX416. */
  async openWithDebt({ tenant_id, key, user_id, actor_id, customer_id, id, amount, remarks, hands }: DebtAsked, q: Query): Promise<WalletChanged> {
    const content = bookingContent(customer_id, 'correction', amount)
    const values = { tenant_id, now: now(), key, content, user_id, actor_id, customer_id, id, amount, remarks, hands }
    const [row] = await q.query<Changed>({ name: 'open_with_debt', text: OPEN_WITH_DEBT, values })
    if (!row) throw new Error('open_with_debt answered nothing')
    return row.answer
  },

  /**
   * Sets a customer's rule of automatic credit, in the caller's transaction; returns what it booked at once. Throws PX404, or PX416 if a second person must
   * decide.
   */
  async setAutoCredit(q: Query, tenant_id: number, asked: AutoCreditAsked): Promise<Money> {
    const { user_id, actor_id, customer_id, balance_trigger, balance_topup, daily_limit, is_enabled, hands } = asked
    const values = { tenant_id, now: now(), user_id, actor_id, customer_id, balance_trigger, balance_topup, daily_limit, is_enabled, hands }
    const [row] = await q.query<{ booked: Money }>(
      `select set_auto_credit(:tenant_id, :now, :user_id, :actor_id, :customer_id, :balance_trigger, :balance_topup,
                              :daily_limit, :is_enabled, :hands) as booked`,
      values,
    )
    return row?.booked ?? 0
  },

  /**
   * Switches all rules of the actor's customers (for the platform: of everybody) on or off, in the caller's transaction; returns how many changed. Throws PX416
   * if a second person must decide.
   */
  async pauseAutoCredit(q: Query, tenant_id: number, { user_id, actor_id, is_enabled, hands }: PauseAsked): Promise<number> {
    const values = { tenant_id, now: now(), user_id, actor_id, is_enabled, hands }
    const [row] = await q.query<{ changed: number }>(`select pause_auto_credit(:tenant_id, :now, :user_id, :actor_id, :is_enabled, :hands) as changed`, values)
    return row?.changed ?? 0
  },

  /**
   * Locks the wallets of a move in the order of their ids, in the caller's transaction; returns what the move booked for each. `keys`: the keys of the opening
   * balances.
   */
  lockMove: (q: Query, tenant_id: number, actor_id: string, customer_ids: readonly string[], keys: readonly string[]) =>
    q.query<Moved>('select * from lock_move(:tenant_id, :actor_id, :customer_ids, :keys)', { tenant_id, actor_id, customer_ids, keys }),

  /** Books a customer's automatic credit if it is due; returns the booked amount, 0 if none. */
  async runAutoCredit(tenant_id: number, customer_id: string): Promise<Money> {
    const [row] = await db.call<{ booked: Money }>({
      name: 'run_auto_credit',
      text: 'select run_auto_credit(:tenant_id, :now, :customer_id) as booked',
      values: { tenant_id, now: now(), customer_id },
    })
    return row?.booked ?? 0
  },

  /**
   * Carries out a second person's decision on a waiting request, in the caller's transaction; returns the booking, or null if the request is refused or is none
   * of those that answer one. Throws PX404, PX414 if the request was decided already, PX415 if it is the decider's own, PX417 if the same person may be behind
   * both accounts, and what the booking throws (PX409, PX410, PX411, PX422, PX430, PX431).
   */
  async decideCreditRequest(
    q: Query,
    { tenant_id, request_id, user_id, name, actor_id, content, id, approve, reason, hands }: Decision,
  ): Promise<WalletChanged | null> {
    const [row] = await q.query<{ answer: WalletChanged | null }>(
      `select decide_credit_request(:tenant_id, :now, :user_id, :name, :actor_id, :request_id, :content, :id, :approve,
                                    :reason, :hands) as answer`,
      { tenant_id, now: now(), user_id, name, actor_id, request_id, content, id, approve, reason, hands },
    )
    return row?.answer ?? null
  },
})
