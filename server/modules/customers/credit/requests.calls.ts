// Calls about requests for a second person: the list, the decision, and the amount above which a second person is needed.
import { walletChange, walletCorrect } from '../../../../contract/customers/credit.ts'
import { autoCreditUpdate, creditRulesUpdate, type requestTypes } from '../../../../contract/customers/credit-rules.ts'
import { liveDiscountsPlatform } from '../../../../contract/goods/live-prices.ts'
import { assignedChange, planUpdate } from '../../../../contract/goods/prices.ts'
import type { Access } from '../../../../contract/kit/access.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import { exchangeRateAdd, liveProductsUpdate } from '../../../../contract/live/live-products.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { requireRight } from '../../../kit/rights.ts'
import { refusalOf } from '../../../money/refusals.ts'
import { bookingContent } from '../../../money/wallets.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { applyPrices } from '../../goods/prices/prices.ts'
import { applyLive } from '../../live/live-products/live-products.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { askOnce, hasNoSecondPerson, NOBODY_SECOND, ownHands } from '../../people/approvals/approvals.ts'
import { recordOf } from './booking.ts'
import { seenBy } from './request-deciders.ts'
import { LOCK, oneRequest, type Request, requests, requestsCount, ruleOf, setApprovalRule } from './requests.sql.ts'

type Requests = Pick<Handlers, 'creditRequestsList' | 'creditRequestDecide' | 'creditRulesUpdate'>

/** The right that a user needs to decide a request: the same right as for making such a change. */
const rightTo: Record<(typeof requestTypes)[number], Access> = {
  top_up: walletChange.access,
  credit_limit: walletChange.access,
  correction: walletCorrect.access,
  moved_in: walletChange.access,
  auto_credit: autoCreditUpdate.access,
  auto_resume: autoCreditUpdate.access,
  approval_rule: creditRulesUpdate.access,
  own_prices: assignedChange.access,
  plan_prices: planUpdate.access,
  live_prices: liveProductsUpdate.access,
  live_discounts: liveDiscountsPlatform.access,
  exchange_rate: exchangeRateAdd.access,
}

const recordOfRule = (above: number | null) => ({ credit_approval_above: above === null ? null : moneyText(above) })
const textOf = (amount: number | null): Record<string, string> => (amount === null ? {} : { amount: moneyText(amount) })
/** Whether the request is for a booking. If so, the notice about the decision names the amount; otherwise it names what the request is about. */
const isBooking = ({ type }: Pick<Request, 'type'>) => type === 'top_up' || type === 'credit_limit' || type === 'correction'

export const creditRequests: Requests = {
  creditRequestsList: async (asked, context) => {
    const { actor, db } = context
    const { rows, total_count, above } = await db.list(actor, async (q) => ({
      rows: await requests(q, actor, asked),
      total_count: await requestsCount(q, actor, asked),
      above: await ruleOf(q, actor.tenant_id, actor.organisation_id),
    }))
    const content = await seenBy(context, rows, rightTo)
    return { ...listed(asked, content, total_count), credit_approval_above: above }
  },

  creditRequestDecide: async ({ request_id, action, reason = '' }, context) => {
    const { actor, db, money, now, audit } = context
    const { tenant_id, user_id, organisation_id: actor_id } = actor
    const name = actor.full_name || actor.username
    const hands = await ownHands(context)
    await db.write(tenant_id, async (q) => {
      const [request] = await oneRequest(q, actor, request_id)
      if (!request) throw new Refusal('not_found')
      requireRight(rightTo[request.type], actor)
      const { customer_id, customer_name, type, amount, corrects, asked_by } = request
      const isYes = action === 'approve'
      const content = bookingContent(customer_id, type, amount ?? 0, corrects)
      const decision = { tenant_id, request_id, user_id, actor_id, content, id: newId(), approve: isYes, reason, hands }
      const changed = await money.decideCreditRequest(q, { ...decision, name }).catch((error: unknown) => {
        throw refusalOf(error)
      })
      if (isYes) await applyPrices(q, context, request.payload)
      if (isYes) await applyLive(q, context, request.payload)
      if (isYes && type === 'approval_rule') await setApprovalRule(q, tenant_id, request.organisation_id, amount)
      const figures = changed ? recordOf(changed) : { before: {}, after: { ...textOf(amount), type } }
      const before = { ...figures.before, state: 'waiting' }
      const after = { ...figures.after, state: isYes ? 'approved' : 'refused', asked_by }
      await audit({ subject: { kind: 'customer', id: customer_id, name: customer_name, organisation_id: customer_id }, before, after, reason }, q)
      const data = { name, customer: customer_name, ...textOf(amount), reason }
      const kind = isBooking(request) ? (isYes ? 'credit_approved' : 'credit_refused') : isYes ? 'approval_given' : 'approval_denied'
      await putNotice(q, now(), { organisation_id: request.asker_organisation_id, user_id: request.asker_id, kind, data })
    })
    return {}
  },

  /** Sets the amount above which credit needs a second person. One person may lower it; raising or removing it needs a second person. */
  creditRulesUpdate: async ({ credit_approval_above: after = null }, context) => {
    const { actor, db, audit } = context
    const { tenant_id, organisation_id: id, organisation_name: name } = actor
    const [hands, alone] = [await ownHands(context), await hasNoSecondPerson(context, id)]
    return db.write(tenant_id, async (q) => {
      const before = await ruleOf(q, tenant_id, id, LOCK)
      const isLoosened = before !== null && (after === null || after > before)
      const subject = { kind: 'organisation', id, name, organisation_id: id }
      if (isLoosened && !alone) {
        const request = { organisation_id: id, wallet_id: null, type: 'approval_rule', amount: after, payload: { before } }
        const isNew = await askOnce(q, context, hands, request, name)
        await audit(isNew ? { subject, before: { state: 'unchanged', ...recordOfRule(before) }, after: { state: 'waiting', ...recordOfRule(after) } } : null, q)
        return { state: 'waiting' }
      }
      await setApprovalRule(q, tenant_id, id, after)
      await audit({ subject, before: recordOfRule(before), after: { ...recordOfRule(after), ...(isLoosened ? NOBODY_SECOND : {}) } }, q)
      return { state: 'done' }
    })
  },
}
