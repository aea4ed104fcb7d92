// Reports by mail: each recipient gets what they may see, once for each due time, even with two servers, a killed job, a changed clock or a restored backup.
// Nobody outside the organisation gets a report, nor does anybody who has lost the right to the list.
import { beforeEach, describe, expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { exportable } from '../../../../contract/papers/exports.ts'
import { isMailed, SCHEDULES_MAX } from '../../../../contract/papers/report-schedules.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { addAccount, refusalOf } from '../../../test/door.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { sendWaiting } from '../../messages/messages/deliver.ts'
import { dueAt, moved, nextDue, periodOf } from './due.ts'
import { reportJobs, sendReports } from './send.ts'

const mails: { recipient: string; files: { filename: string; content: string | Buffer }[] }[] = []
const email = { send: async (mail: (typeof mails)[number]) => void mails.push(mail), close: () => undefined }
const w = await fileWorld({ post: { linkOrigin: 'https://{host}', email: email as never, sms: null } })
const nord = await w.signIn('nord')
const DAY_MS = 24 * 60 * 60_000
const columns = [{ key: 'name', header: 'Name' }]
const self = async (me: Person) => (await me.calls.reportRecipients({})).content.find(({ is_self }) => is_self)?.user_id ?? ''
const add = async (me: Person, asked: object = {}) =>
  (
    await me.calls.reportScheduleAdd({
      ...{ list: 'customersList', input: {}, columns, title: 'Customers', rhythm: 'daily', hour: 7, recipients: [await self(me)] },
      ...asked,
    })
  ).schedule_id
const look = (now = w.clock.now()) => sendReports({ ...w.services, clock: () => now }, 1)
const due = (schedule_id: string, at: Date) => rowsOf(w, 'update report_schedules set next_at = $2 where tenant_id = 1 and id = $1', [schedule_id, at])
const messages = () =>
  rowsOf<{ recipient: string; attachment_name: string; kind: string }>(
    w,
    `select recipient, attachment_name, kind from messages where tenant_id = 1 and kind in ('report', 'report_link') order by id`,
  )
const outcomes = async (schedule_id: string) => (await nord.calls.reportSchedules({})).content.find((one) => one.schedule_id === schedule_id)
const anHourAgo = () => new Date(w.clock.now().getTime() - DAY_MS / 24)

beforeEach(async () => {
  for (const table of ['report_deliveries', 'report_schedules', 'restores']) await rowsOf(w, `delete from ${table} where tenant_id = 1`)
  await rowsOf(w, `delete from messages where tenant_id = 1 and kind in ('report', 'report_link')`)
})

test('a report is mailed as a file once it is due, and again only when it is due the next time', async () => {
  const id = await add(nord)
  await look()
  expect(await messages(), 'not due yet').toEqual([])
  await due(id, anHourAgo())
  await look()
  await look()
  expect(await messages()).toMatchObject([{ recipient: 'nord@example.test', kind: 'report', attachment_name: expect.stringMatching(/^Customers-.*\.csv$/) }])
  const row = await outcomes(id)
  expect(row).toMatchObject({ state: 'active', outcomes: ['sent'], is_own: true })
  expect(Date.parse(row?.next_at ?? '')).toBeGreaterThan(w.clock.now().getTime())
})

test('a schedule added again after a lost answer, or twice at once, is stored once; a different one, or one like a paused one, is stored as new', async () => {
  const id = await add(nord)
  expect(await Promise.all([add(nord), add(nord), add(nord)])).toEqual([id, id, id])
  const others = [await add(nord, { hour: 8 }), await add(nord, { columns: [...columns, { key: 'city', header: 'Town' }] })]
  expect(new Set([id, ...others]).size).toBe(3)
  await nord.calls.reportScheduleChange({ schedule_id: id, action: 'pause' })
  expect(await add(nord)).not.toBe(id)
  expect((await nord.calls.reportSchedules({})).content).toHaveLength(4)
})

test('the time of the last sending is missing after a due report was sent to nobody, and is set by a mail that a user requested', async () => {
  const id = await add(nord)
  const sent = async () => (await outcomes(id))?.sent_at ?? null
  await rowsOf(w, "update users set email_proven = '' where tenant_id = 1 and username = 'nord'")
  await due(id, anHourAgo())
  await look()
  await rowsOf(w, "update users set email_proven = email where tenant_id = 1 and username = 'nord'")
  expect([(await outcomes(id))?.outcomes, await sent()]).toEqual([['no_address'], null])
  expect(Date.parse((await outcomes(id))?.next_at ?? '')).toBeGreaterThan(w.clock.now().getTime())
  await reportJobs(w.services)['send_report']?.work({ tenant_id: 1, schedule_id: id, at: w.clock.now().toISOString() })
  expect([(await messages()).length, await sent()]).toEqual([1, expect.any(String)])
})

test('a report is mailed as a whole workbook; if the file is too large for a mail, the mail tells the recipient to fetch it', async () => {
  const id = await add(nord, { format: 'xlsx' })
  await due(id, anHourAgo())
  await look()
  mails.length = 0
  await sendWaiting(w.services, 1)
  const [mail] = mails.filter(({ recipient }) => recipient === 'nord@example.test')
  expect(mail?.files[0]?.filename).toMatch(/\.xlsx$/)
  expect(
    Buffer.from(mail?.files[0]?.content ?? '')
      .subarray(0, 2)
      .toString(),
    'a workbook is a zip file',
  ).toBe('PK')
  await due(id, new Date(w.clock.now().getTime() - 60_000))
  await sendReports({ ...w.services, mail_bytes: 10 }, 1)
  expect((await messages()).map(({ kind }) => kind)).toEqual(['report', 'report_link'])
  expect((await nord.calls.exportsList({})).content[0]?.file_name).toMatch(/^Customers-.*\.xlsx$/)
})

test('a report makes one mail, even if three servers send it at the same moment, or one is killed before it stores when the report is due next', async () => {
  const id = await add(nord)
  const at = anHourAgo()
  await due(id, at)
  await Promise.all([look(), look(), look()])
  await due(id, at)
  await look()
  expect(await messages()).toHaveLength(1)
})

test('control: if the records of deliveries are lost, the mail of the killed server is written a second time', async () => {
  const id = await add(nord)
  const at = anHourAgo()
  await due(id, at)
  await look()
  await rowsOf(w, 'delete from report_deliveries where tenant_id = 1')
  await due(id, at)
  await look()
  expect(await messages()).toHaveLength(2)
})

test('a report that was due before a restore is not sent again; control: a report that is due after the restore is sent', async () => {
  const id = await add(nord)
  await due(id, anHourAgo())
  await rowsOf(w, `insert into restores (tenant_id, id, cause, held_at) values (1, $1, 'restored', $2)`, [newId(), w.clock.now()])
  await look()
  expect(await messages()).toEqual([])
  expect((await outcomes(id))?.outcomes).toEqual(['restored'])
  await rowsOf(w, `update restores set held_at = held_at - interval '2 hours' where tenant_id = 1`)
  await due(id, new Date(w.clock.now().getTime() - 60_000))
  await look()
  expect(await messages()).toHaveLength(1)
})

test('a recipient whose right was taken away gets no report while the owner does; if the owner loses the right, nobody gets it', async () => {
  const account = await addAccount(w, 'nord', {
    flags: ['has_customers_read'],
    full_name: 'Cora Colleague',
    email: 'cora@example.test',
    email_proven: 'cora@example.test',
  })
  const [colleague] = (await nord.calls.reportRecipients({})).content.filter(({ email: address }) => address === 'cora@example.test')
  const id = await add(nord, { recipients: [await self(nord), colleague?.user_id] })
  await rowsOf(w, `update users set flags = '{}' where tenant_id = 1 and username = $1`, [account.username])
  await due(id, anHourAgo())
  await look()
  expect((await messages()).map(({ recipient }) => recipient)).toEqual(['nord@example.test'])
  expect((await outcomes(id))?.outcomes.sort()).toEqual(['no_right', 'sent'])
  await rowsOf(w, `update users set is_active = false where tenant_id = 1 and username = 'nord'`)
  await due(id, new Date(w.clock.now().getTime() - 60_000))
  await look()
  await rowsOf(w, `update users set is_active = true where tenant_id = 1 and username = 'nord'`)
  expect(await messages()).toHaveLength(1)
  const [row] = await rowsOf<{ state: string }>(w, 'select state from report_schedules where tenant_id = 1 and id = $1', [id])
  expect(row?.state).toBe('stopped')
})

test('nobody of another organisation and nobody with an unproven mail address can be a recipient; a list that shows PINs cannot be mailed', async () => {
  const [foreign] = await rowsOf<{ id: string }>(w, `select id from users where tenant_id = 1 and username = 'kiosque'`)
  expect(await refusalOf(add(nord, { recipients: [foreign?.id] }))).toBe('invalid_input')
  const stranger = await addAccount(w, 'nord', { flags: ['has_customers_read'], email: 'clerk@elsewhere.test', email_proven: '' })
  const clerk = await w.signIn(stranger.username)
  expect((await clerk.calls.reportRecipients({})).content.some(({ is_self }) => is_self)).toBe(false)
  const [own] = await rowsOf<{ id: string }>(w, 'select id from users where tenant_id = 1 and username = $1', [stranger.username])
  expect(await refusalOf(add(clerk, { recipients: [own?.id] }))).toBe('invalid_input')
  await expect(add(nord, { list: 'soldPins' })).rejects.toThrow('not_one_of')
  for (const list of exportable.filter(isMailed)) expect(calls[list], list).not.toHaveProperty('reveals')
  expect(await refusalOf(add(clerk, { list: 'staffList', recipients: [own?.id] })), 'a list that the clerk may not see').toBe('forbidden')
})

test('a recipient whose mail address was changed, and not proven again, gets no report', async () => {
  const id = await add(nord)
  await rowsOf(w, `update users set email = 'new@elsewhere.test' where tenant_id = 1 and username = 'nord'`)
  await due(id, anHourAgo())
  await look()
  await rowsOf(w, `update users set email = 'nord@example.test' where tenant_id = 1 and username = 'nord'`)
  expect(await messages()).toEqual([])
  expect((await outcomes(id))?.outcomes).toEqual(['no_address'])
})

test('a user with the maximum number of reports cannot add another; a paused report is not sent when due, and is sent once on request, even if the request is repeated', async () => {
  const id = await add(nord)
  for (let i = 1; i < SCHEDULES_MAX.person; i++) await add(nord, { title: `Customers ${i}` })
  expect(await refusalOf(add(nord, { title: 'One more' }))).toBe('too_many_requests')
  await nord.calls.reportScheduleChange({ schedule_id: id, action: 'pause' })
  await due(id, anHourAgo())
  await look()
  expect(await messages()).toEqual([])
  w.enqueued.length = 0
  for (const _ of [1, 2]) await nord.calls.reportScheduleChange({ schedule_id: id, action: 'send' })
  const { send_report } = reportJobs(w.services)
  for (const { name, payload } of w.enqueued) if (name === 'send_report') await send_report?.work(payload)
  expect(await messages()).toHaveLength(1)
  await nord.calls.reportScheduleChange({ schedule_id: id, action: 'delete' })
  expect(await refusalOf(nord.calls.reportScheduleChange({ schedule_id: id, action: 'pause' }))).toBe('not_found')
})

describe('a report for a certain hour is due', () => {
  test.each([
    ['in winter', '2026-12-01', 7, '2026-12-01T06:00:00.000Z'],
    ['in summer', '2026-07-01', 7, '2026-07-01T05:00:00.000Z'],
    ['at an hour that is missing in March, an hour later', '2026-03-29', 2, '2026-03-29T01:00:00.000Z'],
    ['at an hour that comes twice in October, the first time', '2026-10-25', 2, '2026-10-25T00:00:00.000Z'],
  ])('%s', (_, day, hour, expected) => expect(dueAt(day, hour).toISOString()).toBe(expected))

  test('once on each day of a year if it is daily, whatever the hour, and covers one day after the other without a gap', () => {
    for (const hour of [0, 1, 2, 3, 23]) {
      const times = { rhythm: 'daily', weekday: 1, hour } as const
      let at = new Date('2026-01-01T12:00:00Z')
      let last = periodOf(times, at).date_to
      const seen = new Set<string>()
      for (let i = 0; i < 365; i++) {
        at = nextDue(times, at)
        const { date_from, date_to } = periodOf(times, at)
        expect(Date.parse(date_from) - Date.parse(last), `${hour} ${date_from}`).toBeLessThanOrEqual(DAY_MS)
        last = date_to
        seen.add(date_to)
      }
      expect(seen.size).toBe(365)
    }
  })

  test('and covers the week or the month before if it is weekly or monthly; the days in its filters are moved to that period', () => {
    const weekly = { rhythm: 'weekly', weekday: 1, hour: 6 } as const
    const at = nextDue(weekly, new Date('2026-11-25T12:00:00Z'))
    expect(at.toISOString()).toBe('2026-11-30T05:00:00.000Z')
    expect(periodOf(weekly, at)).toEqual({ date_from: '2026-11-23', date_to: '2026-11-29' })
    const monthly = { rhythm: 'monthly', weekday: 1, hour: 6 } as const
    const first = nextDue(monthly, at)
    const period = periodOf(monthly, first)
    expect(period).toEqual({ date_from: '2026-11-01', date_to: '2026-11-30' })
    const days = { date_from: '2020-01-01', date_to: '2020-01-02' }
    expect(moved({ ...days, group_by: 'day' }, period)).toEqual({ ...period, group_by: 'day' })
    expect(moved({ filters: JSON.stringify({ ...days, state: 'open' }) }, period)).toEqual({ filters: JSON.stringify({ ...period, state: 'open' }) })
    expect(moved({ search_text: 'a' }, period)).toEqual({ search_text: 'a' })
  })
})
