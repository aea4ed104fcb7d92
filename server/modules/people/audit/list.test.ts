// Which organisation sees which rows of the audit log, and how the rows are filtered.
import { describe, expect, test } from 'vitest'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const PLATFORM = { host: 'platform.localhost' }

const w = await fileWorld()
const nord = await w.signIn('nord')
const sud = await w.signIn('sud')
const port = await organisationId(w, 'port')
const [terrain] = await rowsOf<{ id: string }>(w, `select id from users where tenant_id = 1 and username = 'nord-terrain'`)
await nord.calls.staffUpdate({ user_id: terrain?.id ?? '', job_role: 'Tournées', flags: ['has_customers_read', 'has_customers'], reason: 'new round' })
await sud.calls.settingsUpdate({ full_name: 'Sylvie du Sud' })

const day = { is_open: true, start: '08:00', close: '20:00', lunch_start: null, lunch_end: null }
const timings = (me: Person, customer_id: string) =>
  me.calls.timingsUpdate({ customer_id, shop_timings: { is_binding: false, days: Array.from({ length: 7 }, () => day), holidays: [] } })
await timings(nord, await organisationId(w, 'sud'))
await timings(sud, port)

type Filters = NonNullable<Parameters<Person['calls']['auditList']>[0]['filters']>
const list = async (me: Person, filters: Filters = {}, search_text?: string) =>
  (await me.calls.auditList({ limit: 100, filters, ...(search_text ? { search_text } : {}) })).content
const seen = async (me: Person, filters?: Filters) => (await list(me, filters)).map(({ action, username }) => `${username} ${action}`)

describe('the list of the audit log', () => {
  test('shows a reseller the changes by itself and by those below it, newest first', async () => {
    expect(await seen(nord)).toEqual(['sud timingsUpdate', 'nord timingsUpdate', 'sud settingsUpdate', 'nord staffUpdate', 'sud login', 'nord login'])
  })

  test('shows a sub-reseller the changes by itself and by those below it, and changes made to it from above', async () => {
    expect(await seen(sud)).toEqual(['sud timingsUpdate', 'nord timingsUpdate', 'sud settingsUpdate', 'sud login'])
  })

  test('shows a reseller no change of another reseller', async () => {
    expect(await seen(await w.signIn('rhein', { host: 'rhein.localhost' }))).toEqual(['rhein login'])
  })

  test.each(['kiosque', 'nord-stock'])('is refused to the user %s, who has no right to it', async (username) => {
    await expect((await w.signIn(username)).calls.auditList({})).rejects.toMatchObject({ code: 'forbidden' })
    await expect((await w.signIn(username)).calls.auditCheck({})).rejects.toMatchObject({ code: 'forbidden' })
  })

  test('shows the platform the log of the tenant it views, and on request that of the platform itself', async () => {
    const platform = await w.signIn('platform', PLATFORM)
    expect(await seen(platform)).toContain('nord staffUpdate')
    expect(await seen(platform, { own: true })).toContain('platform login')
    expect(await seen(nord, { own: true })).not.toContain('platform login')
    expect(await platform.calls.auditCheck({ own: true })).toMatchObject({ sound: true, rows: 1 })
  })
})

describe('an entry of the audit log', () => {
  test('contains the values before and after as words, the reason, and where the change came from; fields that did not change are left out', async () => {
    const [entry] = await list(nord, { action: 'staffUpdate' })
    expect(entry).toMatchObject({
      ...{ username: 'nord', full_name: 'Nadia Norbert', organisation_name: 'Comptoir Nord', address: '127.0.0.1' },
      ...{ subject_kind: 'user', subject_name: 'Théo Terrain', reason: 'new round', seq: null },
      changes: [
        { field: 'flags', before: 'has_customers_read', after: 'has_customers, has_customers_read' },
        { field: 'job_role', before: 'Commercial', after: 'Tournées' },
      ],
    })
  })
})

describe('filtering the audit log', () => {
  test('by action, kind, subject or user shows and counts exactly the matching rows', async () => {
    const [entry] = await list(nord, { action: 'staffUpdate' })
    expect(await seen(nord, { subject_id: port })).toEqual(['sud timingsUpdate'])
    expect(await seen(nord, { subject_kind: 'organisation' })).toEqual(['sud timingsUpdate', 'nord timingsUpdate'])
    expect(await seen(nord, { user_id: entry?.user_id ?? '' })).toEqual(['nord timingsUpdate', 'nord staffUpdate', 'nord login'])
    expect(await nord.calls.auditList({ limit: 1, filters: { action: 'timingsUpdate' } })).toMatchObject({ content: [{}], filters: { total_count: 2 } })
  })

  test('offers the actions that occur in the log', async () => {
    expect((await nord.calls.auditList({})).actions).toEqual(['login', 'settingsUpdate', 'staffUpdate', 'timingsUpdate'])
  })

  test.each(['THEO', 'nadia', 'staffupdate'])('by the text %s finds the matching rows, regardless of case and accents', async (text) => {
    expect((await list(nord, {}, text)).map(({ action }) => action)).toContain('staffUpdate')
    expect(await list(nord, {}, `${text}%`)).toEqual([])
  })

  test('by days uses Berlin’s midnight, also on the day of 25 hours', async () => {
    const at = ['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00.000Z', '2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00.000Z']
    for (const [i, instant] of at.entries()) await putAt(instant, `night-${i}`)
    const names = async (date: string) => (await list(nord, { date_from: date, date_to: date })).map(({ username }) => username)
    expect(await names('2026-10-24')).toEqual(['night-0'])
    expect(await names('2026-10-25')).toEqual(['night-2', 'night-1'])
    expect(await names('2026-10-26')).toEqual(['night-3'])
  })

  test.each([{ user_id: 'x' }, { date_from: '2026-02-30' }, { subject_id: 'x'.repeat(61) }])(
    'with an invalid filter is refused at the field of that filter: %o',
    async (filters) => {
      const body = new URLSearchParams({ filters: JSON.stringify(filters) })
      const answer = await w.fetch('/api/view_audit/', { method: 'POST', headers: nord.headers, body })
      expect(await answer.json()).toMatchObject({ code: 'invalid_input', problems: [{ field: expect.stringContaining(Object.keys(filters)[0] ?? '') }] })
    },
  )
})

/**
 * Inserts a row with this time; its id begins with the time in milliseconds. The row is only listed in these tests, which do not check the chain of
 * hashes.
 */
async function putAt(instant: string, username: string) {
  const digits = Date.parse(instant).toString(16).padStart(12, '0')
  const id = `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`
  await rowsOf(
    w,
    `insert into audit (tenant_id, id, at, username, full_name, organisation_id, organisation_name, address, device, action, subject_kind, subject_id, subject_name)
     values (1, $1, $2, $3, '', $4, '', '', '', 'login', 'user', '', '')`,
    [id, instant, username, port],
  )
}

test('what other organisations, such as those above, note about an organisation is left out of the audit rows that it reads', async () => {
  const sudId = await organisationId(w, 'sud')
  await nord.calls.customerRemarks({ customer_id: sudId, remarks: 'pays late' })
  await nord.calls.customerUpdate({ customer_id: sudId, customer_number: 'S-4', city: 'Toulon' })
  await nord.calls.customerNoteAdd({ customer_id: sudId, note: 'asks for credit' })
  await sud.calls.customerNoteAdd({ customer_id: port, note: 'moves in May' })
  const changes = async (me: Person, action: string) => (await list(me, { action }))[0]?.changes.map(({ field, after }) => [field, after]) ?? []
  expect([await changes(nord, 'customerRemarks'), await changes(sud, 'customerRemarks')]).toEqual([[['remarks', 'pays late']], []])
  expect(await changes(nord, 'customerUpdate')).toContainEqual(['customer_number', 'S-4'])
  expect(await changes(sud, 'customerUpdate')).toEqual([['city', 'Toulon']])
  const notes = async (me: Person) => (await list(me, { action: 'customerNoteAdd' })).map(({ changes: [change] }) => change?.after)
  expect(await notes(nord)).toEqual([undefined, 'asks for credit'])
  expect(await notes(sud)).toEqual(['moves in May', undefined])
  expect(await notes(await w.signIn('platform', PLATFORM))).toEqual(['moves in May', 'asks for credit'])
})
