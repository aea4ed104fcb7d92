// Status notices: who sees them, how they are found, and what the log says about a change.
import { expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')

const first = { headline: 'First', kind: 'disturbance', valid_from: '2026-12-25', valid_until: '2026-12-25', note: 'First' } as const
const second = { headline: 'Second', kind: 'maintenance', valid_from: '2027-01-06', valid_until: '2027-01-06', note: 'Second' } as const
const one = async (status_notice_id: string) => (await nord.calls.statusNoticesList({ filters: { status_notice_id } })).content[0]
const logged = async (action: string) =>
  (await rowsOf<{ before: object; after: object }>(w, 'select before, after from audit where action = $1 order by id desc limit 1', [action]))[0]
/** Sends a request without the typed client, which would refuse invalid input itself. */
const posted = async (path: string, body: object) =>
  (await w.fetch(path, { method: 'POST', headers: { ...nord.headers, 'content-type': 'application/json' }, body: JSON.stringify(body) })).json()

test('a new status notice is in the list as it was given, is found by its headline, and is in the log', async () => {
  const { status_notice_id } = await nord.calls.statusNoticeAdd({ ...first, headline: 'Éclair' })
  expect(await one(status_notice_id)).toMatchObject({ status_notice_id, ...first, headline: 'Éclair' })
  expect((await nord.calls.statusNoticesList({ search_text: 'eclair' })).content.map((row) => row.status_notice_id)).toEqual([status_notice_id])
  expect((await nord.calls.statusNoticesList({ search_text: 'nowhere' })).content).toEqual([])
  expect((await logged('statusNoticeAdd'))?.after).toMatchObject({ headline: 'Éclair' })
  expect((await nord.calls.statusNoticesList({ filters: { status_notice_id, kind: 'disturbance' } })).filters.total_count).toBe(1)
  expect((await nord.calls.statusNoticesList({ filters: { status_notice_id, kind: 'maintenance' } })).filters.total_count).toBe(0)
})

test('the log of a change has only the changed fields, before and after; a field that is not sent stays as it was', async () => {
  const { status_notice_id } = await nord.calls.statusNoticeAdd(first)
  await nord.calls.statusNoticeUpdate({ status_notice_id, headline: second.headline })
  expect(await one(status_notice_id)).toMatchObject({ status_notice_id, ...first, headline: second.headline })
  expect(await logged('statusNoticeUpdate')).toEqual({ before: { headline: first.headline }, after: { headline: second.headline } })
  await nord.calls.statusNoticeUpdate({ status_notice_id, ...first })
  await nord.calls.statusNoticeUpdate({ status_notice_id, ...second })
  expect(await one(status_notice_id)).toMatchObject({ status_notice_id, ...second })
  expect(await logged('statusNoticeUpdate')).toEqual({
    before: { headline: 'First', kind: 'disturbance', valid_from: '2026-12-25', valid_until: '2026-12-25', note: 'First' },
    after: { headline: 'Second', kind: 'maintenance', valid_from: '2027-01-06', valid_until: '2027-01-06', note: 'Second' },
  })
})

test('a headline that is blank or too long is named at its field, and nothing is added or changed', async () => {
  const { status_notice_id } = await nord.calls.statusNoticeAdd(first)
  const before = (await nord.calls.statusNoticesList({})).filters.total_count
  const refused = { code: 'invalid_input', problems: [{ field: 'headline' }] }
  expect(
    await posted('/api/add_status_notice/', { kind: 'disturbance', valid_from: '2026-12-25', valid_until: '2026-12-25', note: 'First', headline: ' ' }),
  ).toMatchObject(refused)
  expect(await posted('/api/edit_status_notice/', { status_notice_id, headline: 'x'.repeat(1_000) })).toMatchObject(refused)
  expect((await nord.calls.statusNoticesList({})).filters.total_count).toBe(before)
  expect(await one(status_notice_id)).toMatchObject({ status_notice_id, ...first })
})

test('a notice that would end before it begins is refused with an error at its last day, whichever of the two days is changed', async () => {
  const refused = { code: 'invalid_input', problems: [{ field: 'valid_until', code: 'too_small' }] }
  await expect(nord.calls.statusNoticeAdd({ ...first, valid_until: '2026-12-24' })).rejects.toMatchObject(refused)
  const { status_notice_id } = await nord.calls.statusNoticeAdd(first)
  await expect(nord.calls.statusNoticeUpdate({ status_notice_id, valid_from: '2026-12-26' })).rejects.toMatchObject(refused)
  expect(await one(status_notice_id)).toMatchObject(first)
})

test('shops and staff may not publish a notice, which everybody could read', async () => {
  for (const username of ['kiosque', 'nord-stock']) {
    const shop = await w.signIn(username)
    await expect(shop.calls.statusNoticeAdd(first)).rejects.toMatchObject({ code: 'forbidden' })
    await expect(shop.calls.statusNoticesList({})).rejects.toMatchObject({ code: 'forbidden' })
  }
})

test('status notices are each organisation’s own', async () => {
  const { status_notice_id } = await nord.calls.statusNoticeAdd(first)
  for (const stranger of [await w.signIn('sud'), await w.signIn('rhein', { host: 'rhein.localhost' })]) {
    expect((await stranger.calls.statusNoticesList({})).content.map((row) => row.status_notice_id)).not.toContain(status_notice_id)
    await expect(stranger.calls.statusNoticeUpdate({ status_notice_id, ...second })).rejects.toMatchObject({ code: 'not_found' })
  }
  expect(await one(status_notice_id)).toMatchObject({ status_notice_id, ...first })
  await expect(nord.calls.statusNoticeUpdate({ status_notice_id: newId(), ...second })).rejects.toMatchObject({ code: 'not_found' })
})
