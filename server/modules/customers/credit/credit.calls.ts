// Calls about wallets.

import type { Handlers } from '../../../http/mount.ts'
import { keyOf } from '../../../http/transaction-key.ts'
import { Refusal } from '../../../kit/errors.ts'
import { book } from './booking.ts'
import { creditBooked, ownWallet, purseBelow, recentBookings, walletAnswer } from './credit.sql.ts'
import { runwayOf } from './runway.ts'

export const credit: Pick<Handlers, 'balance' | 'walletChange' | 'walletCorrect' | 'walletRecent' | 'moneyCheck'> = {
  balance: async (_, { actor, db, now }) => {
    const [wallet] = await db.read(actor.tenant_id, (q) => ownWallet(q, actor))
    return walletAnswer(wallet, now())
  },

  walletChange: async ({ transaction_key, remarks = '', ...asked }, context) => {
    const { actor, keys } = context
    const key = keyOf({ actor, keys }, transaction_key)
    return book(context, { ...asked, key, remarks })
  },

  walletCorrect: async ({ transaction_key, entry_id, amount: part, reason: remarks }, context) => {
    const { actor, db, keys } = context
    const key = keyOf({ actor, keys }, transaction_key)
    const [wrong] = await db.read(actor.tenant_id, (q) => creditBooked(q, actor, entry_id))
    if (!wrong) throw new Refusal('not_found')
    const { customer_id, seq: corrects, amount, payment_mode } = wrong
    return book(context, { key, customer_id, type: 'correction', corrects, amount: part ?? amount, payment_mode, remarks })
  },

  walletRecent: async ({ customer_id, page, limit }, { actor, db, now }) =>
    db.read(actor.tenant_id, async (q) => {
      const [purse] = await purseBelow(q, actor, customer_id)
      if (!purse) throw new Refusal('not_found')
      const rows = await recentBookings(q, actor, customer_id, limit, page * limit)
      const end = await runwayOf(q, actor.tenant_id, purse, now())
      return { lasts_until: end?.toISOString() ?? null, content: rows }
    }),

  moneyCheck: async (_, { actor, money, now }) => {
    const checks = await money.check(actor.tenant_id)
    return { checked_at: now().toISOString(), checks, sound: checks.every((check) => check.wrong === 0) }
  },
}
