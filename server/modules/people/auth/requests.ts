// Decides sign-ins that wait for approval. Only another person with the right can decide, and to approve they must type the number that the asking screen
// shows.
import { timingSafeEqual } from 'node:crypto'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { ownHands } from '../approvals/approvals.ts'
import { countNumber, decideRequest, requestToDecide } from './logins.sql.ts'

const NUMBERS_WRONG_MAX = 3

const isNumber = (given: string, wanted: string) => given.length === wanted.length && timingSafeEqual(Buffer.from(given), Buffer.from(wanted))

export const decide: Handlers['loginRequestDecide'] = async ({ reference_id, action, number, reason = '' }, context) => {
  const { actor, db, now, audit } = context
  const hands = await ownHands(context)
  const { tenant_id } = actor
  const state = action === 'approve' ? 'approved' : 'refused'
  // A wrong number must stay counted, so the request is refused only after the transaction has committed.
  const isRight = await db.write(tenant_id, async (q) => {
    const [request] = await requestToDecide(q, actor, reference_id)
    if (!request) throw new Refusal('not_found')
    if (request.user_id === actor.user_id) throw new Refusal('own_request')
    // The user who is to be approved may have made or reset the account that decides.
    if (hands.includes(request.user_id)) throw new Refusal('same_hand')
    if (request.state !== 'waiting' || Date.parse(request.expires_at) <= now().getTime()) throw new Refusal('request_over')
    if (state === 'approved' && number === undefined) throw refuseField('number', 'required')
    if (state === 'approved' && !isNumber(number ?? '', request.approval_number)) {
      await countNumber(q, tenant_id, reference_id, NUMBERS_WRONG_MAX)
      return false
    }
    const by = actor.full_name || actor.username
    if ((await decideRequest(q, tenant_id, reference_id, state, by, now(), reason)).length === 0) throw new Refusal('request_over')
    const subject = { kind: 'login_request', id: reference_id, name: request.full_name || request.username, organisation_id: request.organisation_id }
    await audit({ subject, before: { state: 'waiting' }, after: { state }, reason }, q)
    return true
  })
  if (!isRight) throw new Refusal('number_wrong')
  return {}
}
