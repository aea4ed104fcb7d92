// Calls with which the platform reads messages: those of the tenant it views, and those to its own users, which are in tenant 0.

import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { maskDestination } from '../../../kit/codes.ts'
import { Refusal } from '../../../kit/errors.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { searchFor } from '../../../postgres/search.ts'
import { isSecret, sealedFor } from './kinds.ts'
import { messageById, messageCount, messageRows } from './messages.sql.ts'

type Messages = Pick<Handlers, 'messagesList' | 'messageRead'>

/** The tenants whose messages this user may read: the one they view, and their own. */
const tenantsOf = ({ tenant_id, home_tenant_id }: SignedIn) => [...new Set([tenant_id, home_tenant_id])]

export const messages: Messages = {
  messagesList: async ({ page, limit, filters, search_text }, { actor, db, post }) => {
    const asked = { state: filters.state, channel: filters.channel, search: searchFor(search_text) }
    const most = (page + 1) * limit
    const looks = tenantsOf(actor).map((tenant_id) =>
      db.list({ tenant_id, user_id: actor.user_id }, async (q) => ({
        rows: await messageRows(q, tenant_id, asked, most),
        count: await messageCount(q, tenant_id, asked),
      })),
    )
    const found = await Promise.all(looks)
    const rows = found.flatMap((each) => each.rows).sort((a, b) => (a.message_id < b.message_id ? 1 : -1))
    const content = rows.slice(page * limit, most)
    const total_count = found.reduce((sum, each) => sum + each.count, 0)
    return { ...listed({ page, limit }, content, total_count), sends_email: post.email !== null, sends_sms: post.sms !== null }
  },

  messageRead: async ({ message_id }, { actor, db, keys, audit }) => {
    for (const tenant_id of tenantsOf(actor)) {
      const found = await db.write(tenant_id, async (q) => {
        const [row] = await messageById(q, tenant_id, message_id)
        if (!row) return undefined
        const { recipient, subject, kind, organisation_id } = row
        await audit({ subject: { kind: 'message', id: message_id, name: `${kind}: ${maskDestination(recipient)}`, organisation_id } }, q)
        // Only the text of a kept message is shown. A message that a service can send is for its recipient only.
        const text = row.state === 'kept' && !isSecret(row.kind) && row.body ? keys.unseal(sealedFor(message_id), row.body) : ''
        return { recipient, subject, text }
      })
      if (found) return found
    }
    throw new Refusal('not_found')
  },
}
