// One successful use of each changing call about notices of the status page, for audit-table.ts.
import { as } from './audit-ways.ts'

const notice = { headline: 'First', kind: 'disturbance', valid_from: '2026-12-25', valid_until: '2026-12-25', note: 'First' } as const

export const statusNotices = {
  statusNoticeAdd: as('nord', async (me) => () => me.calls.statusNoticeAdd(notice)),
  statusNoticeUpdate: as('nord', async (me) => {
    const { status_notice_id } = await me.calls.statusNoticeAdd(notice)
    return () => me.calls.statusNoticeUpdate({ status_notice_id, headline: 'Second' })
  }),
}
