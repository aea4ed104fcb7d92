// Calls about status notices.
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { addStatusNotice, changeStatusNotice, type Details, statusNoticeCount, statusNoticeRows, statusNoticeToChange } from './status-notices.sql.ts'

const subjectOf = (id: string, { headline }: Details, { organisation_id }: SignedIn) => ({ kind: 'status_notice', id, name: headline, organisation_id })

/** The audit record of a status notice. */
const recordOf = ({ headline, kind, valid_from, valid_until, note }: Details) => ({ headline, kind, valid_from, valid_until, note })

function refuseBackwards({ valid_from, valid_until }: Details): void {
  if (valid_until < valid_from) throw refuseField('valid_until', 'too_small', valid_from)
}

export const statusNotices: Pick<Handlers, 'statusNoticesList' | 'statusNoticeAdd' | 'statusNoticeUpdate'> = {
  statusNoticesList: async (input, { actor, db }) =>
    db.list(actor, async (q) => listed(input, await statusNoticeRows(q, actor, input), await statusNoticeCount(q, actor, input))),

  statusNoticeAdd: async (details, { actor, db, now, audit }) => {
    refuseBackwards(details)
    const status_notice_id = newId()
    await db.write(actor.tenant_id, async (q) => {
      await addStatusNotice(q, actor, status_notice_id, details, now())
      await audit({ subject: subjectOf(status_notice_id, details, actor), after: recordOf(details) }, q)
    })
    return { status_notice_id }
  },

  statusNoticeUpdate: async ({ status_notice_id, ...given }, { actor, db, now, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const [before] = await statusNoticeToChange(q, actor, status_notice_id)
      if (!before) throw new Refusal('not_found')
      const after = { ...before, ...given }
      refuseBackwards(after)
      await changeStatusNotice(q, actor, status_notice_id, after, now())
      await audit({ subject: subjectOf(status_notice_id, after, actor), before: recordOf(before), after: recordOf(after) }, q)
    })
    return {}
  },
}
