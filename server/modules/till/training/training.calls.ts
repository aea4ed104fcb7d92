// Calls that begin and end practice. Each opens a new session in this browser, so that no server's session cache confuses practice with selling. The old
// session stays valid, so a browser that never gets the answer continues with it.
import type { Calls } from '../../../../contract/index.ts'
import type { Context, Handlers } from '../../../http/mount.ts'
import { berlinDay, dayAfter, dayBegins } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'

async function change({ actor, db, sessions, cookies, request, now, audit }: Context<Calls['trainingStart']>, is_training: boolean) {
  const { tenant_id, user_id, username, browser_id, organisation_id, session_ends_at, by_code, signed_in_at } = actor
  // An API key was made either for practice or for selling, and this cannot be changed.
  if (actor.key) throw new Refusal('forbidden')
  const midnight = dayBegins(dayAfter(berlinDay(now())))
  const ends_at = new Date(Math.min(Date.parse(session_ends_at), midnight.getTime()))
  const opened = await db.write(tenant_id, async (q) => {
    const asked = { tenant_id, user_id, chosen_tenant_id: null, browser_id, device: request.device, address: request.address }
    const made = await sessions.open(q, { ...asked, is_training, ends_at, by_code, signed_in_at })
    await audit({ subject: { kind: 'user', id: user_id, name: username, organisation_id } }, q)
    return made
  })
  cookies.set('session', opened.cookie)
  return { token: opened.token, session_id: opened.session_id, customer_id: organisation_id }
}

export const trainingCalls: Pick<Handlers, 'trainingStart' | 'trainingEnd'> = {
  trainingStart: (_, context) => change(context, true),

  trainingEnd: async (_, context) => {
    if (!context.actor.is_training) throw new Refusal('request_over')
    return change(context, false)
  },
}
