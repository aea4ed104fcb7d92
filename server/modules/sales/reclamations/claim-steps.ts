// Moves claims one by one, each in its own transaction with its audit row and its notice. Returns the outcome of each claim and, if another user had already
// moved the claim, who did so.
import type { Calls } from '../../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { type ReclaimRule, type ReclaimStep, reclaimRules } from '../../../../contract/sales/reclamations.ts'
import type { Context } from '../../../http/mount.ts'
import { codeOf, isBusy, Refusal, refuseField } from '../../../kit/errors.ts'
import { newIdAt } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { isLost, NO_ANSWER } from '../../../postgres/pool.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { hasNoSecondPerson, NOBODY_SECOND, ownHands } from '../../people/approvals/approvals.ts'
import { mailComment } from './comment-mail.ts'
import { type Claim, oneClaim, standings } from './reclamations.sql.ts'
import { actingAs, claimSubject, organisationFor, personFor } from './reclamations.ts'

export type Deciding = Context<Calls['reclaimsList']> | Context<Calls['reclaimAnswers']> | Context<Calls['reclaimListSend']>
/** What moving one claim needs; a reply by mail has no request (replies.ts). */
export type Moving = Pick<Deciding, 'actor' | 'money' | 'now' | 'audit' | 'keys' | 'clock' | 'post'> & Partial<Pick<Deciding, 'jobs'>>
export type Decision = {
  step: ReclaimStep
  note: string
  proof: NonNullable<InputOf<Calls['reclaimsList']>['proof']> | null
}
type Decided = OutputOf<Calls['reclaimsList']>['results'][number]
type Hands = readonly string[] | null

/** What an error code (SQLSTATE) of the money functions means for a claim. If the database does not answer, it is unknown whether the step was made. */
const OUTCOMES: Record<string, Decided['outcome']> = {
  PX404: 'not_found',
  PX414: 'over',
  PX415: 'own_claim',
  PX416: 'second_needed',
  PX417: 'same_hand',
  PX435: 'reclaimed_before',
  [NO_ANSWER]: 'not_known',
}

/** Refuses a step whose required note or proof is missing, naming that field. */
export function refuseUnsaid({ step, note, proof }: Decision): void {
  const { needs }: ReclaimRule = reclaimRules[step]
  if (needs === 'note' && note === '') throw refuseField('note', 'required')
  if (needs === 'proof' && !proof) throw refuseField('proof', 'required')
  // The name of a supplier's employee alone is not accepted as a proof, so a note is required with it.
  if (needs === 'proof' && proof?.kind === 'person' && note === '') throw refuseField('note', 'required')
}

export async function decide(context: Deciding, ids: readonly string[], asked: Decision): Promise<Decided[]> {
  refuseUnsaid(asked)
  const hands = asked.step === 'accept' && !(await hasNoSecondPerson(context, context.actor.organisation_id)) ? await ownHands(context) : null
  const outcomes = new Map<string, Decided['outcome']>()
  for (const id of new Set(ids)) outcomes.set(id, await outcomeOf(context, id, asked, hands))
  const { actor, db } = context
  const known = new Map((await db.read(actor.tenant_id, (q) => standings(q, actor, ids))).map((row) => [row.reclaim_id, row]))
  return [...outcomes].map(([reclaim_id, outcome]) => {
    const row = known.get(reclaim_id)
    if (!row) return { reclaim_id, number: null, outcome, state: null, by: '', at: null }
    const { number, state, organisation_id, organisation_name, name, at } = row
    const by = personFor(actor, organisation_id, name) || organisationFor(actor, organisation_id, organisation_name)
    return { reclaim_id, number, outcome, state, by, at }
  })
}

async function outcomeOf(context: Deciding, id: string, asked: Decision, hands: Hands): Promise<Decided['outcome']> {
  const { actor, db } = context
  try {
    await db.write(actor.tenant_id, (q) => moveOne(q, context, id, asked, hands))
    return 'done'
  } catch (error) {
    if (error instanceof Refusal && error.code === 'not_found') return 'not_found'
    const outcome = OUTCOMES[codeOf(error)] ?? (isBusy(error) || isLost(error) ? 'not_known' : undefined)
    if (!outcome) throw error
    return outcome
  }
}

/** Moves one claim in the caller's transaction. Throws not_found, or the errors of the money functions. */
export async function moveOne(q: Query, context: Moving, id: string, { step, note, proof }: Decision, hands: Hands): Promise<void> {
  const { actor, money, now, audit } = context
  const [claim] = await oneClaim(q, actor, id, now())
  if (!claim) throw new Refusal('not_found')
  const { to, who, from }: ReclaimRule = reclaimRules[step]
  const acting = actingAs(actor)
  const says = { before: { state: claim.state }, after: { state: to ?? claim.state }, ...(note ? { reason: note } : {}) }
  if (step === 'accept') {
    const refunded = await money.acceptReclamation(q, { ...acting, claim_id: id, refund_id: newIdAt(now()), hands, note })
    const after = { ...says.after, amount: moneyText(refunded), ...(hands ? {} : NOBODY_SECOND) }
    await audit({ ...says, subject: claimSubject(claim), after }, q)
  } else {
    // Only the state that was just read is allowed: if another user moves the claim in between, the step fails.
    const states = from.filter((state) => state === claim.state)
    await money.stepReclamation(q, { ...acting, claim_id: id, step, from: states, to, who, note, proof })
    const after = { ...says.after, ...(proof ? { proof: proof.kind } : {}) }
    await audit({ ...says, subject: claimSubject(claim), after }, q)
  }
  await tell(q, context, claim, step, note)
  // A rejection needs a note, which answers the claim as a message does.
  if (step === 'message' || step === 'reject') await mailComment(q, context, claim, note)
}

/**
 * Notifies the shop of each step that somebody else takes. When the shop writes a message, notifies the organisation that decides the claim; when a claim is
 * passed on, notifies the organisation above that gets it.
 */
async function tell(
  q: Query,
  { actor, now }: Pick<Moving, 'actor' | 'now'>,
  { reclaim_id, seller_id, desk_id, number, seller_name }: Claim,
  step: ReclaimStep,
  reason: string,
): Promise<void> {
  const data = { number: String(number), name: seller_name, reason }
  if (actor.organisation_id !== seller_id) {
    const kind = step === 'accept' ? 'reclaim_accepted' : step === 'reject' ? 'reclaim_rejected' : 'reclaim_moved'
    await putNotice(q, now(), { organisation_id: seller_id, kind, data })
  } else await putNotice(q, now(), { organisation_id: desk_id, kind: 'reclaim_message', data })
  if (step !== 'hand_on') return
  const [above] = await oneClaim(q, actor, reclaim_id, now())
  if (above) await putNotice(q, now(), { organisation_id: above.desk_id, kind: 'reclaim_new', data: { ...data, count: '1' } })
}
