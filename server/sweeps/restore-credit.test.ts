// Credit rounds and reminders after yesterday's backup is restored: a round that was under way is booked once, rows that the browser sends again are not booked a
// second time, and no reminder that may have arrived is sent again by the server.
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { EURO } from '../../contract/kit/money.ts'
import type { Mail } from '../kit/post.ts'
import { remindDue } from '../modules/customers/credit/reminders.ts'
import { goOn, goOnWithAll } from '../modules/customers/credit/runs.ts'
import { messageJobs } from '../modules/messages/messages/messages.ts'
import { giveWallet, organisationId, rowsOf, wrongs } from '../test/arrange.ts'
import { refusalOf } from '../test/door.ts'
import { type Portal, restoreDrill } from '../test/restore-drill.ts'
import { until } from '../test/wait-for.ts'
import type { Person, World } from '../test/world.ts'

const drill = restoreDrill('credit-drill')
const arrived: string[] = []
const post = { linkOrigin: 'http://{host}', sms: null, email: { send: async ({ recipient }: Mail) => void arrived.push(recipient), close: () => undefined } }
/** The shops whose mails arrived; mails to staff of nord, about new devices, are left out. */
const reminded = () => arrived.filter((recipient) => !recipient.startsWith('nord'))
const deliver = async (w: World) => void (await messageJobs(w.services).send_messages?.work({ tenant_id: 1 }))
const walletOf = async (w: World, username: string) =>
  (
    await rowsOf<{ balance: number }>(w, 'select balance / 10000 as balance from wallets where tenant_id = 1 and organisation_id = $1', [
      await organisationId(w, username),
    ])
  )[0]?.balance
const outcomes = async (w: World, nord: Person, run: { rows: Rows; round_id?: string }) => {
  const { run_id } = await nord.calls.creditRunStart(run)
  await goOn(w.services, 1, run_id)
  return (await nord.calls.creditRunProgress({ run_id })).rows.map(({ outcome, code }) => code || outcome)
}
type Rows = Parameters<Person['calls']['creditRunStart']>[0]['rows']
const rowsFor = async (nord: Person, amounts: Record<string, number>): Promise<Rows> => {
  const { transaction_keys } = await nord.calls.transactionKeys({ count: Object.keys(amounts).length })
  return Object.entries(amounts).map(([username, amount], i) => ({ transaction_key: transaction_keys[i] ?? '', username, amount: amount * EURO }))
}

/** The reminder rule runs at this one time, before and after the restore, so that it does not matter whether midnight passes in between. */
const today = new Date()
let restored: Portal
let gare: string
let kiosque: string
/** What the browser still has of two rounds: one that was under way at the moment of the backup, and one that was begun afterwards. */
let [under, later]: { rows: Rows; round_id: string }[] = []

beforeAll(async () => {
  const first = await drill.portal(join(drill.root, 'first'), { post })
  const { w } = first
  const nord = await w.signIn('nord')
  await drill.backUp(first)
  ;[gare, kiosque] = [await organisationId(w, 'gare'), await organisationId(w, 'kiosque')]
  await giveWallet(w, gare, 49 * EURO)
  await giveWallet(w, kiosque, 5_000 * EURO)
  await nord.calls.creditReminderRule({ remind_when: 'amount', available_below: 50 * EURO, hour: 0 })
  await rowsOf(w, `update credit_reminder_rules set done_on = '2000-01-01' where tenant_id = 1`)
  await remindDue({ ...w.services, clock: () => today }, 1)
  w.clock.advance(10_000)
  under = { rows: await rowsFor(nord, { gare: 60, kiosque: 40 }), round_id: (await nord.calls.creditProposals({})).round_id }
  const { run_id } = await nord.calls.creditRunStart(under)

  const at = await drill.second(first)
  await until('the next second', async () => (await drill.second(first)).getTime() > at.getTime() + 1_000)
  await deliver(w)
  await goOn(w.services, 1, run_id)
  w.clock.advance(10_000)
  later = { rows: await rowsFor(nord, { gare: 30 }), round_id: (await nord.calls.creditProposals({})).round_id }
  expect(await outcomes(w, nord, later)).toEqual(['booked'])
  await nord.calls.creditRemind({ customer_ids: [kiosque] })
  await deliver(w)
  expect(reminded()).toEqual(['gare@example.test', 'kiosque@example.test'])
  expect(await Promise.all(['gare', 'kiosque'].map((name) => walletOf(w, name)))).toEqual([139, 5_040])

  await drill.archived(first)
  await first.end()
  await drill.into('second', at)
  restored = await drill.portal(join(drill.root, 'second'), { post })
  restored.w.clock.advance(60_000)
}, 300_000)

afterAll(drill.end)

test('a reminder that was waiting at the moment of the backup is not sent again, nor does the rule or a person remind that shop again that day', async () => {
  const { w } = restored
  const nord = await w.signIn('nord')
  await deliver(w)
  await remindDue({ ...w.services, clock: () => today }, 1)
  await deliver(w)
  expect(reminded()).toEqual(['gare@example.test', 'kiosque@example.test'])
  const { content } = await nord.calls.creditReminders({})
  expect(content.filter(({ customer_id }) => customer_id === gare)).toMatchObject([{ cause: 'amount' }])
  // A reminder by hand that was sent after the backup is unknown. Whoever presses the button again sends another reminder, which the server cannot prevent.
  expect((await nord.calls.creditRemind({ customer_ids: [kiosque] })).rows).toMatchObject([{ outcome: 'sent' }])
  expect((await nord.calls.creditRemind({ customer_ids: [kiosque] })).rows).toMatchObject([{ outcome: 'today' }])
  // A backup from before the rule's hour has neither the reminder nor the note that the rule was applied. Control: without the record of the restore, the
  // reminder is sent again.
  const lost = async () => {
    await rowsOf(w, 'delete from credit_reminders where tenant_id = 1 and wallet_id = $1', [gare])
    await rowsOf(w, `update credit_reminder_rules set done_on = '2000-01-01' where tenant_id = 1`)
    await remindDue({ ...w.services, clock: () => today }, 1)
    return (await nord.calls.creditReminders({})).content.filter(({ customer_id }) => customer_id === gare).length
  }
  expect(await lost()).toBe(0)
  await rowsOf(w, 'delete from restores where tenant_id = 1')
  expect(await lost()).toBe(1)
})

test('the round that was under way is booked once, although the browser sends it again; a later round that was lost is not booked on top of it', async () => {
  const { w } = restored
  const nord = await w.signIn('nord')
  expect(await Promise.all(['gare', 'kiosque'].map((name) => walletOf(w, name)))).toEqual([49, 5_000])
  expect(await refusalOf(nord.calls.creditRunStart(later ?? { rows: [] }))).toBe('in_progress')
  await goOnWithAll(w.services, 1)
  expect(await Promise.all(['gare', 'kiosque'].map((name) => walletOf(w, name)))).toEqual([109, 5_040])
  expect(await outcomes(w, nord, under ?? { rows: [] })).toEqual(['booked', 'booked'])
  expect(await outcomes(w, nord, later ?? { rows: [] })).toEqual(['changed_meanwhile'])
  expect(await Promise.all(['gare', 'kiosque'].map((name) => walletOf(w, name)))).toEqual([109, 5_040])
  expect(await wrongs(w)).toEqual([])
  // Control: the same amounts under new keys and outside a round are booked again.
  expect(await outcomes(w, nord, { rows: await rowsFor(nord, { gare: 60, kiosque: 40 }) })).toEqual(['booked', 'booked'])
  expect(await walletOf(w, 'gare')).toBe(169)
})
