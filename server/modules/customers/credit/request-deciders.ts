// Waiting requests as one user sees them: who may decide each, and if this user may not, why not.
import type { requestTypes } from '../../../../contract/customers/credit-rules.ts'
import type { Calls } from '../../../../contract/index.ts'
import { type Access, allows } from '../../../../contract/kit/access.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Context } from '../../../http/mount.ts'
import { type Decider, decidersOf, HAND_DAYS, type Hand, handsOf, handsOn, handsSince, ownHands } from '../../people/approvals/approvals.ts'
import type { Request } from './requests.sql.ts'

type Row = OutputOf<Calls['creditRequestsList']>['content'][number]
type Rights = Record<(typeof requestTypes)[number], Access>

const DAY_MS = 24 * 60 * 60_000
const shared = (a: readonly string[], b: readonly string[]) => a.filter((id) => b.includes(id))

/** Rows of requests in the form that the actor may see. */
export async function seenBy(context: Context<Calls['creditRequestsList']>, rows: readonly Request[], rightTo: Rights): Promise<Row[]> {
  const { actor, db, now } = context
  const { tenant_id } = actor
  const own = await ownHands(context)
  const organisations = [...new Set(rows.map(({ organisation_id }) => organisation_id))]
  const people = await db.read(tenant_id, (q) => decidersOf(q, tenant_id, organisations))
  const hands = await handsOf(
    context,
    tenant_id,
    people.map(({ user_id }) => user_id),
  )
  const involved = [...new Set([...own, ...rows.flatMap((row) => row.hands)])]
  const laid = await db.read(tenant_id, (q) => handsOn(q, tenant_id, involved, handsSince(now())))
  const mayDecide =
    (row: Request) =>
    ({ user_id, organisation_id }: Decider) =>
      organisation_id === row.organisation_id && user_id !== row.asker_id && shared(hands.get(user_id) ?? [], row.hands).length === 0
  const barred = (row: Request) => barredBy(actor.user_id, own, row, laid) ?? (allows(rightTo[row.type], actor) ? null : NO_RIGHT)
  return rows.map((row) => ({
    ...row,
    type: row.payment_mode === 'moved_in' ? 'moved_in' : row.type,
    is_own: row.asker_id === actor.user_id,
    deciders: row.state === 'waiting' ? people.filter(mayDecide(row)).map(({ name }) => name) : [],
    barred: row.state === 'waiting' ? barred(row) : null,
    rule: ruleOf(row.payload),
    below: row.payload.below ?? [],
    before: row.payload.before ?? null,
  }))
}

type Barred = NonNullable<Row['barred']>
const NO_RIGHT: Barred = { why: 'right', account: '', hand: '', is_mine: false, laid_at: null, until: null }

/** Why this user may not decide: the request is their own, or one person may be behind their account and the asker's. Null if the user may decide. */
function barredBy(user_id: string, own: readonly string[], { asker_id, hands }: Request, laid: readonly Hand[]): Barred | null {
  if (asker_id === user_id) return { ...NO_RIGHT, why: 'own' }
  const both = shared(own, hands)
  if (both.length === 0) return null
  const ofBoth = laid.filter(({ hand_id }) => both.includes(hand_id))
  const hand = ofBoth.find((one) => one.user_id === user_id || one.user_id === asker_id) ?? ofBoth[0]
  const until = hand ? new Date(Date.parse(hand.laid_at) + HAND_DAYS * DAY_MS).toISOString() : null
  return {
    why: 'hand',
    account: hand?.account_name ?? '',
    hand: hand?.hand_name ?? '',
    is_mine: hand?.hand_id === user_id,
    laid_at: hand?.laid_at ?? null,
    until,
  }
}

/** The rule of automatic credit that the request would set; null for requests about anything else. */
function ruleOf({ balance_trigger, balance_topup, daily_limit }: Request['payload']): Row['rule'] {
  if (balance_trigger === undefined || balance_topup === undefined || daily_limit === undefined) return null
  return { balance_trigger, balance_topup, daily_limit }
}
