// Calls about cashiers: changing to another user at a till by a code, locking the till, and the codes themselves.

import { MANAGER } from '../../../../contract/kit/access.ts'
import { CASHIER_CODE_TRIES, CASHIER_CODE_TRIES_EVER, type cashierSwitch as cashierSwitchCall } from '../../../../contract/till/cashiers.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { passwordMatches } from '../../../kit/passwords.ts'
import { countAttempt, subjectOf } from '../../../postgres/attempts.ts'
import type { Query } from '../../../postgres/db.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { layHand } from '../../people/approvals/approvals.ts'
import { confirmPassword, dropCode } from '../../people/auth/auth.ts'
import { type Cashier, type Code, cashierById, cashiers, cashiersBrowser, countTry, endForSwitch, giveTryBack, lockSession, setCode } from './cashiers.sql.ts'
import { DEVICE_LOOKS, hashCode, keyed, newCashierCode, refuseCommon } from './cashiers.ts'

type Cashiers = Pick<Handlers, 'cashiersList' | 'cashierSwitch' | 'cashierLock' | 'cashierCodeSet' | 'cashierCodeGive' | 'cashierCodeTake'>
type Switching = Context<typeof cashierSwitchCall>

const subjectFor = ({ user_id, full_name, username, organisation_id }: Pick<Cashier, 'user_id' | 'full_name' | 'username' | 'organisation_id'>) => ({
  kind: 'user',
  id: user_id,
  name: full_name || username,
  organisation_id,
})

/** The device that this session is paired with. Codes and locks work only at the shop's own devices. */
function deviceOf({ paired_device_id }: SignedIn): string {
  if (!paired_device_id) throw new Refusal('device_not_assigned')
  return paired_device_id
}

async function cashierOf(q: Query, actor: SignedIn, user_id: string): Promise<Cashier> {
  const [cashier] = await cashierById(q, actor, user_id)
  if (!cashier) throw new Refusal('not_found')
  return cashier
}

const TRIES = { here: CASHIER_CODE_TRIES, ever: CASHIER_CODE_TRIES_EVER }

/**
 * Takes one try before the code is checked. If no try is left the request is refused, and the device's count of checked codes (DEVICE_LOOKS) stays the same.
 */
async function tryOf({ actor, db, now }: Switching, user_id: string, device_id: string): Promise<Code> {
  const { tenant_id } = actor
  const code = await db.write(tenant_id, async (q) => {
    await cashierOf(q, actor, user_id)
    return countTry(q, { tenant_id, user_id, device_id }, TRIES)
  })
  if (!code) throw new Refusal('cashier_password')
  await countAttempt(db, tenant_id, now(), [{ subject: subjectOf('cashier looks', device_id), most: DEVICE_LOOKS }])
  return code
}

/** Refuses a wrong code. If the code used up the last try, this is logged with the session in which it was entered, and the owner of the code is notified. */
async function wrongCode({ actor, db, now, audit }: Switching, user_id: string, { left, must_change }: Code): Promise<never> {
  if (left === 0)
    await db.write(actor.tenant_id, async (q) => {
      const cashier = await cashierOf(q, actor, user_id)
      await putNotice(q, now(), { organisation_id: actor.organisation_id, user_id, kind: 'cashier_code_used_up' })
      await audit({ subject: subjectFor(cashier), before: { cashier_code: must_change ? 'given' : 'own' }, after: { cashier_code: 'used_up' } }, q)
    })
  throw new Refusal('cashier_code_wrong', { detail: { left } })
}

export const cashierCalls: Cashiers = {
  cashiersList: async (_, { actor, db }) => ({
    content: await db.read(actor.tenant_id, (q) => cashiers(q, actor, TRIES)),
    is_paired: actor.paired_device_id !== null,
  }),

  cashierSwitch: async ({ user_id, code, new_code }, context) => {
    const { actor, db, keys, now, sessions, cookies, request, audit } = context
    const { tenant_id, organisation_id } = actor
    const device_id = deviceOf(actor)
    if (new_code !== undefined) refuseCommon(new_code, 'new_code')
    if (new_code === code) throw refuseField('new_code', 'code_same')
    const asked = await tryOf(context, user_id, device_id)
    if (!(await passwordMatches(asked.code_hash, keyed(keys, user_id, code), true))) return wrongCode(context, user_id, asked)
    const own = asked.must_change && new_code !== undefined ? await hashCode(keys, user_id, new_code) : undefined
    const opened = await db.write(tenant_id, async (q) => {
      const cashier = await cashierOf(q, actor, user_id)
      const isStill = await giveTryBack(q, { tenant_id, user_id, device_id }, asked.code_hash)
      if (!isStill || cashier.is_stranger) return { refused: 'cashier_password' } as const
      if (asked.must_change && own === undefined) return { refused: 'cashier_code_new' } as const
      if (own !== undefined) await setCode(q, tenant_id, user_id, own, false, now())
      if ((await endForSwitch(q, actor, now())).length === 0) throw new Refusal('signed_out')
      const { device, address } = request
      const [browser] = await cashiersBrowser(q, actor, { id: newId(), user_id, address, now: now() })
      if (!browser) throw new Refusal('signed_out')
      const where = { ...browser, device, address }
      const bounds = { by_code: true, ends_at: new Date(actor.session_ends_at) }
      await audit({ subject: subjectFor(cashier), before: { username: actor.username }, after: { username: cashier.username } }, q)
      return sessions.open(q, { tenant_id, user_id, chosen_tenant_id: null, ...where, ...bounds })
    })
    // Thrown only after the commit. The entered code was right, so the try that it used must be given back, even if taking over the till is refused.
    if ('refused' in opened) throw new Refusal(opened.refused)
    sessions.forget(actor.session_id)
    cookies.set('session', opened.cookie)
    return { token: opened.token, session_id: opened.session_id, customer_id: organisation_id }
  },

  cashierLock: async (_, { actor, db, now, sessions, audit }) => {
    deviceOf(actor)
    await db.write(actor.tenant_id, async (q) => {
      await lockSession(q, actor, now())
      await audit({ subject: subjectFor(actor) }, q)
    })
    sessions.forget(actor.session_id)
    return {}
  },

  cashierCodeSet: async ({ code, current_password }, context) => {
    const { actor, db, keys, now, audit } = context
    const { tenant_id, user_id } = actor
    refuseCommon(code, 'code')
    await confirmPassword(actor, current_password, context)
    const code_hash = await hashCode(keys, user_id, code)
    await db.write(tenant_id, async (q) => {
      const cashier = await cashierOf(q, actor, user_id)
      await setCode(q, tenant_id, user_id, code_hash, false, now())
      await audit({ subject: subjectFor(cashier), before: { cashier_code: 'before' }, after: { cashier_code: 'own' } }, q)
    })
    return {}
  },

  cashierCodeGive: async ({ user_id }, { actor, db, keys, now, audit }) => {
    const { tenant_id, organisation_id } = actor
    if (user_id === actor.user_id) throw new Refusal('own_account')
    const code = newCashierCode()
    const code_hash = await hashCode(keys, user_id, code)
    await db.write(tenant_id, async (q) => {
      const cashier = await cashierOf(q, actor, user_id)
      // A manager gives codes to staff only, never to another manager.
      if (cashier.is_manager) throw new Refusal('not_found')
      await setCode(q, tenant_id, user_id, code_hash, true, now())
      await layHand(q, actor, now(), tenant_id, user_id, 'reset')
      await putNotice(q, now(), { organisation_id, user_id, kind: 'cashier_code_given', data: { name: actor.full_name || actor.username } })
      await audit({ subject: subjectFor(cashier), before: { cashier_code: 'before' }, after: { cashier_code: 'given' } }, q)
    })
    return { code }
  },

  cashierCodeTake: async ({ user_id = '' }, { actor, db, audit }) => {
    const { tenant_id } = actor
    const asked = user_id || actor.user_id
    if (asked !== actor.user_id && !actor.is_manager) throw new Refusal('forbidden', { detail: { missing: [MANAGER], grantor: actor.grantor } })
    await db.write(tenant_id, async (q) => {
      const cashier = await cashierOf(q, actor, asked)
      const [taken] = await dropCode(q, tenant_id, asked)
      if (!taken) throw new Refusal('not_found')
      await audit({ subject: subjectFor(cashier), before: { cashier_code: 'before' }, after: { cashier_code: 'none' } }, q)
    })
    return {}
  },
}
