// One booking: at once, or waiting for a second person where it is above what one person books alone; its line in the audit log in the same transaction.
import type { Calls } from '../../../contract/index.ts'
import type { OutputOf } from '../../../contract/kit/call.ts'
import { moneyText } from '../../../contract/kit/money.ts'
import { retry } from '../../kit/db.ts'
import { Refusal } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Context } from '../../kit/mount.ts'
import { refusalOf } from '../../money/refusals.ts'
import type { WalletChanged } from '../../money/wallets.ts'
import { putNotice } from '../notices/notices.ts'
import { addRequest, type Booking, deciders, type Standing, standingOf } from './requests.sql.ts'

type Ground = Pick<Context<Calls['walletChange']>, 'actor' | 'db' | 'money' | 'now' | 'audit'>
export type Change = OutputOf<Calls['walletChange']>

/** By how much somebody could spend more. A credit taken back wants the same second person as the credit did. */
const riseOf = ({ type, amount }: Booking, { credit_limit }: Standing) => (type === 'credit_limit' ? amount - credit_limit : amount)

/** A key that was booked, or asked, before is answered as it was then. */
export async function book(ground: Ground, booking: Booking): Promise<Change> {
  const { actor, db } = ground
  const [standing] = await db.read(actor.tenant_id, (q) => standingOf(q, actor, booking))
  if (standing && !standing.is_booked) {
    if (standing.state && !standing.is_same) throw new Refusal('key_reused')
    if (standing.state === 'refused') throw new Refusal('request_over')
    if (standing.state) return askedBefore(ground, booking, standing)
    if (standing.above !== null && riseOf(booking, standing) > standing.above) return ask(ground, booking, standing)
  }
  return { state: 'booked', ...(await change(ground, booking, standing?.name ?? '')) }
}

async function askedBefore({ now, audit }: Ground, booking: Booking, standing: Standing): Promise<Change> {
  await audit(null)
  return waiting(booking, standing, standing.asked_at ?? now())
}

/** Safe to repeat when the connection breaks: it carries a key. What was booked before is written down already. */
function change({ actor, db, money, audit }: Ground, { key, ...booking }: Booking, name: string): Promise<WalletChanged> {
  const { tenant_id, user_id, organisation_id: actor_id } = actor
  const { customer_id, remarks: reason } = booking
  const work = () =>
    db.write(tenant_id, async (q) => {
      const id = newId()
      const who = { tenant_id, key, user_id, actor_id, id }
      const changed = await (booking.corrects === undefined ? money.changeWallet({ ...who, ...booking }, q) : money.correctWallet({ ...who, ...booking }, q))
      const subject = { kind: 'customer', id: customer_id, name, organisation_id: customer_id }
      await audit(changed.id === id ? { subject, ...recordOf(changed), reason } : null, q)
      return changed
    })
  return retry(work).catch((error: unknown) => {
    throw refusalOf(error)
  })
}

async function ask(ground: Ground, booking: Booking, standing: Standing): Promise<Change> {
  const { actor, db, now, audit } = ground
  const at = now()
  const { customer_id: id, type, remarks: reason } = booking
  const isFirst = await db.write(actor.tenant_id, async (q) => {
    if ((await addRequest(q, actor, booking, at)).length === 0) return false
    const amount = moneyText(booking.amount)
    const data = { name: actor.full_name || actor.username, customer: standing.name, amount }
    const people = await deciders(q, actor.tenant_id, standing.parent_id, actor.user_id)
    for (const person of people.length > 0 ? people : [{}])
      await putNotice(q, at, { ...person, organisation_id: standing.parent_id, kind: 'credit_request', data })
    await audit({ subject: { kind: 'customer', id, name: standing.name, organisation_id: id }, after: { state: 'waiting', type, amount }, reason }, q)
    return true
  })
  // Asked by the same key in the same moment: that one's standing says whether it was for the same.
  return isFirst ? waiting(booking, standing, at) : book(ground, booking)
}

const waiting = ({ customer_id, amount }: Booking, { balance, credit_limit, available }: Standing, at: Date): Change => ({
  state: 'waiting',
  ...{ customer_id, amount, balance_before: balance, balance_after: balance, credit_limit_before: credit_limit, credit_limit_after: credit_limit },
  ...{ available, created_at: at.toISOString() },
})

/** What the log says of a booking. */
export function recordOf({ balance_before, balance_after, credit_limit_before, credit_limit_after }: WalletChanged) {
  const before = { balance: moneyText(balance_before), credit_limit: moneyText(credit_limit_before) }
  return { before, after: { balance: moneyText(balance_after), credit_limit: moneyText(credit_limit_after) } }
}
