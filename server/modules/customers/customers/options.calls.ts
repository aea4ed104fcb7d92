// Calls that change single settings of a customer: its options, the second step of its manager's sign-in, and the key for its own systems.
import { isIP } from 'node:net'
import { keyFlagsOf } from '../../../../contract/kit/access.ts'
import type { Handlers } from '../../../http/mount.ts'
import { refuseField } from '../../../kit/errors.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { keepKey, newKey } from '../../people/api-keys/api-keys.ts'
import { layHand } from '../../people/approvals/approvals.ts'
import { changeOrganisation, setApi, setOtp } from './customer-changes.sql.ts'
import { customerToChange, named, only, subjectOf } from './customer-lock.ts'

/** Whether a text is an IP address, or a network (range of addresses) such as 203.0.113.0/24. */
function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/')
  const version = isIP(address)
  if (version === 0 || rest.length > 0) return false
  if (bits === undefined) return true
  return /^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)
}

export const customerOptions: Pick<Handlers, 'customerApi' | 'customerExtra' | 'customerOtp'> = {
  customerExtra: async ({ customer_id, ...given }, { actor, db, audit, sessions }) => {
    const fields = named(given)
    const before = await db.write(actor.tenant_id, async (q) => {
      const row = await customerToChange(q, actor, customer_id)
      await changeOrganisation(q, actor.tenant_id, customer_id, fields)
      await audit({ subject: subjectOf(row), before: only(row, fields), after: fields }, q)
      return row
    })
    sessions.forgetOrganisation(customer_id)
    const { name, mask_seller_discount, pin_download, enable_web_view, devices_only } = before
    return { name, was: { mask_seller_discount, pin_download, enable_web_view, devices_only } }
  },

  customerOtp: async ({ customer_id, enable_otp, login_approval, ...asked }, { actor, db, now, audit, sessions }) => {
    const user_id = await db.write(actor.tenant_id, async (q) => {
      const before = await customerToChange(q, actor, customer_id)
      const otp_type = enable_otp === false ? 'none' : (asked.otp_type ?? 'email')
      const isReached = { none: true, email: before.user_email !== '', sms: before.user_mobile !== '' }[otp_type]
      if (!isReached || !before.user_id) throw refuseField('otp_type', 'not_reachable')
      const approval = login_approval ?? before.login_approval
      await setOtp(q, actor.tenant_id, before.user_id, otp_type, approval)
      await layHand(q, actor, now(), actor.tenant_id, before.user_id, 'reset')
      const after = { code_channel: otp_type, login_approval: approval }
      await audit({ subject: subjectOf(before), before: { code_channel: before.otp_type, login_approval: before.login_approval }, after }, q)
      return before.user_id
    })
    sessions.forgetUser(user_id)
    return {}
  },

  customerApi: async ({ customer_id, new_key, addresses, scopes, valid_until, ...given }, { actor, db, now, audit, sessions }) => {
    if (addresses && !addresses.every(isNetwork)) throw refuseField('addresses', 'not_an_address')
    const { key, user_id } = await db.write(actor.tenant_id, async (q) => {
      const before = await customerToChange(q, actor, customer_id)
      const { is_enabled = new_key || before.api_enabled, ...bounds } = given
      const held = keyFlagsOf(before.kind === 'seller', before.flags)
      if (scopes && !scopes.every((flag) => held.includes(flag))) throw refuseField('scopes', 'not_held')
      const made = new_key || (is_enabled && before.api_key_last4 === '') ? newKey() : null
      const wanted = {
        addresses: addresses ?? before.api_addresses,
        scopes: scopes ?? (before.api_user_id ? before.api_scopes : held),
        calls_per_minute: bounds.calls_per_minute ?? before.api_calls_per_minute,
        amount_per_day: bounds.amount_per_day === undefined ? before.api_amount_per_day : bounds.amount_per_day || null,
      }
      const last4 = made?.last4 ?? before.api_key_last4
      const isKnown = made !== null || before.api_user_id !== null
      const kept = isKnown ? await keepKey(q, actor.tenant_id, before, { is_enabled, scopes: wanted.scopes, made, valid_until, now: now() }) : null
      await setApi(q, actor.tenant_id, customer_id, { ...wanted, enabled: is_enabled, key: made, user_id: kept })
      const was = { is_enabled: before.api_enabled, addresses: before.api_addresses, scopes: before.api_scopes, key_last4: before.api_key_last4 }
      const limits = { calls_per_minute: before.api_calls_per_minute, amount_per_day: before.api_amount_per_day }
      await audit({ subject: subjectOf(before), before: { ...was, ...limits }, after: { is_enabled, ...wanted, key_last4: last4, valid_until } }, q)
      if (made) await putNotice(q, now(), { organisation_id: customer_id, kind: 'api_key_made', data: { name: actor.organisation_name, code: last4 } })
      return { key: made?.key ?? '', user_id: kept }
    })
    if (user_id) sessions.forgetUser(user_id)
    return { key }
  },
}
