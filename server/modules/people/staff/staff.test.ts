// Users: which of them an organisation sees, and how a user is added.
import { describe, expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'
import { listed } from './fixtures/staff-list.ts'

const PLATFORM = { host: 'platform.localhost' }

const w = await fileWorld()
const nord = await w.signIn('nord')
const sud = await w.signIn('sud')

const { list, names, idOf, one } = listed(
  () => w,
  () => nord,
)
const problem = (field: string, code: string) => ({ code: 'invalid_input', problems: [{ field, code }] })
const missing = { status: 404, code: 'not_found' }

describe('the list of staff', () => {
  test('of a reseller has its own users and those of everybody below it, and no users of organisations beside or above it', async () => {
    expect(await names({ limit: 100 })).toEqual(expect.arrayContaining(['nord', 'nord-stock', 'kiosque', 'kiosque-caisse', 'gare', 'sud', 'port']))
    expect(await names({}, sud)).toEqual(['port', 'sud'])
    expect(await names({ filters: { own: true } }, sud)).toEqual(['sud'])
  })

  test('can be searched by name without accents, by job and by organisation; filters and sorting work, and the count is right', async () => {
    expect(await names({ search_text: 'theo ter' })).toEqual(['nord-terrain'])
    expect(await names({ search_text: 'comptabilite' })).toEqual(['nord-compta'])
    expect(await names({ search_text: 'epicerie' })).toEqual(['port'])
    expect(await names({ search_text: '%' })).toEqual([])
    await rowsOf(w, `update users set job_role = 'Großhandel, cœur de Łódź' where tenant_id = 1 and username = 'nord-terrain'`)
    for (const search_text of ['Großhandel', 'grosshandel', 'COEUR', 'lodz']) expect(await names({ search_text }), search_text).toEqual(['nord-terrain'])
    await rowsOf(w, `update users set job_role = '' where tenant_id = 1 and username = 'nord-terrain'`)
    expect(await names({ filters: { own: true }, manager: false, sort: '-full_name' })).toEqual(['nord-terrain', 'nord-stock', 'nord-compta'])
    const page = await nord.calls.staffList({ filters: { own: true }, limit: 2, page: 1 })
    expect([page.content.length, page.filters]).toEqual([2, { page: 1, limit: 2, total_count: 4 }])
    expect(await names({ filters: { is_active: false } })).toEqual([])
  })

  test('shows each user’s effective rights: a manager has all of the organisation’s rights, staff have those given to them', async () => {
    expect(await one('nord-stock')).toMatchObject({ internal_role: 1, flags: ['has_inventory', 'has_product', 'has_supplier'], account_role: 1, is_own: false })
    const me = await one('nord')
    expect([me.is_own, me.flags]).toEqual([true, me.organisation_flags])
    expect((await one('kiosque')).organisation_flags).toEqual(['has_cash_card', 'has_gift_card', 'has_transaction', 'has_reports'])
  })

  test('can be read by managers of resellers; staff and shops are refused', async () => {
    for (const username of ['nord-stock', 'kiosque']) await expect((await w.signIn(username)).calls.staffList({})).rejects.toMatchObject({ code: 'forbidden' })
  })
})

describe('the platform', () => {
  test('sees the users of the tenant it views, and on request its own users', async () => {
    const platform = await w.signIn('platform', PLATFORM)
    expect(await names({ limit: 100 }, platform)).toEqual(expect.arrayContaining(['nord', 'port']))
    expect(await names({ filters: { own: true } }, platform)).toEqual(['platform', 'support'])
  })

  test('changes its own users and those of the tenant it views, and no user of another tenant', async () => {
    const platform = await w.signIn('platform', PLATFORM)
    await platform.calls.staffUpdate({ user_id: await idOf('support', 0), job_role: 'First line' })
    await platform.calls.staffUpdate({ user_id: await idOf('gare'), job_role: 'Owner' })
    await expect(platform.calls.staffUpdate({ user_id: await idOf('dom', 2), job_role: 'x' })).rejects.toMatchObject(missing)
    expect((await list({ filters: { own: true } }, platform)).find((row) => row.username === 'support')?.job_role).toBe('First line')
  })
})

describe('another organisation’s user', () => {
  test.each(['nord', 'nord-stock', 'gare', 'dom'])('%s is not found by a sub-reseller', async (username) => {
    const user_id = await idOf(username, username === 'dom' ? 2 : 1)
    expect(await names({ filters: { user_id } }, sud)).toEqual([])
    await expect(sud.calls.staffUpdate({ user_id, full_name: 'X' })).rejects.toMatchObject(missing)
    await expect(sud.calls.loginTokenIssue({ user_id })).rejects.toMatchObject(missing)
    await expect(sud.calls.staffAssign({ user_id, customer_ids: [sud.customer_id] })).rejects.toMatchObject(missing)
  })
})

describe('adding a user', () => {
  const given = { full_name: 'Nora Neuf', email: 'nora@example.test', username: 'nora' }

  test('opens a registration, sends its link, and allows no sign-in before the password is chosen', async () => {
    const { user_id } = await nord.calls.staffAdd({
      ...given,
      flags: ['has_product'],
      job_role: 'Achats',
      language: 'de',
      otp_type: 'email',
      login_approval: true,
    })
    const [row] = await list({ filters: { user_id } })
    expect(row).toMatchObject({
      ...given,
      flags: ['has_product'],
      internal_role: 1,
      state: 'registering',
      is_active: true,
      otp_type: 'email',
      login_approval: true,
    })
    const mails = await rowsOf(w, `select kind, recipient, language from messages where tenant_id = 1 and recipient = 'nora@example.test'`)
    expect(mails).toEqual([{ kind: 'registration', recipient: 'nora@example.test', language: 'de' }])
    expect(await rowsOf(w, 'select user_id from registrations where tenant_id = 1 and user_id = $1', [user_id])).toHaveLength(1)
    await expect(w.signIn('nora')).rejects.toMatchObject({ code: 'login_wrong' })
    const [written] = await rowsOf<{ after: object }>(w, `select after from audit where tenant_id = 1 and action = 'staffAdd' and subject_id = $1`, [user_id])
    expect(written?.after).toMatchObject({ username: 'nora', flags: ['has_product'], code_channel: 'email' })
  })

  test('under a name that is taken is refused, with free names proposed; of two simultaneous requests with one name only one succeeds', async () => {
    const refused = { status: 409, code: 'username_taken', detail: { suggestions: expect.arrayContaining(['kiosque2']) } }
    await expect(nord.calls.staffAdd({ ...given, username: 'kiosque' })).rejects.toMatchObject(refused)
    const both = await Promise.allSettled([1, 2].map(() => nord.calls.staffAdd({ ...given, username: 'only-one' })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('is possible in an organisation below, with rights that this organisation has, and in no other organisation', async () => {
    const place = (await one('gare')).organisation_id
    await expect(nord.calls.staffAdd({ ...given, username: 'at-gare', customer_id: place, flags: ['has_inventory'] })).rejects.toMatchObject(
      problem('flags', 'not_held'),
    )
    const { user_id } = await nord.calls.staffAdd({ ...given, username: 'at-gare', customer_id: place, flags: ['has_cash_card'] })
    expect((await list({ filters: { user_id } }))[0]).toMatchObject({ organisation_name: 'Tabac de la Gare', flags: ['has_cash_card'] })
    await expect(sud.calls.staffAdd({ ...given, username: 'foreign', customer_id: place })).rejects.toMatchObject(missing)
    await expect(sud.calls.staffAdd({ ...given, username: 'above', customer_id: nord.customer_id })).rejects.toMatchObject(missing)
    await expect(nord.calls.staffAdd({ ...given, username: 'by-sms', otp_type: 'sms' })).rejects.toMatchObject(problem('otp_type', 'not_reachable'))
  })

  test('gives a new cashier a copy of the favourites of the shop’s manager; later changes of either list do not change the other', async () => {
    const gare = await w.signIn('gare')
    const [first, second] = (await gare.calls.sellerProductsV2({})).content.map(({ configuration_id }) => configuration_id)
    if (!first || !second) throw new Error('gare has nothing on offer')
    const favourites = (username: string) =>
      rowsOf<{ id: string }>(
        w,
        `select f.configuration_id as id from favourites f join users u on u.tenant_id = 1 and u.id = f.user_id
          where f.tenant_id = 1 and u.username = $1 order by f.position`,
        [username],
      ).then((rows) => rows.map(({ id }) => id))
    await gare.calls.favouritesSet({ configuration_ids: [second, first] })
    const add = (username: string) => nord.calls.staffAdd({ ...given, username, customer_id: gare.customer_id, flags: ['has_cash_card'] })
    await add('at-gare-too')
    expect(await favourites('at-gare-too')).toEqual([second, first])
    await gare.calls.favouritesSet({ configuration_ids: [first] })
    expect(await favourites('at-gare-too')).toEqual([second, first])
    await nord.calls.staffAdd({ ...given, username: 'in-office' })
    expect(await favourites('in-office')).toEqual([])
  })

  test('adds a user of the platform itself if the platform views no tenant', async () => {
    const platform = await w.signIn('platform', PLATFORM)
    const { user_id } = await platform.calls.staffAdd({ ...given, username: 'platform-two', customer_id: platform.customer_id })
    expect((await list({ filters: { own: true } }, platform)).map((row) => row.user_id)).toContain(user_id)
  })
})

test('the language and the phone number of a user are cleared by a blank field, but not a number to which codes are sent', async () => {
  const given = { full_name: 'Lena Leer', email: 'lena@example.test', username: 'lena-leer', mobile: '+49 170 1234567', language: 'de' as const }
  const { user_id } = await nord.calls.staffAdd({ ...given, otp_type: 'sms' })
  const person = async () => (await list({ filters: { user_id } }))[0]
  await nord.calls.staffUpdate({ user_id, job_role: 'Einkauf' })
  expect(await person()).toMatchObject({ mobile: given.mobile, language: 'de', job_role: 'Einkauf' })
  await expect(nord.calls.staffUpdate({ user_id, mobile: null })).rejects.toMatchObject(problem('otp_type', 'not_reachable'))
  await nord.calls.staffUpdate({ user_id, mobile: null, language: null, otp_type: 'email', job_role: '' })
  expect(await person()).toMatchObject({ mobile: '', language: null, job_role: '', otp_type: 'email' })
})

test('only managers of resellers and of the platform can call the calls about staff', async () => {
  const access = [calls.staffList, calls.staffAdd, calls.staffUpdate, calls.staffAssign, calls.staffAssignHistory, calls.loginTokenIssue].map(
    (call) => call.access,
  )
  expect(new Set(access.map((rule) => JSON.stringify(rule)))).toEqual(new Set([JSON.stringify({ roles: ['superadmin', 'reseller'], managers: true })]))
})
