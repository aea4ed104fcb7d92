// Four eyes: which accounts count as one person, who is alone, and asking for a second person (decision 0019). The module's front door.
import type { Money } from '../../../../contract/kit/money.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { NoticeKind } from '../../../../contract/messages/notices.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query, ReadDb } from '../../../postgres/db.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { addHand, addRequest, behind, decidersOf, hadNoSecondPerson, isAskedAlready, type NewRequest, type What } from './approvals.sql.ts'

export { type Decider, decidersOf, type Hand, handsOn } from './approvals.sql.ts'

type ApprovalContext = Pick<Context, 'now'> & { db: ReadDb; actor: SignedIn }

/** For this many days two accounts count as one person, after one of them made, reset or stopped the other (had a "hand" on it). */
export const HAND_DAYS = 7
export const handsSince = (now: Date) => new Date(now.getTime() - HAND_DAYS * 24 * 60 * 60_000)

/** The tenant of the platform's own people. */
const PLATFORM = 0

const nameOf = ({ full_name, username }: Pick<SignedIn, 'full_name' | 'username'>) => full_name || username

/** Records a hand, in the transaction that makes, resets or stops an account. `tenant_id`: the account's own. A hand on one's own account is not recorded. */
export async function layHand(q: Query, actor: SignedIn, now: Date, tenant_id: number, user_id: string, what: What): Promise<void> {
  if (user_id === actor.user_id) return
  await addHand(q, tenant_id, user_id, { hand_id: actor.user_id, what, hand_name: nameOf(actor), laid_at: now.toISOString() })
}

/** For each of these accounts all accounts that may belong to the same person, itself included. */
export async function handsOf(
  { db, now }: Pick<ApprovalContext, 'db' | 'now'>,
  tenant_id: number,
  user_ids: readonly string[],
): Promise<Map<string, string[]>> {
  const since = handsSince(now())
  const rows = await db.read(tenant_id, (q) => behind(q, tenant_id, user_ids, since))
  const away = [...new Set(rows.filter(({ is_here }) => !is_here).map(({ id }) => id))]
  const more = tenant_id === PLATFORM || away.length === 0 ? [] : await db.read(PLATFORM, (q) => behind(q, PLATFORM, away, since))
  const hands = (id: string) => [id, ...more.filter(({ root }) => root === id).map((row) => row.id)]
  return new Map(user_ids.map((user_id) => [user_id, [...new Set(rows.filter(({ root }) => root === user_id).flatMap(({ id }) => hands(id)))]]))
}

export const ownHands = async (ground: ApprovalContext): Promise<string[]> =>
  (await handsOf(ground, ground.actor.home_tenant_id, [ground.actor.user_id])).get(ground.actor.user_id) ?? []

/** Whether for seven days nobody else in the organisation could have approved: then the change does not wait, and the audit log says so. */
export async function hasNoSecondPerson({ actor, db, now }: ApprovalContext, organisation_id: string): Promise<boolean> {
  const tenant_id = organisation_id === actor.home_organisation_id ? actor.home_tenant_id : actor.tenant_id
  return db.read(tenant_id, (q) => hadNoSecondPerson(q, tenant_id, organisation_id, actor.user_id, handsSince(now())))
}

/** Audit entry of a change made without a second person, because there is none. */
export const NOBODY_SECOND = { second_person: 'nobody' } as const

/** Puts the request on the waiting list and notifies everybody who may decide. False: a request with this id exists. */
export async function putRequest(
  q: Query,
  { actor, now }: ApprovalContext,
  request: NewRequest,
  about: { customer: string; kind?: NoticeKind },
): Promise<boolean> {
  const at = now()
  if ((await addRequest(q, actor, request, at)).length === 0) return false
  const { organisation_id } = request
  const data = { name: nameOf(actor), customer: about.customer, ...(request.amount === null ? {} : { amount: moneyText(request.amount) }) }
  const people = (await decidersOf(q, actor.tenant_id, [organisation_id])).filter(({ user_id }) => user_id !== actor.user_id)
  for (const { user_id } of people) await putNotice(q, at, { organisation_id, user_id, kind: about.kind ?? 'credit_request', data })
  if (people.length === 0) await putNotice(q, at, { organisation_id, kind: about.kind ?? 'credit_request', data })
  return true
}

type Loosening = Omit<NewRequest, 'id' | 'remarks' | 'hands'> & { remarks?: string; amount: Money | null }

/**
 * Puts a request to loosen a guard on the waiting list. The same request is made once, however often it is sent; a different one replaces the one before.
 * False: already waiting.
 */
export async function askOnce(q: Query, ground: ApprovalContext, hands: readonly string[], asked: Loosening, customer: string): Promise<boolean> {
  const request: NewRequest = { remarks: '', ...asked, id: newId(), hands }
  if (await isAskedAlready(q, ground.actor, request, ground.now())) return false
  return putRequest(q, ground, request, { customer, kind: 'approval_request' })
}
