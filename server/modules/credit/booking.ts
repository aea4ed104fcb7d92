// One booking: at once, or waiting for a second person where it is above what one person books alone; and its line in the audit log.
import type { Calls } from '../../../contract/index.ts'
import type { OutputOf } from '../../../contract/kit/call.ts'
import { moneyText } from '../../../contract/kit/money.ts'
import { Refusal } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Context } from '../../kit/mount.ts'
import type { WalletChanged } from '../../money/money.ts'
import { refusalOf } from '../../money/refusals.ts'
import { putNotice } from '../notices/notices.ts'
import { bookingsWritten } from './credit.sql.ts'
import { addRequest, type Booking, type Standing, standingOf } from './requests.sql.ts'

type Ground = Pick<Context<Calls['walletChange']>, 'actor' | 'db' | 'money' | 'now' | 'audit'>
export type Change = OutputOf<Calls['walletChange']>
export type Booked = { change: WalletChanged; reason: string }

/** Sets a wallet's limit by so much, or its balance: what somebody could spend more. */
const riseOf = ({ type, amount }: Booking, { credit_limit }: Standing) => (type === 'top_up' ? amount : amount - credit_limit)

/** A key that was booked, or asked, before is answered as it was then. */
export async function book(ground: Ground, booking: Booking): Promise<Change> {
  const { actor, db } = ground
  const [standing] = await db.read(actor.tenant_id, (q) => standingOf(q, actor, booking))
  if (standing && !standing.is_booked) {
    if (standing.state && !standing.is_same) throw new Refusal('key_reused')
    if (standing.state === 'refused') throw new Refusal('request_over')
    if (standing.state) return waiting(booking, standing, standing.asked_at ?? ground.now())
    if (standing.above !== null && riseOf(booking, standing) > standing.above) return ask(ground, booking, standing)
  }
  return { state: 'booked', ...(await change(ground, booking)) }
}

function change({ actor, money }: Ground, { key, ...booking }: Booking): Promise<WalletChanged> {
  const { tenant_id, user_id, organisation_id: actor_id } = actor
  return money.changeWallet({ tenant_id, key, user_id, actor_id, id: newId(), ...booking }).catch((error: unknown) => {
    throw refusalOf(error)
  })
}

async function ask({ actor, db, now, audit }: Ground, booking: Booking, standing: Standing): Promise<Change> {
  const at = now()
  const { customer_id: id, type, remarks: reason } = booking
  await db.write(actor.tenant_id, async (q) => {
    if ((await addRequest(q, actor, booking, at)).length === 0) return audit(null)
    const amount = moneyText(booking.amount)
    const data = { name: actor.full_name || actor.username, customer: standing.name, amount }
    await putNotice(q, at, { organisation_id: standing.parent_id, kind: 'credit_request', data })
    await audit({ subject: { kind: 'customer', id, name: standing.name, organisation_id: id }, after: { state: 'waiting', type, amount }, reason }, q)
  })
  return waiting(booking, standing, at)
}

const waiting = ({ customer_id, amount }: Booking, { balance, credit_limit, available }: Standing, at: Date): Change => ({
  state: 'waiting',
  ...{ customer_id, amount, balance_before: balance, balance_after: balance, credit_limit_before: credit_limit, credit_limit_after: credit_limit },
  ...{ available, created_at: at.toISOString() },
})

/** What the log says of a booking. */
export function recordOf({ balance_before, balance_after, credit_limit_before, credit_limit_after, created_at: booked_at }: WalletChanged) {
  const before = { balance: moneyText(balance_before), credit_limit: moneyText(credit_limit_before) }
  return { before, after: { balance: moneyText(balance_after), credit_limit: moneyText(credit_limit_after), booked_at } }
}

/** Behind the books, which say the same in their own transaction. What a server left out that died in between, the same key's next answer makes good. */
export async function writeDown({ actor, db, audit }: Ground, done: readonly Booked[]): Promise<void> {
  await audit(null)
  if (done.length === 0) return
  await db.write(actor.tenant_id, async (q) => {
    const known = await bookingsWritten(q, actor.tenant_id, done.map(figuresOf))
    for (const { n, name, is_written } of known) {
      const booked = done[n - 1]
      if (!booked || is_written) continue
      const id = booked.change.customer_id
      await audit({ subject: { kind: 'customer', id, name, organisation_id: id }, ...recordOf(booked.change), reason: booked.reason }, q)
    }
  })
}

/** Two bookings of one wallet in one millisecond differ in what they left. */
function figuresOf({ change }: Booked) {
  const { balance_before, balance_after, credit_limit_before, credit_limit_after } = change
  const figure = balance_before !== balance_after ? balance_after : credit_limit_before !== credit_limit_after ? credit_limit_after : null
  return { customer_id: change.customer_id, booked_at: change.created_at, figure: figure === null ? null : moneyText(figure) }
}
