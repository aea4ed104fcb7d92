// Calls about reminders of low credit: the reseller's rule, the reminders sent, reminders sent by hand, and whether and how a customer wants to be reminded.
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay, berlinTime, dayBefore } from '../../../kit/berlin.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { ownChoice, reminderPage, ruleOf, setOwnChoice, setRule } from './reminders.sql.ts'
import { daysLeft, type Outcome, remind } from './reminders.ts'
import { purses } from './round.sql.ts'
import { paceDays } from './round.ts'

type Reminders = Pick<Handlers, 'creditRemind' | 'creditReminderRule' | 'creditReminders' | 'ownReminders' | 'ownRemindersUpdate'>

export const reminders: Reminders = {
  creditReminders: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const { rows, total } = await reminderPage(q, actor, asked)
      return { ...listed(asked, rows, total), rule: await ruleOf(q, actor) }
    }),

  creditReminderRule: async (asked, { actor, db, now, audit }) => {
    const today = berlinDay(now())
    await db.write(actor.tenant_id, async (q) => {
      const before = await ruleOf(q, actor)
      const rule = { ...before, ...asked }
      const isOver = Number(berlinTime(now()).slice(0, 2)) >= rule.hour
      await setRule(q, actor, rule, isOver ? today : dayBefore(today))
      const { organisation_id, organisation_name: name } = actor
      const told = ({ available_below, ...rest }: typeof rule) => ({ ...rest, available_below: moneyText(available_below) })
      await audit({ subject: { kind: 'organisation', id: organisation_id, name, organisation_id }, before: told(before), after: told(rule) }, q)
    })
    return {}
  },

  creditRemind: async ({ customer_ids }, context) => {
    const { actor, db, now, audit } = context
    const { tenant_id, organisation_id: parent_id, user_id: by } = actor
    await audit(null)
    const own = await db.read(tenant_id, (q) => purses(q, actor, { ...paceDays(now()), most: null, customer_ids }))
    const low = own.map((purse) => ({ customer_id: purse.customer_id, available: purse.available, days_left: daysLeft(purse), cause: 'hand' as const }))
    const outcomes: Map<string, Outcome> = await db.write(tenant_id, async (q) => {
      const sent = await remind(q, context, { tenant_id, parent_id, by }, low)
      for (const { customer_id: id, name } of own)
        if (sent.get(id) === 'sent') await audit({ subject: { kind: 'customer', id, name, organisation_id: id }, after: { reminded: true } }, q)
      return sent
    })
    return { rows: [...new Set(customer_ids)].map((customer_id) => ({ customer_id, outcome: outcomes.get(customer_id) ?? ('not_found' as const) })) }
  },

  ownReminders: async (_, { actor, db, post }) => {
    const [own] = await db.read(actor.tenant_id, (q) => ownChoice(q, actor))
    return { ...(own ?? { remind_by: 'email', email: '', mobile: '', last_on: null }), has_sms: post.sms !== null }
  },

  ownRemindersUpdate: async ({ remind_by }, { actor, db, audit }) => {
    await db.write(actor.tenant_id, async (q) => {
      const [before] = await ownChoice(q, actor)
      await setOwnChoice(q, actor, remind_by)
      const { organisation_id, organisation_name: name } = actor
      const subject = { kind: 'organisation', id: organisation_id, name, organisation_id }
      await audit({ subject, before: { remind_by: before?.remind_by ?? 'email' }, after: { remind_by } }, q)
    })
    return {}
  },
}
