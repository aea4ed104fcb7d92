// Changes one's own password and sets somebody else's. Both end the account's sign-ins under way and its sessions; only the session that changes its own
// password stays.
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { hashPassword, refuseWeak } from '../../../kit/passwords.ts'
import type { Query } from '../../../postgres/db.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { layHand } from '../approvals/approvals.ts'
import { confirmPassword, revoke } from '../auth/auth.ts'
import { type PersonRow, personById, personByName, setPassword } from './settings.sql.ts'

type Passwords = Pick<Handlers, 'passwordUpdate' | 'passwordChange'>
type Around = Pick<Context, 'keys' | 'clock' | 'post' | 'jobs' | 'request'>

/** Within this time after signing in, except with a cashier's code, the password need not be entered again. */
const FRESH_MS = 10 * 60_000
const isJustSignedIn = ({ actor, clock }: { actor: SignedIn } & Pick<Context, 'clock'>) =>
  !actor.by_code && clock().getTime() - Date.parse(actor.signed_in_at) < FRESH_MS

export const passwords: Passwords = {
  passwordUpdate: async ({ new_password, current_password }, context) => {
    const { actor, db, audit, sessions } = context
    const { home_tenant_id: tenant_id, user_id, username, full_name, organisation_name, session_id } = actor
    if (current_password === undefined && !isJustSignedIn(context)) throw refuseField('current_password', 'required')
    if (current_password !== undefined) await confirmPassword(actor, current_password, context)
    if (new_password === current_password) throw refuseField('new_password', 'password_same')
    refuseWeak(new_password, [username, full_name, organisation_name])
    const password_hash = await hashPassword(new_password)
    await db.write(tenant_id, async (q) => {
      const [person] = await personById(q, tenant_id, user_id)
      if (!person) throw new Refusal('signed_out')
      await setPassword(q, tenant_id, user_id, password_hash, false)
      await revoke(q, context, tenant_id, user_id, session_id)
      await tell(q, person, context)
      await audit(passwordOf(person), q)
    })
    sessions.forgetUser(user_id)
    return {}
  },

  passwordChange: async ({ username, new_password }, context) => {
    const { actor, db, now, audit, sessions } = context
    if (username === actor.username) throw new Refusal('own_account')
    const { tenant_id, person } = await findBelow(username, context)
    refuseWeak(new_password, [person.username, person.full_name, person.organisation_name])
    const password_hash = await hashPassword(new_password)
    await db.write(tenant_id, async (q) => {
      await setPassword(q, tenant_id, person.user_id, password_hash, true)
      await layHand(q, actor, now(), tenant_id, person.user_id, 'reset')
      await revoke(q, context, tenant_id, person.user_id)
      await tell(q, person, context)
      await audit(passwordOf(person), q)
    })
    sessions.forgetUser(person.user_id)
    return {}
  },
}

/** The user with this name in the actor's organisation or below it. The platform also finds its own users, who are in its own tenant. */
async function findBelow(username: string, { actor, db }: { actor: SignedIn } & Pick<Context, 'db'>): Promise<{ tenant_id: number; person: PersonRow }> {
  for (const tenant_id of new Set([actor.tenant_id, actor.home_tenant_id])) {
    const [person] = await db.read(tenant_id, (q) => personByName(q, tenant_id, actor.organisation_id, username))
    if (person) return { tenant_id, person }
  }
  throw new Refusal('not_found')
}

const passwordOf = ({ user_id, username, organisation_id }: PersonRow) => ({
  subject: { kind: 'user', id: user_id, name: username, organisation_id },
  before: { password: 'before' },
  after: { password: 'after' },
})

/** Notifies the owner of the account that its password was changed, in case the owner does not know of the change. */
async function tell(q: Query, { user_id, organisation_id, email, language }: PersonRow, { request, ...context }: Around) {
  const data = { device: request.device, address: request.address }
  await putNotice(q, context.clock(), { organisation_id, user_id, kind: 'password_changed', data })
  if (email)
    await putMessage(q, context, { kind: 'password_changed', channel: 'email', recipient: email, language: language as Language, organisation_id, data })
}
