// One successful use of each changing call about reminders and reports by mail, for audit-table.ts.
import { organisationId, rowsOf } from '../test/arrange.ts'
import type { Person, World } from '../test/world.ts'
import { as } from './audit-ways.ts'

/** Has the list of customers sent to the user each day. */
async function schedule(me: Person, w: World) {
  await rowsOf(w, 'update users set email_proven = email where tenant_id = 1 and organisation_id = $1', [me.customer_id])
  const { content } = await me.calls.reportRecipients({})
  const columns = [{ key: 'name', header: 'Name' }]
  const recipients = content.filter(({ is_self }) => is_self).map(({ user_id }) => user_id)
  return me.calls.reportScheduleAdd({ list: 'customersList', input: {}, columns, title: 'Customers', rhythm: 'daily', hour: 7, recipients })
}

export const reminders = {
  reportScheduleAdd: as('nord', async (me, w) => () => schedule(me, w)),
  reportScheduleChange: as('nord', async (me, w) => {
    const { schedule_id } = await schedule(me, w)
    return () => me.calls.reportScheduleChange({ schedule_id, action: 'pause' })
  }),
  creditReminderRule: as('nord', async (me) => () => me.calls.creditReminderRule({ remind_when: 'days', lasts_days: 3 })),
  creditRemind: as('nord', async (me, w) => {
    const id = await organisationId(w, 'gare')
    return () => me.calls.creditRemind({ customer_ids: [id] })
  }),
  creditRoundDays: as('nord', async (me, w) => {
    const id = await organisationId(w, 'gare')
    return () => me.calls.creditRoundDays({ customer_ids: [id], weekday: 2, rhythm: 'weekly' })
  }),
  ownRemindersUpdate: as('gare', async (me) => () => me.calls.ownRemindersUpdate({ remind_by: 'off' })),
} as const
