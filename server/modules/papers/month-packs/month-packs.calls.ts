// The call that starts the pack of a month.
import { packRights } from '../../../../contract/papers/month-packs.ts'
import { closeBooks } from '../../../figures/closed-books.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { refuseField } from '../../../kit/errors.ts'
import { LEASE_MS, register } from '../exports/exports.ts'
import { make } from './month-packs.ts'
import { daysOf } from './pack.ts'

export const monthPacks: Pick<Handlers, 'monthPack'> = {
  monthPack: async (month, context) => {
    const { actor, clock, lists } = context
    for (const call of packRights) lists.admit(call, actor)
    // The pack is refused until the month's books are closed, because before that a sale of its last minutes may still be added.
    const sealed = await closeBooks(context, actor.tenant_id)
    if (berlinDay(sealed) < daysOf(month).next) throw refuseField('month', 'month_not_over')
    const claim = { asked_by: actor, until: new Date(clock().getTime() + LEASE_MS) }
    const { id, file_key } = await register({ list: 'monthPack', format: 'zip', file_name: `${month.month}.zip`, asked: month, claim }, month, context)
    make({ id, file_key, claimed: claim.until }, month, context)
    return { download_id: id }
  },
}
