// Calls about an organisation's own API keys: what they may do, making one, and revoking one.
import { keyFlagsOf } from '../../../../contract/kit/access.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { accessOf, accessToChange, endKeySessions, openKeys, setOwnKey } from './api-keys.sql.ts'
import { keepAccount, lastDay, newKey, replaceKey } from './api-keys.ts'

/** Locks the organisation until the transaction ends; returns its API access and its key of this kind, if it has one. */
async function toChange(q: Query, actor: SignedIn, is_sandbox: boolean, now: Date) {
  const [before] = await accessToChange(q, actor)
  if (!before) throw new Refusal('not_found')
  const keys = await openKeys(q, actor.tenant_id, actor.organisation_id, now)
  return { before, known: keys.find((one) => one.is_sandbox === is_sandbox) }
}

export const apiKeys: Pick<Handlers, 'apiAccess' | 'apiKeyMake' | 'apiKeyRevoke'> = {
  apiAccess: async (_, { actor, db, now }) => {
    return db.read(actor.tenant_id, async (q) => {
      const [row] = await accessOf(q, actor)
      if (!row) throw new Refusal('not_found')
      return { ...row, keys: await openKeys(q, actor.tenant_id, actor.organisation_id, now()) }
    })
  },

  apiKeyMake: async ({ is_sandbox, valid_until }, { actor, db, now, audit, sessions }) => {
    const { tenant_id, organisation_id } = actor
    const { day, ends_at } = lastDay(valid_until, now())
    const made = newKey(is_sandbox)
    const user_id = await db.write(tenant_id, async (q) => {
      const { before, known } = await toChange(q, actor, is_sandbox, now())
      if (!is_sandbox && !before.is_enabled) throw refuseField('is_sandbox', 'not_held')
      const scopes = before.user_id ? before.scopes : keyFlagsOf(actor.kind === 'seller', before.organisation_flags)
      const user_id = await keepAccount(q, tenant_id, organisation_id, before.user_id, scopes, now())
      await replaceKey(q, tenant_id, { user_id, is_sandbox, made, ends_at, now: now() })
      await setOwnKey(q, actor, { scopes, user_id, real: is_sandbox ? null : made })
      const subject = { kind: 'customer', id: organisation_id, name: before.name, organisation_id }
      await audit({ subject, before: { key_last4: known?.last4 ?? '' }, after: { key_last4: made.last4, is_sandbox, valid_until: day } }, q)
      if (!is_sandbox) await putNotice(q, now(), { organisation_id, kind: 'api_key_made', data: { name: actor.username, code: made.last4 } })
      return user_id
    })
    sessions.forgetUser(user_id)
    return { key: made.key, valid_until: day }
  },

  apiKeyRevoke: async ({ is_sandbox }, { actor, db, now, audit, sessions }) => {
    const { tenant_id, organisation_id } = actor
    const user_id = await db.write(tenant_id, async (q) => {
      const { before, known } = await toChange(q, actor, is_sandbox, now())
      if (!before.user_id || !known) throw new Refusal('not_found')
      const { user_id, scopes, name } = before
      await endKeySessions(q, tenant_id, user_id, is_sandbox, now())
      if (!is_sandbox) await setOwnKey(q, actor, { scopes, user_id, real: { hash: null, last4: '' } })
      const subject = { kind: 'customer', id: organisation_id, name, organisation_id }
      await audit({ subject, before: { key_last4: known.last4, is_sandbox }, after: { key_last4: '' } }, q)
      return user_id
    })
    sessions.forgetUser(user_id)
    return {}
  },
}
