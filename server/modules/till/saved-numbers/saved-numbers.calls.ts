// Calls about the telephone numbers that a shop has saved. The audit log contains only the last three digits of a number, as for sales to numbers.
import { SAVED_MAX } from '../../../../contract/till/saved-numbers.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { recipientIndex } from '../../../suppliers/sealed-order.ts'
import { readNumber } from '../live-selling/live-selling.ts'
import { forgetSaved, lockSaved, putSaved, savedAlready, savedOf } from './saved-numbers.sql.ts'
import { openSaved, sealSaved } from './saved-numbers.ts'

const subjectOf = (id: string, mobile_number: string, organisation_id: string) => ({
  ...{ kind: 'saved_number', id, name: `…${mobile_number.slice(-3)}`, organisation_id },
})

export const savedNumbers: Pick<Handlers, 'savedNumbers' | 'savedNumberKeep' | 'savedNumberForget'> = {
  savedNumbers: async (_, { actor, keys, db }) => {
    const rows = await db.list(actor, (q) => savedOf(q, actor))
    return {
      content: rows.map(({ id, sealed, used_at }) => {
        const { mobile_number, name } = openSaved(keys, actor.tenant_id, id, sealed)
        return { number_id: id, name, mobile_number, country: readNumber(mobile_number)?.country ?? '', used_at }
      }),
    }
  },

  savedNumberKeep: async ({ mobile_number, country, name }, { actor, keys, db, now, audit }) => {
    const { tenant_id, organisation_id } = actor
    const number = readNumber(mobile_number, country)?.mobile_number
    const recipient_index = number === undefined ? null : recipientIndex(keys, tenant_id, { number })
    if (number === undefined || !recipient_index) throw refuseField('mobile_number', 'not_a_phone_number')
    return db.write(tenant_id, async (q) => {
      await lockSaved(q, actor)
      const { n, id: known } = await savedAlready(q, actor, recipient_index)
      if (!known && n >= SAVED_MAX) throw new Refusal('saved_full', { detail: { most: SAVED_MAX } })
      const id = known ?? newId()
      await putSaved(q, actor, { id, recipient_index, sealed: sealSaved(keys, tenant_id, id, { mobile_number: number, name }), now: now() })
      await audit({ subject: subjectOf(id, number, organisation_id) }, q)
      return { number_id: id }
    })
  },

  savedNumberForget: async ({ number_id }, { actor, keys, db, audit }) => {
    const { tenant_id, organisation_id } = actor
    await db.write(tenant_id, async (q) => {
      const [gone] = await forgetSaved(q, actor, number_id)
      if (!gone) throw new Refusal('not_found')
      await audit({ subject: subjectOf(number_id, openSaved(keys, tenant_id, number_id, gone.sealed).mobile_number, organisation_id) }, q)
    })
    return {}
  },
}
