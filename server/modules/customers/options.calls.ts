// What of a customer is switched one by one: options, the second step of signing in, its own systems.
import { isIP } from 'node:net'
import { refuseField } from '../../kit/errors.ts'
import type { Handlers } from '../../kit/mount.ts'
import { digestOf, newSecret } from '../../kit/sessions.ts'
import { layHand } from '../approvals/approvals.ts'
import { customerToChange, named, only, subjectOf } from './changing.ts'
import { changeOrganisation, setApi, setOtp } from './editing.sql.ts'

/** An address, or a network as 203.0.113.0/24. */
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
    await db.write(actor.tenant_id, async (q) => {
      const before = await customerToChange(q, actor, customer_id)
      await changeOrganisation(q, actor.tenant_id, customer_id, fields)
      await audit({ subject: subjectOf(before), before: only(before, fields), after: fields }, q)
    })
    sessions.forgetOrganisation(customer_id)
    return {}
  },

  customerOtp: async ({ customer_id, otp_type, login_approval }, { actor, db, now, audit, sessions }) => {
    const user_id = await db.write(actor.tenant_id, async (q) => {
      const before = await customerToChange(q, actor, customer_id)
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

  customerApi: async ({ customer_id, is_enabled, new_key, addresses }, { actor, db, audit }) => {
    if (addresses && !addresses.every(isNetwork)) throw refuseField('addresses', 'not_an_address')
    return db.write(actor.tenant_id, async (q) => {
      const before = await customerToChange(q, actor, customer_id)
      const key = new_key || (is_enabled && before.api_key_last4 === '') ? newSecret() : ''
      const last4 = key.slice(-4)
      const after = { enabled: is_enabled, addresses: addresses ?? before.api_addresses, key: key ? { hash: digestOf(key), last4 } : null }
      await setApi(q, actor.tenant_id, customer_id, after)
      const was = { is_enabled: before.api_enabled, addresses: before.api_addresses, key_last4: before.api_key_last4 }
      const is = { is_enabled, addresses: after.addresses, key_last4: last4 || before.api_key_last4 }
      await audit({ subject: subjectOf(before), before: was, after: is }, q)
      return { key }
    })
  },
}
