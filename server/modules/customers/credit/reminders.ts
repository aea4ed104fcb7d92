// Reminds customers that their credit runs low: once a day at the hour their reseller chose, and by hand. A reminder is written together with its message. A
// customer gets at most one reminder a day; the rule reminds a customer again only after credit was booked.
import type { reminderCauses } from '../../../../contract/customers/credit-reminders.ts'
import type { Services } from '../../../http/services.ts'
import { berlinDay, berlinTime, dayAfter } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { euro, putMessage } from '../../messages/messages/messages.ts'
import { addReminder, forgetReminders, type Reached, type ReminderRule, reached, rulesDue, setDone } from './reminders.sql.ts'
import { type Purse, purses } from './round.sql.ts'
import { nextRound, PACE_DAYS, paceDays, roundDayOf } from './round.ts'

type Needs = Pick<Services, 'db' | 'clock' | 'keys' | 'post'>
type Cause = (typeof reminderCauses)[number]
/** A customer to remind, with the figures that the message states. */
export type Low = { customer_id: string; available: number; days_left: number | null; cause: Cause }

/** How many customers are written to in one transaction. */
const TOGETHER = 50
/** The page on which the customer sees its credit. */
const PATH = '/seller/credit'

export const reminderJobs = (needs: Needs): JobList => ({
  remind_credit: { cron: '2,12,22,32,42,52 * * * *', work: rounds(needs, 'remind_credit', (tenant_id) => remindDue(needs, tenant_id)) },
})

/** How many whole days the available amount lasts at the pace of the last weeks; null without sales. */
export const daysLeft = ({ available, spent }: Pick<Purse, 'available' | 'spent'>): number | null =>
  spent > 0 ? Math.max(Math.floor((available * PACE_DAYS) / spent), 0) : null

/**
 * Whether a rule reminds this customer. A customer with automatic credit is never reminded; one that sells nothing is reminded only by a rule about
 * an amount.
 */
export function isReminded({ remind_when, available_below, lasts_days }: ReminderRule, purse: Purse, today: string): boolean {
  if (purse.is_automatic || remind_when === 'off') return false
  if (remind_when === 'amount') return purse.available < available_below
  const left = daysLeft(purse)
  if (left === null) return false
  if (remind_when === 'days') return left < lasts_days
  const round = roundDayOf(purse)
  return left < (round ? nextRound(round, today).days : lasts_days)
}

export async function remindDue(needs: Needs, tenant_id: number): Promise<void> {
  const { db, clock } = needs
  const now = clock()
  const today = berlinDay(now)
  const hour = Number(berlinTime(now).slice(0, 2))
  for (const rule of await db.read(tenant_id, (q) => rulesDue(q, tenant_id, today, hour))) {
    const asker = { tenant_id, organisation_id: rule.organisation_id, kind: rule.kind }
    const all = await db.read(tenant_id, (q) => purses(q, asker, { ...paceDays(now), most: null }))
    const low = all.flatMap((purse): Low[] =>
      isReminded(rule, purse, today) && rule.remind_when !== 'off'
        ? [{ customer_id: purse.customer_id, available: purse.available, days_left: daysLeft(purse), cause: rule.remind_when }]
        : [],
    )
    for (let first = 0; first < low.length; first += TOGETHER)
      await db.write(tenant_id, (q) => remind(q, needs, { tenant_id, parent_id: rule.organisation_id, by: null }, low.slice(first, first + TOGETHER)))
    await db.write(tenant_id, async (q) => {
      await setDone(q, tenant_id, rule.organisation_id, today)
      await forgetReminders(q, tenant_id, now)
    })
  }
}

export type Outcome = 'sent' | 'today' | 'off' | 'no_address'
/** From whom the reminders come. `by`: the user who sends them by hand; null: they are sent by the rule. */
type From = { tenant_id: number; parent_id: string; by: string | null }

/** Writes the reminders and their messages in the caller's transaction; returns for each customer whether a reminder was written. */
export async function remind(q: Query, needs: Pick<Needs, 'clock' | 'keys' | 'post'>, from: From, low: readonly Low[]): Promise<Map<string, Outcome>> {
  const { tenant_id } = from
  const ids = low.map(({ customer_id }) => customer_id)
  const people = new Map((await reached(q, tenant_id, from.parent_id, ids)).map((person) => [person.customer_id, person]))
  const outcomes = new Map<string, Outcome>()
  for (const one of low) {
    const person = people.get(one.customer_id)
    if (person) outcomes.set(one.customer_id, await remindOne(q, needs, from, one, person))
  }
  return outcomes
}

async function remindOne(
  q: Query,
  needs: Pick<Needs, 'clock' | 'keys' | 'post'>,
  { tenant_id, parent_id, by }: From,
  low: Low,
  person: Reached,
): Promise<Outcome> {
  const { clock, post } = needs
  const { customer_id, available, days_left, cause } = low
  if (person.remind_by === 'off') return 'off'
  // If no text message can be sent, the reminder is sent by mail.
  const channel = person.remind_by === 'sms' && post.sms && person.mobile !== '' ? ('sms' as const) : ('email' as const)
  const recipient = channel === 'sms' ? person.mobile : person.email
  if (recipient === '') return 'no_address'
  const now = clock()
  const today = berlinDay(now)
  const message_id = newId()
  const told = { parent_id, day: today, cause, available, days_left, message_id, created_by: by, created_at: now }
  if ((await addReminder(q, { tenant_id, wallet_id: customer_id, ...told })).length === 0) return 'today'
  const around = { channel, recipient, language: person.language, organisation_id: customer_id }
  const data = { available: euro(available), path: PATH }
  const message =
    days_left === null
      ? { ...around, kind: 'credit_low' as const, data }
      : { ...around, kind: 'credit_lasts' as const, data: { ...data, until: dayIn(days_left, today) } }
  await putMessage(q, needs, { ...message, id: message_id })
  return 'sent'
}

/** The day that is `days` days after today, but at most a year of 365 days, as DD.MM.YYYY. */
function dayIn(days: number, today: string): string {
  let day = today
  for (let i = 0; i < Math.min(days, 365); i++) day = dayAfter(day)
  return day.split('-').reverse().join('.')
}
