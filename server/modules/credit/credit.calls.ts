// Calls about wallets.
import type { Calls } from '../../../contract/index.ts'
import { moneyText } from '../../../contract/kit/money.ts'
import { Refusal } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Context, Handlers } from '../../kit/mount.ts'
import { readKey } from '../../kit/transaction-key.ts'
import type { WalletChanged } from '../../money/money.ts'
import { refusalOf } from '../../money/refusals.ts'
import { bookingWritten, customerBelow, ownWallet, recentBookings } from './credit.sql.ts'

/** Behind the books, which say the same in their own transaction. What a server left out that died in between, the same key's next answer makes good. */
async function writeDown({ actor, db, audit }: Context<Calls['walletChange']>, changed: WalletChanged, reason = ''): Promise<void> {
  const { customer_id: id, created_at: booked_at, ...figures } = changed
  await db.write(actor.tenant_id, async (q) => {
    const [customer] = await bookingWritten(q, actor.tenant_id, id, booked_at)
    if (!customer || customer.is_written) return audit(null)
    const before = { balance: moneyText(figures.balance_before), credit_limit: moneyText(figures.credit_limit_before) }
    const after = { balance: moneyText(figures.balance_after), credit_limit: moneyText(figures.credit_limit_after), booked_at }
    await audit({ subject: { kind: 'customer', id, name: customer.name, organisation_id: id }, before, after, reason }, q)
  })
}

export const credit: Pick<Handlers, 'balance' | 'walletChange' | 'walletRecent' | 'moneyCheck'> = {
  balance: async (_, { actor, db, now }) => {
    const [wallet] = await db.read(actor.tenant_id, (q) => ownWallet(q, actor))
    return { ...(wallet ?? { balance: 0, credit_limit: 0, held: 0, available: 0 }), as_of: now().toISOString() }
  },

  walletChange: async (input, context) => {
    const { transaction_key, customer_id, type, amount, payment_mode, remarks } = input
    const { actor, keys, money } = context
    const key = readKey(keys, actor, transaction_key)
    if (!key) throw new Refusal('key_invalid')
    const { tenant_id, user_id, organisation_id: actor_id } = actor
    const asked = { tenant_id, key, user_id, actor_id, customer_id, id: newId(), type, amount, payment_mode, remarks: remarks ?? '' }
    const changed = await money.changeWallet(asked).catch((error: unknown) => {
      throw refusalOf(error)
    })
    await writeDown(context, changed, remarks)
    return changed
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
