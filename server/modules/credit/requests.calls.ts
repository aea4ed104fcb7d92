// Bookings above what one person may do alone: which wait, a second person's word on them, and the amount they begin at.
import { moneyText } from '../../../contract/kit/money.ts'
import { Refusal } from '../../kit/errors.ts'
import { newId } from '../../kit/ids.ts'
import type { Handlers } from '../../kit/mount.ts'
import { refusalOf } from '../../money/refusals.ts'
import { bookingContent } from '../../money/wallets.ts'
import { putNotice } from '../notices/notices.ts'
import { recordOf } from './booking.ts'
import { oneRequest, ownRule, requests, requestsCount, setApprovalRule } from './requests.sql.ts'

type Requests = Pick<Handlers, 'creditRequestsList' | 'creditRequestDecide' | 'creditRulesUpdate'>

const ruleOf = (above: number | null) => ({ credit_approval_above: above === null ? null : moneyText(above) })

export const creditRequests: Requests = {
  creditRequestsList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await requests(q, actor, asked)
      const content = rows.map((row) => ({ ...row, asked_at: row.asked_at.toISOString(), decided_at: row.decided_at?.toISOString() ?? null }))
      const filters = { page: asked.page, limit: asked.limit, total_count: await requestsCount(q, actor, asked) }
      return { content, filters, credit_approval_above: await ownRule(q, actor) }
    }),

  creditRequestDecide: async ({ request_id, action, reason = '' }, { actor, db, money, now, audit }) => {
    const { tenant_id, user_id, organisation_id: actor_id } = actor
    const name = actor.full_name || actor.username
    await db.write(tenant_id, async (q) => {
      const [request] = await oneRequest(q, actor, request_id)
      if (!request) throw new Refusal('not_found')
      const { customer_id, customer_name, type, amount, asked_by } = request
      const content = bookingContent(customer_id, type, amount)
      const decision = { tenant_id, request_id, user_id, actor_id, content, id: newId(), approve: action === 'approve', reason }
      const changed = await money.decideCreditRequest(q, { ...decision, name }).catch((error: unknown) => {
        throw refusalOf(error)
      })
      const figures = changed ? recordOf(changed) : { before: {}, after: { amount: moneyText(amount) } }
      const before = { ...figures.before, state: 'waiting' }
      const after = { ...figures.after, state: changed ? 'approved' : 'refused', asked_by }
      await audit({ subject: { kind: 'customer', id: customer_id, name: customer_name, organisation_id: customer_id }, before, after, reason }, q)
      const data = { name, customer: customer_name, amount: moneyText(amount), reason }
      const kind = changed ? 'credit_approved' : 'credit_refused'
      await putNotice(q, now(), { organisation_id: request.asker_organisation_id, user_id: request.asker_id, kind, data })
    })
    return {}
  },

  creditRulesUpdate: async ({ credit_approval_above }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const before = await ownRule(q, actor)
      const after = credit_approval_above ?? null
      await setApprovalRule(q, actor, after)
      const { organisation_id: id, organisation_name: name } = actor
      await audit({ subject: { kind: 'organisation', id, name, organisation_id: id }, before: ruleOf(before), after: ruleOf(after) }, q)
    })
    return {}
  },
}
