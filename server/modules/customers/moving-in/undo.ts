// Undoes a move as a whole, in one transaction: every opening balance or debt is reversed by a correction, every limit set to 0, every customer suspended, and
// the plans that the move made are removed. Once one of its customers has sold, or somebody has booked something else for one of them, nothing is undone.

import { walletChange } from '../../../../contract/customers/credit.ts'
import type { moveUndo } from '../../../../contract/customers/moving-in.ts'
import { planAdd } from '../../../../contract/goods/prices.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { requireRight } from '../../../kit/rights.ts'
import { refusalOf } from '../../../money/refusals.ts'
import type { Moved } from '../../../money/wallets.ts'
import type { Audit } from '../../../postgres/audit.ts'
import { type Query, retry } from '../../../postgres/db.ts'
import { removePlans } from '../../goods/prices/prices.ts'
import { setActive, setStopped } from '../customers/customers.ts'
import { freeNames, madeRows, moveOf, refuseWaiting, setUndone } from './moving-in.sql.ts'

type Undoing = Pick<Services, 'db' | 'money' | 'sessions'> & { actor: SignedIn; now: Services['clock']; audit: Audit }

/** The reason that is stored with the customer and in the books; it is English, because the portal writes it and not a user. */
const REASON = 'Moving in undone'

export async function undoMove(context: Undoing, move_id: string): Promise<OutputOf<typeof moveUndo>> {
  const { actor, db, money, now, audit, sessions } = context
  const { tenant_id, organisation_id, organisation_name } = actor
  const by = actor.full_name || actor.username
  const work = () =>
    db.write(tenant_id, async (q) => {
      const [move] = await moveOf(q, actor, move_id, 'for update')
      if (!move) throw new Refusal('not_found')
      if (move.state === 'running') throw new Refusal('in_progress')
      const rows = await madeRows(q, tenant_id, move_id)
      const ids = rows.map(({ customer_id }) => customer_id)
      if (move.state === 'undone') {
        await audit(null)
        return { ids, used: null }
      }
      await refuseWaiting(q, tenant_id, ids, now(), by, REASON)
      const keys = rows.map(({ balance_key }) => balance_key)
      const wallets = await money.lockMove(q, tenant_id, organisation_id, ids, keys)
      if (wallets.some(({ seq, credit_limit }) => seq !== null || credit_limit > 0)) requireRight(walletChange.access, actor)
      const used = wallets.find(({ used }) => used !== null)
      if (used?.used) throw new Used(used.name, used.used)
      const owing = new Set(rows.flatMap(({ customer_id, balance }) => (balance < 0 ? customer_id : [])))
      for (const wallet of wallets) await takeBack(q, context, wallet, owing.has(wallet.customer_id) ? -1 : 1, by)
      await freeNames(q, tenant_id, organisation_id, ids)
      if (move.plan_ids.length > 0) requireRight(planAdd.access, actor)
      await removePlans(q, context, move.plan_ids, REASON)
      await setUndone(q, tenant_id, move_id, now(), by)
      const subject = { kind: 'organisation', id: organisation_id, name: organisation_name, organisation_id }
      await audit({ subject, before: { rows: ids.length }, after: { rows: 0 }, reason: REASON }, q)
      return { ids, used: null }
    })
  try {
    const { ids } = await retry(work)
    for (const id of ids) sessions.forgetOrganisation(id)
    return { customers: ids.length, used: null }
  } catch (error) {
    if (!(error instanceof Used)) throw refusalOf(error)
    await audit(null)
    return { customers: 0, used: { name: error.customer, why: error.why } }
  }
}

/** Thrown to roll the transaction back, so that nothing of the move is undone. */
class Used extends Error {
  readonly customer: string
  readonly why: 'sold' | 'booked'
  constructor(customer: string, why: 'sold' | 'booked') {
    super(why)
    this.customer = customer
    this.why = why
  }
}

/** Takes back what the move booked for one customer, and suspends that customer. `sign`: -1 if the move booked a debt, 1 otherwise. */
async function takeBack(q: Query, { actor, money, now, audit }: Undoing, wallet: Moved, sign: 1 | -1, by: string) {
  const { customer_id, name, seq, amount, credit_limit } = wallet
  const { tenant_id, user_id, organisation_id: actor_id } = actor
  // Taking back exactly what the move booked needs no second person, because the move's own bookings followed the rules for such amounts (decision 0089).
  const booking = () => ({ tenant_id, key: newId(), id: newId(), user_id, actor_id, customer_id, remarks: REASON, hands: null })
  if (seq !== null) await money.correctWallet({ ...booking(), corrects: Number(seq), amount: amount ?? 0 }, q)
  if (credit_limit > 0) await money.changeWallet({ ...booking(), type: 'credit_limit', amount: 0, payment_mode: '' }, q)
  await setActive(q, actor, customer_id, false)
  await setStopped(q, tenant_id, customer_id, now(), by, REASON)
  const before = { is_active: true, balance: moneyText(sign * (amount ?? 0)), credit_limit: moneyText(credit_limit) }
  const after = { is_active: false, balance: moneyText(0), credit_limit: moneyText(0) }
  await audit({ subject: { kind: 'customer', id: customer_id, name, organisation_id: customer_id }, before, after, reason: REASON }, q)
}
