// Calls about users and their rights: the list, adding a user, changing rights, and helping a user to sign in.

import type { Context, Handlers } from '../../../http/mount.ts'
import { digestOf } from '../../../http/sessions.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { newLoginToken } from '../../../kit/codes.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { putNotice } from '../../messages/notices/notices.ts'
import { layHand } from '../approvals/approvals.ts'
import { revoke } from '../auth/auth.ts'
import { openRegistration, suggestions } from '../registrations/registrations.ts'
import { staffAssign, staffAssignHistory } from './assignments.calls.ts'
import { findPlace, here, home, placeOf } from './place.ts'
import { addPerson, changePerson, copyFavourites, lockManagers, organisationToJoin, people, peopleCount, personToChange, setLoginToken } from './staff.sql.ts'
import {
  changedPerson,
  isEnteredOtherwise,
  losesSay,
  type Person,
  recordOf,
  refuseNoManager,
  refuseOwn,
  refuseUnheld,
  refuseUnreachable,
  rightsChanged,
  type StaffInput,
} from './staff.ts'

type Staff = Pick<Handlers, 'staffList' | 'staffAdd' | 'staffUpdate' | 'staffAssign' | 'staffAssignHistory' | 'loginTokenIssue'>

const TOKEN_MS = 24 * 60 * 60_000

const nameOf = ({ full_name, username }: Pick<Person, 'full_name' | 'username'>) => full_name || username
const subjectOf = (person: Pick<Person, 'user_id' | 'full_name' | 'username' | 'organisation_id'>) => ({
  kind: 'user',
  id: person.user_id,
  name: nameOf(person),
  organisation_id: person.organisation_id,
})

/** The organisation that a new user is added to. The platform's own organisation is in its home tenant, not in the one it views. */
async function joined(actor: SignedIn, customer_id: string | undefined, { db }: Pick<Context, 'db'>) {
  const isOwn = customer_id === undefined || customer_id === actor.organisation_id
  const place = isOwn ? home(actor) : here(actor)
  const [organisation] = await db.read(place.tenant_id, (q) => organisationToJoin(q, place, customer_id ?? actor.organisation_id))
  if (!organisation) throw new Refusal('not_found')
  return { tenant_id: place.tenant_id, organisation }
}

const tell = (q: Query, now: Date, { organisation_id, user_id }: Person, kind: 'rights_changed' | 'login_token', actor: SignedIn) =>
  putNotice(q, now, { organisation_id, user_id, kind, data: { name: nameOf(actor) } })

export const staff: Staff = {
  staffList: async (asked, { actor, db }) => {
    const { filters, page, limit } = asked
    const named = filters.user_id ? await findPlace(actor, filters.user_id, db) : undefined
    const place = named ?? (filters.own ? home(actor) : here(actor))
    return db.list({ ...place, user_id: actor.user_id }, async (q) => {
      const rows = await people(q, place, asked)
      return listed({ page, limit }, rows, await peopleCount(q, place, asked))
    })
  },

  staffAdd: async ({ customer_id, ...given }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id, organisation } = await joined(actor, customer_id, context)
    refuseUnheld(given.flags, organisation.flags)
    const { mobile = '', job_role = '', language = null } = given
    const person = { ...given, mobile, job_role, language, user_id: newId(), organisation_id: organisation.id }
    refuseUnreachable({ ...person, has_app: false })
    await db.write(tenant_id, async (q) => {
      if ((await addPerson(q, tenant_id, person, now())).length === 0)
        throw new Refusal('username_taken', { detail: { suggestions: await suggestions(q, tenant_id, person, person.username) } })
      const { user_id, organisation_id } = person
      await copyFavourites(q, tenant_id, person)
      await openRegistration(q, context, { tenant_id, user_id, organisation_id, created_by: actor.user_id })
      await layHand(q, actor, now(), tenant_id, user_id, 'made')
      const { username, otp_type: code_channel, ...rest } = given
      await audit({ subject: subjectOf(person), after: { username, ...rest, code_channel } }, q)
    })
    return { user_id: person.user_id }
  },

  staffUpdate: async ({ user_id, reason = '', mobile, ...named }, context) => {
    const given: StaffInput = { ...named, ...(mobile === undefined ? {} : { mobile: mobile ?? '' }) }
    const { actor, db, now, audit, sessions } = context
    const place = await placeOf(actor, user_id, db)
    const { tenant_id } = place
    await db.write(tenant_id, async (q) => {
      const managers = await lockManagers(q, tenant_id, user_id)
      const [before] = await personToChange(q, place, user_id)
      if (!before) throw new Refusal('not_found')
      const after = changedPerson(before, given)
      if (user_id === actor.user_id) refuseOwn(before, after)
      if (given.flags) refuseUnheld(given.flags, before.organisation_flags)
      if (given.otp_type || given.email || given.mobile !== undefined) refuseUnreachable(after)
      const ids = managers.map(({ id }) => id)
      refuseNoManager(before, after, ids)
      await changePerson(q, tenant_id, after, given.otp_type === 'none')
      if (before.is_active && !after.is_active) await revoke(q, context, tenant_id, user_id)
      if (isEnteredOtherwise(before, after)) await layHand(q, actor, now(), tenant_id, user_id, 'reset')
      if (losesSay(before, after)) await layHand(q, actor, now(), tenant_id, user_id, 'stopped')
      if (rightsChanged(before, after)) await tell(q, now(), before, 'rights_changed', actor)
      await audit({ subject: subjectOf(after), before: recordOf(before), after: recordOf(after), reason }, q)
    })
    sessions.forgetUser(user_id)
    return {}
  },

  staffAssign,
  staffAssignHistory,

  loginTokenIssue: async ({ user_id }, { actor, db, now, audit }) => {
    if (user_id === actor.user_id) throw new Refusal('own_account')
    const place = await placeOf(actor, user_id, db)
    const [token, expires_at] = [newLoginToken(), new Date(now().getTime() + TOKEN_MS)]
    await db.write(place.tenant_id, async (q) => {
      const [person] = await personToChange(q, place, user_id)
      if (!person?.is_active) throw new Refusal('not_found')
      await setLoginToken(q, place.tenant_id, user_id, digestOf(token), expires_at)
      await layHand(q, actor, now(), place.tenant_id, user_id, 'reset')
      await tell(q, now(), person, 'login_token', actor)
      await audit({ subject: subjectOf(person), after: { token_until: expires_at.toISOString() } }, q)
    })
    return { token, expires_at: expires_at.toISOString() }
  },
}
