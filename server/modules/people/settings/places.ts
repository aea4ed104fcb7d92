// Shows where a user is signed in: the user's sessions, and the browsers that the account knows.

import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import { endBrowserSessions, forgetBrowser, openSessions, ownSession } from './places.sql.ts'

type Places = Pick<Handlers, 'sessionsList' | 'sessionEnd' | 'browserForget'>

export const places: Places = {
  sessionsList: async (_, { actor, db, now }) => {
    return { content: await db.read(actor.home_tenant_id, (q) => openSessions(q, actor, now())) }
  },

  sessionEnd: async ({ session_id }, { actor, db, sessions, audit }) => {
    const { home_tenant_id: tenant_id, user_id, username, organisation_id } = actor
    const subject = { kind: 'user', id: user_id, name: username, organisation_id }
    if (session_id === undefined) {
      await db.write(tenant_id, async (q) => {
        const ended = await sessions.endOthers(q, tenant_id, user_id, actor.session_id)
        await audit({ subject, before: { sessions: ended.length + 1 }, after: { sessions: 1 } }, q)
      })
      sessions.forgetUser(user_id)
      return {}
    }
    await db.write(tenant_id, async (q) => {
      const [session] = await ownSession(q, actor, session_id)
      if (!session) throw new Refusal('not_found')
      await audit({ subject, before: { session: session.device }, after: { session: '' } }, q)
    })
    await sessions.end(tenant_id, session_id)
    return {}
  },

  browserForget: async ({ browser_id }, { actor, db, sessions, audit, now }) => {
    const { home_tenant_id: tenant_id, user_id, username, organisation_id } = actor
    await db.write(tenant_id, async (q) => {
      await endBrowserSessions(q, actor, browser_id, now())
      const [browser] = await forgetBrowser(q, actor, browser_id)
      if (!browser) throw new Refusal('not_found')
      await audit({ subject: { kind: 'user', id: user_id, name: username, organisation_id }, before: { device: browser.name }, after: { device: '' } }, q)
    })
    sessions.forgetUser(user_id)
    return {}
  },
}
