// Calls about push messages to browsers whose page is closed. All rows are in the tenant that the user belongs to.
import type { Handlers } from '../../../http/mount.ts'
import { wrongIn } from '../../../http/push-service.ts'
import { refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { endOfSession, isOn, lockMine, makeRoom, putBrowser } from './push.sql.ts'
import { indexOf, sealBrowser } from './push.ts'

export const push: Pick<Handlers, 'pushState' | 'pushBegin' | 'pushEnd'> = {
  pushState: async (_, { actor, db, push }) => {
    const found = push ? await db.read(actor.home_tenant_id, (q) => isOn(q, actor)) : []
    return { public_key: push?.public_key ?? null, is_on: found.length > 0 }
  },

  /** Stores a browser, so that it gets push messages. While support views an organisation nothing is stored, and the answer is the same. */
  pushBegin: async (browser, { actor, db, keys, now, push }) => {
    const wrong = wrongIn(browser)
    if (wrong) throw refuseField(wrong, 'invalid_value')
    if (!push?.mayTell(browser.endpoint)) throw refuseField('endpoint', 'invalid_value')
    if (actor.view) return {}
    const endpoint_index = indexOf(keys, browser.endpoint)
    const sealed = sealBrowser(keys, actor.home_tenant_id, browser)
    await db.write(actor.home_tenant_id, async (q) => {
      await lockMine(q, actor)
      const [kept] = await putBrowser(q, actor, { id: newId(), endpoint_index, sealed, told_id: newId(), now: now() })
      if (kept) await makeRoom(q, actor, kept.id)
    })
    return {}
  },

  pushEnd: async (_, { actor, db }) => {
    await db.write(actor.home_tenant_id, (q) => endOfSession(q, actor))
    return {}
  },
}
