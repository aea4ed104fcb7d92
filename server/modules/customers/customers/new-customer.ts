// Adds a customer: organisation, wallet, first manager and registration link, all or nothing. The key becomes the customer's id, so one key makes only one
// customer, even if it is sent several times.

import { walletChange } from '../../../../contract/customers/credit.ts'
import { type customerAdd, giveable } from '../../../../contract/customers/customer-changes.ts'
import { assignedChange } from '../../../../contract/goods/prices.ts'
import { accountRole } from '../../../../contract/kit/access.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { codeOf, Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { requireRight } from '../../../kit/rights.ts'
import type { Audit } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import { refreshSearch } from '../../../postgres/organisation-search.ts'
import { planNotBelowCost } from '../../goods/prices/prices.ts'
import { layHand } from '../../people/approvals/approvals.ts'
import { openRegistration, suggestions } from '../../people/registrations/registrations.ts'
import { book } from '../credit/credit.ts'
import {
  addManager,
  addOrganisation,
  changeOrganisation,
  type Fields,
  isPlanOf,
  madeBefore,
  openWallet,
  type Parent,
  parentOf,
} from './customer-changes.sql.ts'
import { giveNumber, UNIQUE } from './customer-number.ts'

/** The input for a new customer, without the transaction key, which is passed separately. */
export type CustomerInput = Omit<InputOf<typeof customerAdd>, 'transaction_key'>
/** The same input after the role and the full name, which may be left out, have been filled in. */
type NewCustomer = CustomerInput & { account_role: number; full_name: string }
/** What adding a customer needs. Without `jobs` the registration link is sent by the job that runs every minute. */
type Adding = Pick<Services, 'clock' | 'db' | 'keys' | 'money' | 'post'> &
  Partial<Pick<Services, 'jobs'>> & { actor: SignedIn; now: Services['clock']; audit: Audit }

/**
 * Refuses a customer that this user may not add: the platform adds only resellers, at the top of the tenant it views; a reseller adds shops and resellers
 * below itself. Also refuses a wrong repetition of the mobile number, rights that the user cannot give, and a plan that is not the parent's.
 */
async function refuseUnfit(q: Query, actor: SignedIn, parent: Parent, given: NewCustomer) {
  if (given.mobile_confirmation !== undefined && given.mobile !== given.mobile_confirmation) throw refuseField('mobile_confirmation', 'mobile_not_matched')
  if (parent.kind === 'platform' && given.account_role !== accountRole.reseller) throw refuseField('account_role', 'not_one_of')
  const held: string[] = giveable(parent, actor)
  // Giving a new customer a plan needs the same right as giving it to an existing one.
  if (given.plan_id) requireRight(assignedChange.access, actor)
  if (!(given.flags ?? []).every((flag) => held.includes(flag))) throw refuseField('flags', 'not_held')
  if (given.plan_id && !(await isPlanOf(q, actor.tenant_id, given.plan_id, parent.id))) throw refuseField('plan_id', 'not_one_of')
}

/** The fields of the new organisation; those that are not sent are blank, or have the parent's value. */
function fieldsOf(given: NewCustomer, parent: Parent): Fields {
  const { address = '', house_no = '', postal = '', city = '', country = parent.country, ustidnr = '', stnr = '' } = given
  const { customer_number = '', sub_domain = '', sms_sender_id = '' } = given
  const { template = parent.template, default_language = parent.default_language, organisation_type = null, shop_type = null, plan_id = null } = given
  const { alternative_mobiles = [], flags = [], terminal_limit = 0, devices_only = false, enable_web_view = false, pin_download = false } = given
  const { mask_seller_discount = false, show_print_popup = false, merge_receipts = false, name, email, mobile } = given
  return {
    name,
    address,
    house_no,
    postal,
    city,
    country,
    email,
    mobile,
    alternative_mobiles,
    organisation_type,
    shop_type,
    ustidnr,
    stnr,
    customer_number,
    sub_domain,
    sms_sender_id,
    template,
    default_language,
    flags,
    mask_seller_discount,
    show_print_popup,
    merge_receipts,
    pin_download,
    enable_web_view,
    terminal_limit,
    devices_only,
    plan_id,
  }
}

/** Adds the customer and sets its limit. `key`: the customer's id, and the key under which the credit limit is booked. */
export async function addCustomer(context: Adding, key: string, asked: CustomerInput): Promise<OutputOf<typeof customerAdd>> {
  const { actor, db, now, audit } = context
  const usual = actor.kind === 'platform' ? accountRole.reseller : accountRole.seller
  const given: NewCustomer = { ...asked, account_role: asked.account_role ?? usual, full_name: asked.full_name ?? asked.name }
  const { tenant_id, user_id: created_by } = actor
  const { username, full_name, email, mobile, enable_otp = false, credit_limit = 0 } = given
  // Giving a new customer credit needs the same right as giving it to an existing one.
  if (credit_limit > 0) requireRight(walletChange.access, actor)
  await db
    .write(tenant_id, async (q) => {
      const [parent] = await parentOf(q, actor)
      if (!parent || parent.kind === 'seller') throw new Refusal('forbidden')
      await refuseUnfit(q, actor, parent, given)
      const fields = fieldsOf(given, parent)
      const kind = given.account_role === accountRole.reseller ? 'reseller' : 'seller'
      // The plan and the customer number are set after the organisation is added: the plan so that its effect on prices can be checked, the number so that a
      // number that is already taken has an error of its own.
      const bare = { ...fields, plan_id: null, customer_number: '' }
      if ((await addOrganisation(q, tenant_id, { id: key, kind, parent, fields: bare, now: now() })).length === 0) {
        if (!(await madeBefore(q, actor, key, given))) throw new Refusal('key_reused')
        return audit(null)
      }
      await openWallet(q, tenant_id, key)
      const { plan_id, customer_number } = fields
      if (customer_number) await giveNumber(q, tenant_id, key, customer_number)
      if (plan_id) await planNotBelowCost(q, tenant_id, key, plan_id, () => changeOrganisation(q, tenant_id, key, { plan_id }))
      const user_id = newId()
      const added = await addManager(q, tenant_id, { user_id, customer_id: key, username, full_name, email, mobile, enable_otp, now: now() })
      if (added.length === 0)
        throw new Refusal('username_taken', { detail: { suggestions: await suggestions(q, tenant_id, { user_id, full_name }, username) } })
      await refreshSearch(q, tenant_id, key)
      await openRegistration(q, context, { tenant_id, user_id, organisation_id: key, created_by })
      await layHand(q, actor, now(), tenant_id, user_id, 'made')
      const after = { ...fields, account_role: given.account_role, username, full_name, enable_otp, credit_limit: moneyText(credit_limit) }
      await audit({ subject: { kind: 'customer', id: key, name: fields.name, organisation_id: key }, after }, q)
    })
    .catch((error: unknown) => {
      throw codeOf(error) === UNIQUE ? new Refusal('sub_domain_taken') : error
    })
  if (credit_limit === 0) return { customer_id: key, limit_state: null }
  // The credit limit is set after the customer was added, under the same key. So if the request fails in between and is repeated, the limit is set, and only
  // once.
  const limit = { type: 'credit_limit' as const, amount: credit_limit, payment_mode: '', remarks: '' }
  // The audit row about the new customer names the limit, so this booking is not logged.
  const { state } = await book({ ...context, audit: async () => undefined }, { key, customer_id: key, ...limit })
  return { customer_id: key, limit_state: state }
}
