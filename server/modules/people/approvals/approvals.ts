// The module's public interface for the four-eyes rule: which accounts count as one person, whether there is no second person, and requests for a second
// person (decision 0019).
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

/**
 * For how many days two accounts count as one person after one of them made or reset the other, and for how many days an account that was deactivated still
 * counts as a second person.
 */
export const HAND_DAYS = 7
export const handsSince = (now: Date) => new Date(now.getTime() - HAND_DAYS * 24 * 60 * 60_000)

/** The tenant that the platform's own users belong to. */
const PLATFORM = 0

const nameOf = ({ full_name, username }: Pick<SignedIn, 'full_name' | 'username'>) => full_name || username

/**
 * Records that the actor made, reset or deactivated an account ("has a hand on it"), in the caller's transaction. An account that only loses rights counts as
 * deactivated too. `tenant_id`: the account's tenant. For the actor's own account nothing is recorded.
 */
export async function layHand(q: Query, actor: SignedIn, now: Date, tenant_id: number, user_id: string, what: What): Promise<void> {
  if (user_id === actor.user_id) return
  await addHand(q, tenant_id, user_id, { hand_id: actor.user_id, what, hand_name: nameOf(actor), laid_at: now.toISOString() })
}

/** For each of these accounts, the ids of all accounts that may belong to the same person. The account's own id is among them. */
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

/**
 * Whether in the last seven days nobody else in the organisation could have approved. If so, a change does not wait for a second person, and the audit log
 * records this.
 */
export async function hasNoSecondPerson({ actor, db, now }: ApprovalContext, organisation_id: string): Promise<boolean> {
  const tenant_id = organisation_id === actor.home_organisation_id ? actor.home_tenant_id : actor.tenant_id
  return db.read(tenant_id, (q) => hadNoSecondPerson(q, tenant_id, organisation_id, actor.user_id, handsSince(now())))
}

/** What the audit log says about a change that one person made alone, because there is no second person. */
export const NOBODY_SECOND = { second_person: 'nobody' } as const

/**
 * Puts a request on the waiting list and notifies the other users of the organisation who may decide requests; if there are none, its managers. Returns false
 * if there is a request with this id.
 */
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
 * Puts a request to loosen a limit on the waiting list. If the asker's request about the same limit waits already, the new one replaces it. Returns false if
 * the very same request waits already.
 */
export async function askOnce(q: Query, ground: ApprovalContext, hands: readonly string[], asked: Loosening, customer: string): Promise<boolean> {
  const request: NewRequest = { remarks: '', ...asked, id: newId(), hands }
  if (await isAskedAlready(q, ground.actor, request, ground.now())) return false
  return putRequest(q, ground, request, { customer, kind: 'approval_request' })
}
