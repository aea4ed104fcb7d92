// Reminders of low credit. The reseller's rule reminds a shop at most once a day, and again only after credit was booked, even if two servers run, a job
// is killed or a backup is restored. Each reminder is stored together with its message. Also tests reminders by hand, and the channel that the shop chose.
import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { berlinDay, berlinTime } from '../../../kit/berlin.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { NO_RULE } from './reminders.sql.ts'
import { isReminded, remindDue } from './reminders.ts'
import { purses } from './round.sql.ts'
import { isRoundDay, nextRound } from './round.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const gare = await w.signIn('gare')
const [nord_id, gare_id, kiosque_id] = await Promise.all(['nord', 'gare', 'kiosque'].map((name) => organisationId(w, name)))
const DAY_MS = 24 * 60 * 60_000
/** The instant at which it is `hour` o'clock in Berlin, `days` days after today (the day of the test's clock). */
const at = (hour: number, days = 0) => {
  const middle = new Date(Date.parse(`${berlinDay(w.clock.now())}T12:00:00Z`) + days * DAY_MS)
  return new Date(middle.getTime() + (hour - Number(berlinTime(middle).slice(0, 2))) * 60 * 60_000)
}
const look = (now: Date) => remindDue({ ...w.services, clock: () => now }, 1)
const sent = (wallet_id = gare_id) =>
  rowsOf<{ cause: string; kind: string; language: string; recipient: string; channel: string }>(
    w,
    `select r.cause, m.kind, m.language, m.recipient, m.channel from credit_reminders r
       join messages m on m.tenant_id = r.tenant_id and m.id = r.message_id
      where r.tenant_id = 1 and r.wallet_id = $1 order by r.created_at`,
    [wallet_id],
  )
const messages = () => rowsOf(w, `select from messages where tenant_id = 1 and kind in ('credit_low', 'credit_lasts') and organisation_id = $1`, [gare_id])
async function rule(remind: object) {
  await nord.calls.creditReminderRule({ remind_when: 'amount', available_below: 50 * EURO, hour: 8, ...remind })
  await rowsOf(w, `update credit_reminder_rules set done_on = '2000-01-01' where tenant_id = 1 and organisation_id = $1`, [nord_id])
}

beforeEach(async () => {
  for (const table of ['credit_reminders', 'credit_reminder_rules', 'credit_reminder_choices', 'credit_round_days'])
    await rowsOf(w, `delete from ${table} where tenant_id = 1`)
  await rowsOf(w, `delete from restores where tenant_id = 1`)
  await rowsOf(w, `delete from messages where tenant_id = 1 and kind in ('credit_low', 'credit_lasts')`)
  await giveWallet(w, gare_id as string, 49 * EURO)
  await giveWallet(w, kiosque_id as string, 5_000 * EURO)
})

test('a shop with less than the rule’s amount is reminded at the set hour and is then listed; a shop with more is not reminded', async () => {
  await rule({})
  await look(at(7))
  expect(await sent(), 'before the hour').toEqual([])
  await look(at(8))
  expect(await sent()).toMatchObject([{ cause: 'amount', channel: 'email' }])
  expect(await sent(kiosque_id)).toEqual([])
  const [row] = (await nord.calls.creditReminders({})).content.filter(({ customer_id }) => customer_id === gare_id)
  expect(row).toMatchObject({ customer_id: gare_id, cause: 'amount', available: 49 * EURO, channel: 'email' })
})

test('no shop is reminded again before credit was booked for it, and after that at most once a day', async () => {
  await rule({})
  for (const days of [0, 0, 1, 2]) await look(at(9, days))
  expect(await sent()).toHaveLength(1)
  const transaction_key = (await nord.calls.transactionKey({})).transaction_key
  await nord.calls.walletChange({ transaction_key, customer_id: gare_id as string, amount: EURO / 2 })
  // The reminder has a later time than the booking, because look() has a clock of its own. So the reminder is dated back before the booking.
  await rowsOf(w, `update credit_reminders set created_at = created_at - interval '10 days' where tenant_id = 1`)
  for (const days of [3, 3]) await look(at(9, days))
  expect(await sent()).toHaveLength(2)
})

test('if three servers apply a rule at the same time, or a server is killed before its work is stored, one message is sent', async () => {
  await rule({})
  await Promise.all([look(at(8)), look(at(8)), look(at(8))])
  await rowsOf(w, `update credit_reminder_rules set done_on = '2000-01-01' where tenant_id = 1`)
  await look(at(8))
  expect(await messages()).toHaveLength(1)
})

test('control: if reminders are not unique by day, a request by hand that is sent twice sends two messages', async () => {
  await w.owner.query('alter table credit_reminders drop constraint credit_reminders_pkey')
  try {
    for (const _ of [1, 2]) await nord.calls.creditRemind({ customer_ids: [gare_id as string] })
    expect(await messages()).toHaveLength(2)
  } finally {
    await rowsOf(w, `delete from credit_reminders where tenant_id = 1`)
    await w.owner.query('alter table credit_reminders add primary key (tenant_id, wallet_id, day)')
  }
})

test('if the database is restored after the rule’s hour, no reminder is sent that day; control: if it is restored before that hour, the reminder is sent', async () => {
  const restored = (held_at: Date) => rowsOf(w, `insert into restores (tenant_id, id, cause, held_at) values (1, $1, 'restored', $2)`, [newId(), held_at])
  await rule({})
  await restored(at(9))
  await look(at(10))
  expect(await messages()).toEqual([])
  await look(at(8, 1))
  expect(await messages(), 'the next day').toHaveLength(1)
  await rowsOf(w, `delete from credit_reminders where tenant_id = 1`)
  await rule({})
  await rowsOf(w, `delete from restores where tenant_id = 1`)
  await restored(at(7))
  await look(at(10))
  expect(await messages(), 'control').toHaveLength(2)
})

describe('a reminder rule', () => {
  const purse = {
    ...{ customer_id: '', name: '', username: '', available: 100 * EURO, spent: 14 * 50 * EURO, usual: null, is_automatic: false, total: 1 },
    ...{ weekday: null, rhythm: null, starts_on: null },
  }
  const monday = '2026-11-23'
  test.each([
    ['reminds a shop with less than the amount', { remind_when: 'amount', available_below: 101 * EURO }, {}, true],
    ['does not remind a shop with exactly the amount', { remind_when: 'amount', available_below: 100 * EURO }, {}, false],
    ['reminds a shop whose money lasts two days, if three are set', { remind_when: 'days', lasts_days: 3 }, {}, true],
    ['does not remind a shop whose money lasts two days, if two are set', { remind_when: 'days', lasts_days: 2 }, {}, false],
    ['does not remind a shop that sells nothing, if days are set', { remind_when: 'days', lasts_days: 3 }, { spent: 0 }, false],
    ['does not remind a shop with automatic credit', { remind_when: 'amount', available_below: 101 * EURO }, { is_automatic: true }, false],
    [
      'reminds a shop whose credit round is in three days, if its money lasts two',
      { remind_when: 'round' },
      { weekday: 4, rhythm: 'weekly', starts_on: monday },
      true,
    ],
    ['does not remind a shop whose credit round is tomorrow', { remind_when: 'round' }, { weekday: 2, rhythm: 'weekly', starts_on: monday }, false],
    ['reminds no shop while it is switched off', { remind_when: 'off', available_below: 101 * EURO }, {}, false],
  ] as const)('%s', (_, rule, columns, expected) => {
    expect(isReminded({ ...NO_RULE, ...rule }, { ...purse, ...columns }, monday)).toBe(expected)
  })
})

test('the SQL and the TypeScript code find the same days of credit rounds, over forty days', async () => {
  const starts_on = '2026-11-24'
  for (const rhythm of ['weekly', 'fortnightly', 'monthly'] as const) {
    await rowsOf(w, 'delete from credit_round_days where tenant_id = 1')
    await rowsOf(w, `insert into credit_round_days (tenant_id, organisation_id, weekday, rhythm, starts_on) values (1, $1, 2, $2, $3)`, [
      gare_id,
      rhythm,
      starts_on,
    ])
    const due = async (day: string) =>
      (
        await w.db.read(1, (q) =>
          purses(q, { tenant_id: 1, organisation_id: nord_id as string, kind: 'reseller' }, { date_from: day, date_to: day, most: 10, due_on: day }),
        )
      ).length > 0
    for (let day = starts_on, i = 0; i < 40; i++, day = new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10))
      expect(await due(day), `${rhythm} ${day}`).toBe(isRoundDay({ weekday: 2, rhythm, starts_on }, day))
  }
  expect(nextRound({ weekday: 2, rhythm: 'weekly', starts_on }, '2026-11-24')).toEqual({ day: '2026-12-01', days: 7 })
  expect(nextRound({ weekday: 2, rhythm: 'fortnightly', starts_on }, '2026-11-24')).toEqual({ day: '2026-12-08', days: 14 })
  expect(nextRound({ weekday: 2, rhythm: 'monthly', starts_on }, '2026-12-01')).toEqual({ day: '2027-01-05', days: 35 })
})

test('a request by hand reminds the chosen shops once a day and no other reseller’s shops; sent twice, it sends one message', async () => {
  const foreign = await organisationId(w, 'port')
  const ask = () => nord.calls.creditRemind({ customer_ids: [gare_id as string, foreign] })
  expect((await ask()).rows).toEqual([
    { customer_id: gare_id, outcome: 'sent' },
    { customer_id: foreign, outcome: 'not_found' },
  ])
  expect((await ask()).rows[0]?.outcome).toBe('today')
  expect(await messages()).toHaveLength(1)
})

test('a shop that wants no reminders gets none, by the rule or by hand; control: a shop that wants them by mail gets one', async () => {
  await gare.calls.ownRemindersUpdate({ remind_by: 'off' })
  await rule({})
  await look(at(8))
  expect((await nord.calls.creditRemind({ customer_ids: [gare_id as string] })).rows[0]?.outcome).toBe('off')
  expect(await messages()).toEqual([])
  await gare.calls.ownRemindersUpdate({ remind_by: 'email' })
  expect((await nord.calls.creditRemind({ customer_ids: [gare_id as string] })).rows[0]?.outcome).toBe('sent')
  expect(await gare.calls.ownReminders({})).toMatchObject({ remind_by: 'email', has_sms: false, last_on: berlinDay(w.clock.now()) })
})
