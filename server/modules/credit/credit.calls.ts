// Calls about wallets.
import { Refusal } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Handlers } from '../../kit/mount.ts'
import { readKey } from '../../kit/transaction-key.ts'
import { refusalOf } from '../../money/refusals.ts'
import { customerBelow, ownWallet, recentBookings } from './credit.sql.ts'

export const credit: Pick<Handlers, 'balance' | 'walletChange' | 'walletRecent' | 'moneyCheck'> = {
  balance: async (_, { actor, db, now }) => {
    const [wallet] = await db.read(actor.tenant_id, (q) => ownWallet(q, actor))
    return { ...(wallet ?? { balance: 0, credit_limit: 0, held: 0, available: 0 }), as_of: now().toISOString() }
  },

  walletChange: async ({ transaction_key, customer_id, type, amount, payment_mode, remarks }, { actor, keys, money }) => {
    const key = readKey(keys, actor, transaction_key)
    if (!key) throw new Refusal('key_invalid')
    const { tenant_id, user_id, organisation_id: actor_id } = actor
    try {
      return await money.changeWallet({ tenant_id, key, user_id, actor_id, customer_id, id: newId(), type, amount, payment_mode, remarks: remarks ?? '' })
    } catch (error) {
      throw refusalOf(error)
    }
  },

  walletRecent: async ({ customer_id, page, limit }, { actor, db }) => {
    const rows = await db.read(actor.tenant_id, async (q) => {
      const [customer] = await customerBelow(q, actor, customer_id)
      if (!customer) throw new Refusal('not_found')
      return recentBookings(q, actor, customer_id, limit, page * limit)
    })
    return { content: rows.map((row) => ({ ...row, created_at: row.created_at.toISOString() })) }
  },

  moneyCheck: async (_, { actor, money, now }) => {
    const checks = await money.check(actor.tenant_id)
    return { checked_at: now().toISOString(), checks, sound: checks.every((check) => check.wrong === 0) }
  },
}
