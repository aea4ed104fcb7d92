// Makes one booking: immediately, or as a request that waits for a second person if it is above what one person may book alone. The booking or the request is
// logged in the same transaction.
import type { Calls } from '../../../../contract/index.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Context } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { needsSecond, refusalOf } from '../../../money/refusals.ts'
import type { Hands, WalletChanged } from '../../../money/wallets.ts'
import { type Query, retry } from '../../../postgres/db.ts'
import { hasNoSecondPerson, NOBODY_SECOND, ownHands, putRequest } from '../../people/approvals/approvals.ts'
import { type Booking, type Standing, standingOf } from './requests.sql.ts'

type BookingContext = Pick<Context<Calls['walletChange']>, 'actor' | 'db' | 'money' | 'now' | 'audit'>
export type Change = OutputOf<Calls['walletChange']>

/** `known`: the accounts that count as the same person as the asker, if the caller has already looked them up for several bookings. */
type Beside = {
  known?: readonly string[]
  /** Writes something in the transaction of the booking or the request, before either is written. If this function throws, neither is stored. */
  beside?: (q: Query, state: Change['state']) => Promise<unknown>
}

/**
 * Makes a booking, or returns the one that was made or requested under this key before. Throws if the key was used for another booking, or if that request was
 * refused.
 */
export async function book(ground: BookingContext, booking: Booking, { known, beside }: Beside = {}): Promise<Change> {
  const { actor, db } = ground
  const standing = await db.read(actor.tenant_id, (q) => standingOf(q, actor, booking))
  if (standing && !standing.is_booked) {
    if (standing.state && !standing.is_same) throw new Refusal('key_reused')
    if (standing.state === 'refused') throw new Refusal('request_over')
    if (standing.state) return askedBefore(ground, booking, standing)
  }
  const hands = known ?? (await ownHands(ground))
  const name = standing?.name ?? ''
  try {
    return { state: 'booked', ...(await change(ground, booking, name, hands, beside)) }
  } catch (error) {
    if (!standing || !needsSecond(error)) throw error
    if (await hasNoSecondPerson(ground, standing.parent_id)) return { state: 'booked', ...(await change(ground, booking, name, null, beside)) }
    return ask(ground, booking, standing, hands, beside)
  }
}

async function askedBefore({ now, audit }: BookingContext, booking: Booking, standing: Standing): Promise<Change> {
  await audit(null)
  return waiting(booking, standing, standing.asked_at ?? now().toISOString())
}

/**
 * Makes a booking under its key, so that a repeated request neither books nor logs anything again. `hands`: the accounts that count as the same person as
 * the asker; null if there is no second person who could approve.
 */
function change(
  { actor, db, money, audit }: BookingContext,
  { key, ...booking }: Booking,
  name: string,
  hands: Hands,
  beside?: Beside['beside'],
): Promise<WalletChanged> {
  const { tenant_id, user_id, organisation_id: actor_id } = actor
  const { customer_id, remarks: reason } = booking
  const work = () =>
    db.write(tenant_id, async (q) => {
      await beside?.(q, 'booked')
      const id = newId()
      const who = { tenant_id, key, user_id, actor_id, id, hands }
      const changed = await (booking.corrects === undefined
        ? money.changeWallet({ ...who, ...booking }, q)
        : booking.corrects === null
          ? money.openWithDebt({ ...who, ...booking }, q)
          : money.correctWallet({ ...who, ...booking }, q))
      const subject = { kind: 'customer', id: customer_id, name, organisation_id: customer_id }
      const { before, after } = recordOf(changed)
      await audit(changed.id === id ? { subject, before, after: { ...after, ...(hands ? {} : NOBODY_SECOND) }, reason } : null, q)
      return changed
    })
  return retry(work).catch((error: unknown) => {
    throw refusalOf(error)
  })
}

async function ask(ground: BookingContext, booking: Booking, standing: Standing, hands: readonly string[], beside?: Beside['beside']): Promise<Change> {
  const { actor, db, now, audit } = ground
  const at = now()
  const { key, customer_id: id, type, amount, payment_mode, remarks } = booking
  const request = {
    id: key,
    organisation_id: standing.parent_id,
    wallet_id: id,
    type,
    amount,
    payment_mode,
    remarks,
    corrects: booking.corrects ?? null,
    payload: {},
    hands,
  }
  const isFirst = await db.write(actor.tenant_id, async (q) => {
    await beside?.(q, 'waiting')
    if (!(await putRequest(q, ground, request, { customer: standing.name }))) return false
    const after = { state: 'waiting', type, amount: moneyText(amount) }
    await audit({ subject: { kind: 'customer', id, name: standing.name, organisation_id: id }, after, reason: remarks }, q)
    return true
  })
  // Without `isFirst`, a simultaneous request with the same key was stored first; book() then checks whether that request was for the same booking.
  return isFirst ? waiting(booking, standing, at.toISOString()) : book(ground, booking, { known: hands, ...(beside && { beside }) })
}

const waiting = ({ customer_id, amount }: Booking, { balance, credit_limit, available }: Standing, created_at: Instant): Change => ({
  state: 'waiting',
  customer_id,
  amount,
  balance_before: balance,
  balance_after: balance,
  credit_limit_before: credit_limit,
  credit_limit_after: credit_limit,
  available,
  created_at,
})

/** The balance and the credit limit before and after a booking, as the audit log shows them. */
export function recordOf({ balance_before, balance_after, credit_limit_before, credit_limit_after }: WalletChanged) {
  const before = { balance: moneyText(balance_before), credit_limit: moneyText(credit_limit_before) }
  return { before, after: { balance: moneyText(balance_after), credit_limit: moneyText(credit_limit_after) } }
}
