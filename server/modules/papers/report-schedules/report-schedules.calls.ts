// Calls about reports that are sent by mail: listing them, telling who can receive them, adding a report, and pausing, resuming, sending or deleting it.
import { SCHEDULES_MAX } from '../../../../contract/papers/report-schedules.ts'
import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { prepared } from '../exports/exports.ts'
import { nextDue } from './due.ts'
import { addSchedule, recipientsIn, removeSchedule, sameSchedule, scheduleOf, schedulePage, schedulesOf, setState } from './report-schedules.sql.ts'

type Calls = Pick<Handlers, 'reportRecipients' | 'reportScheduleAdd' | 'reportScheduleChange' | 'reportSchedules'>

/** The state of a report that the audit log shows after each action. */
const STATES = { pause: 'paused', resume: 'active', send: 'sent', delete: 'deleted' } as const

/** A report is sent at the user's request at most once in this time, so that a request repeated after a lost answer sends nothing twice. */
const AT_ONCE_MS = 10 * 60_000

export const reportScheduleCalls: Calls = {
  reportSchedules: async (asked, { actor, db }) =>
    db.list({ tenant_id: actor.home_tenant_id, user_id: actor.user_id }, async (q) => {
      const { rows, total } = await schedulePage(q, actor, asked)
      return listed(asked, rows, total)
    }),

  reportRecipients: async (_, { actor, db }) => ({ content: await db.read(actor.home_tenant_id, (q) => recipientsIn(q, actor)) }),

  reportScheduleAdd: async (asked, context) => {
    const { actor, db, now, audit } = context
    const { list, input, columns, format, title, rhythm, weekday, hour } = asked
    // Refuses the same users and inputs that the list itself would refuse.
    prepared({ list, input, columns, format, title }, context)
    const { home_tenant_id: tenant_id, home_organisation_id: organisation_id, user_id, tenant_id: acts_in } = actor
    const id = newId()
    const schedule_id = await db.write(tenant_id, async (q) => {
      const recipients = [...new Set(asked.recipients)]
      const there = new Set((await recipientsIn(q, actor)).map((one) => one.user_id))
      if (recipients.some((one) => !there.has(one))) throw refuseField('recipients', 'not_one_of')
      const count = await schedulesOf(q, actor)
      const times = { rhythm, weekday, hour }
      const asked_for = { user_id, list, title, format, asked: { input, columns, acts_in }, ...times, recipients }
      const [same] = await sameSchedule(q, tenant_id, asked_for)
      if (same) return same.id
      if (count.person >= SCHEDULES_MAX.person || count.organisation >= SCHEDULES_MAX.organisation) throw new Refusal('too_many_requests')
      await addSchedule(q, tenant_id, { ...asked_for, id, organisation_id, next_at: nextDue(times, now()), created_at: now() })
      await audit({ subject: { kind: 'export', id, name: title, organisation_id }, after: { list, rhythm, recipients: recipients.length } }, q)
      return id
    })
    return { schedule_id }
  },

  reportScheduleChange: async ({ schedule_id, action }, { actor, db, now, audit, jobs }) => {
    const { home_tenant_id: tenant_id, home_organisation_id: organisation_id } = actor
    await db.write(tenant_id, async (q) => {
      const [schedule] = await scheduleOf(q, actor, schedule_id)
      if (!schedule) throw new Refusal('not_found')
      if (action === 'send' && schedule.user_id !== actor.user_id) throw new Refusal('forbidden')
      if (action === 'delete') await removeSchedule(q, tenant_id, schedule_id)
      if (action === 'pause') await setState(q, tenant_id, schedule_id, 'paused')
      // A report that became due while the schedule was paused is not sent.
      if (action === 'resume') await setState(q, tenant_id, schedule_id, 'active', nextDue(schedule, now()))
      await audit({ subject: { kind: 'export', id: schedule_id, name: schedule.title, organisation_id }, after: { state: STATES[action] } }, q)
    })
    const at = new Date(Math.floor(now().getTime() / AT_ONCE_MS) * AT_ONCE_MS).toISOString()
    if (action === 'send') await jobs.enqueue('send_report', { tenant_id, schedule_id, at })
    return {}
  },
}
