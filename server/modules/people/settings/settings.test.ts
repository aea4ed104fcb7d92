// Settings: the user's own profile, the organisation's settings, opening hours outside which a shop cannot sell, and sessions.
import { describe, expect, test } from 'vitest'
import type { ShopTimings } from '../../../../contract/people/settings.ts'
import { goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()

const DAY_MS = 24 * 60 * 60_000
const allWeek = (start: string, close: string): ShopTimings => ({
  is_binding: true,
  days: Array.from({ length: 7 }, () => ({ is_open: true, start, close, lunch_start: null, lunch_end: null })),
  holidays: [],
})
const lastAudit = (action: string) =>
  rowsOf<{ before: unknown; after: unknown; subject_name: string }>(
    w,
    'select before, after, subject_name from audit where tenant_id = 1 and action = $1 order by id desc limit 1',
    [action],
  )

/** Sends the fields without checking them first, as a program that is not ours would. */
const send = async (person: Person, path: string, fields: Record<string, string>) => {
  const answer = await w.fetch(path, { method: 'POST', headers: { ...person.headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) })
  return { status: answer.status, ...((await answer.json()) as object) }
}

describe('a user’s own profile', () => {
  test('is shown with the organisation’s settings and the possible channels for codes', async () => {
    const me = await w.signIn('nord')
    const all = await me.calls.settingsView({})
    expect(all).toMatchObject({
      profile: { username: 'nord', full_name: 'Nadia Norbert' },
      organisation: { name: 'Comptoir Nord', may_change: true, template: 0 },
      one_time_code: { otp_type: 'none', is_required: false, recovery_codes_left: 0 },
      browsers: [{ is_this: true }],
    })
    expect(all.support.users.map(({ full_name }) => full_name)).toContain('Samir Stockel')
  })

  test('keeps fields that are not sent, and has the same preferences in every browser', async () => {
    const me = await w.signIn('port')
    await me.calls.settingsUpdate({ full_name: 'Paul Port', preferences: { paper: 58, starred: ['/seller/sales'] } })
    await me.calls.settingsUpdate({ preferences: { mode: 'dark' }, language: 'nl' })
    const elsewhere = await (await w.signIn('port')).calls.authCheck({})
    expect(elsewhere).toMatchObject({ full_name: 'Paul Port', language: 'nl', preferences: { paper: 58, mode: 'dark', starred: ['/seller/sales'] } })
  })

  test('can have the mail address or phone number for codes changed only with the current password', async () => {
    const me = await w.signIn('port')
    await expect(me.calls.settingsUpdate({ email: 'port@shop.example' })).rejects.toMatchObject({
      code: 'invalid_input',
      problems: [{ field: 'current_password', code: 'required' }],
    })
    await expect(me.calls.settingsUpdate({ email: 'port@shop.example', current_password: 'wrong' })).rejects.toMatchObject({ code: 'password_wrong' })
    await me.calls.settingsUpdate({ email: 'port@shop.example', mobile: '+31 6 12345678', current_password: 'Demo!2026' })
    expect((await me.calls.settingsView({})).one_time_code.channels).toEqual(expect.arrayContaining(['app', 'email']))
    await me.calls.settingsUpdate({ email: 'port@shop.example', full_name: 'Paul Port' })
    expect(await lastAudit('settingsUpdate')).toMatchObject([{ before: {}, after: {}, subject_name: 'port' }])
  })

  test.each(['call me', '12345', '+33 6 12 34 56 78 ext 9', '+33 6 12 34 56 78 90 12 34 56 78'])('cannot have %s as the number for codes', async (mobile) => {
    const refused = await send(await w.signIn('port'), '/api/update_settings/', { mobile, current_password: 'Demo!2026' })
    const problem = { field: 'mobile', code: 'not_a_phone_number' }
    expect(refused).toMatchObject({ status: 400, problems: [problem], message: 'Write a number like +33 6 12 34 56 78' })
  })

  test('allows ten wrong passwords at a change, then refuses further ones', async () => {
    const me = await w.signIn('sud')
    const guess = () => me.calls.settingsUpdate({ email: 'sud@shop.example', current_password: 'wrong' })
    for (let i = 0; i < 10; i++) await expect(guess()).rejects.toMatchObject({ code: 'password_wrong' })
    await expect(guess()).rejects.toMatchObject({ code: 'too_many_requests' })
  })

  test.each([
    { what: 'a starred page outside the portal', preferences: { starred: ['https://evil.example'] } },
    { what: 'eleven starred pages', preferences: { starred: Array.from({ length: 11 }, (_, i) => `/page/${i}`) } },
  ])('cannot have $what', async ({ preferences }) => {
    const me = await w.signIn('port')
    expect(await send(me, '/api/update_settings/', { preferences: JSON.stringify(preferences) })).toMatchObject({ status: 400, code: 'invalid_input' })
  })
})

describe('settings of the organisation', () => {
  test('are changed by a manager and seen immediately by all its users', async () => {
    const [manager, staff] = [await w.signIn('kiosque'), await w.signIn('kiosque-caisse')]
    await staff.calls.authCheck({})
    await manager.calls.settingsUpdate({ template: 4, show_print_popup: true, merge_receipts: true, default_language: 'de' })
    expect(await staff.calls.authCheck({})).toMatchObject({ template: 4, show_print_popup: 1, merge_receipts: 1, download_csv: 0 })
    expect(await lastAudit('settingsUpdate')).toMatchObject([
      { before: { template: 0, default_language: 'fr' }, after: { template: 4, default_language: 'de' } },
    ])
  })

  test('cannot be changed by staff, who are told whom to ask', async () => {
    const staff = await w.signIn('kiosque-caisse')
    await expect(staff.calls.settingsUpdate({ template: 1 })).rejects.toMatchObject({
      code: 'forbidden',
      detail: { missing: ['manager'], grantor: 'Kiosque Nord' },
    })
    expect((await staff.calls.settingsView({})).organisation.may_change).toBe(false)
  })

  test('name the colleague whom customers call; a user of another organisation cannot be chosen', async () => {
    const me = await w.signIn('nord')
    const { users } = (await me.calls.settingsView({})).support
    const claire = users.find(({ full_name }) => full_name === 'Claire Comptal')?.user_id ?? ''
    await me.calls.supportUpdate({ support_id: claire })
    expect((await w.anonymous().organisationCheck({})).support).toMatchObject({ name: 'Claire Comptal' })
    const [stranger] = await rowsOf<{ id: string }>(w, "select id from users where tenant_id = 1 and username = 'kiosque'")
    await expect(me.calls.supportUpdate({ support_id: stranger?.id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
  })
})

describe('opening hours', () => {
  test('may be set for a customer below, and for no other organisation', async () => {
    const nord = await w.signIn('nord')
    await nord.calls.timingsUpdate({ shop_timings: { ...allWeek('08:00', '20:00'), is_binding: false }, customer_id: await organisationId(w, 'port') })
    expect((await (await w.signIn('port')).calls.settingsView({})).shop_timings?.days).toHaveLength(7)
    const gare = await w.signIn('gare')
    for (const customer_id of [await organisationId(w, 'nord'), await organisationId(w, 'dom', 2)])
      await expect(gare.calls.timingsUpdate({ shop_timings: allWeek('08:00', '20:00'), customer_id })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('that are impossible are refused at their field', async () => {
    const gare = await w.signIn('gare')
    expect(await send(gare, '/api/update_shop_open_timings/', { shop_timings: JSON.stringify(allWeek('08:00', '08:00')) })).toMatchObject({
      status: 400,
      problems: expect.arrayContaining([{ field: 'shop_timings.days.0.close', code: 'hours_equal' }]),
    })
  })

  test('that are binding make the till refuse a sale outside them; a sale made earlier is still answered under its key', async () => {
    const { configuration_id } = await goods(w, { pins: 4 })
    const gare = await w.signIn('gare')
    const keyed = async () => ({ ...(await gare.calls.transactionKey({})), configuration_id, quantity: 1 })
    const [first, second] = [await keyed(), await keyed()]
    const sold = await gare.calls.sell(first)
    const closed = { ...allWeek('08:00', '20:00'), days: allWeek('08:00', '20:00').days.map((day) => ({ ...day, is_open: false })) }
    await gare.calls.timingsUpdate({ shop_timings: closed })
    await expect(gare.calls.sell(second)).rejects.toMatchObject({ status: 409, code: 'shop_closed' })
    expect(await gare.calls.sell(first)).toMatchObject({ sale_id: sold.sale_id, pins: sold.pins })
    await expect(gare.calls.sell({ ...first, quantity: 2 })).rejects.toMatchObject({ code: 'key_reused' })
    await gare.calls.timingsUpdate({ shop_timings: { ...closed, is_binding: false } })
    await expect(gare.calls.sell(second)).rejects.toMatchObject({ code: 'key_void' })
    await gare.calls.sell(await keyed())
  })
})

describe('the list of a user’s sessions', () => {
  const isIn = (person: Person) =>
    person.calls.authCheck({}).then(
      () => true,
      () => false,
    )

  test('begins with the user’s current session; ending another session leaves all the others', async () => {
    const [here, there, third] = [await w.signIn('gare'), await w.signIn('gare'), await w.signIn('gare')]
    const { content } = await here.calls.sessionsList({})
    expect(content[0]).toMatchObject({ session_id: here.session_id, is_this: true })
    await here.calls.sessionEnd({ session_id: there.session_id })
    expect([await isIn(here), await isIn(there), await isIn(third)]).toEqual([true, false, true])
    await here.calls.sessionEnd({})
    expect([await isIn(here), await isIn(third)]).toEqual([true, false])
    expect((await here.calls.sessionsList({})).content).toHaveLength(1)
  })

  test('does not let a user end another user’s session', async () => {
    const [gare, kiosque] = [await w.signIn('gare'), await w.signIn('kiosque')]
    await expect(gare.calls.sessionEnd({ session_id: kiosque.session_id })).rejects.toMatchObject({ code: 'not_found' })
    expect(await isIn(kiosque)).toBe(true)
    const { browsers } = await kiosque.calls.settingsView({})
    await expect(gare.calls.browserForget({ browser_id: browsers[0]?.browser_id ?? '' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('leaves out a session that was idle for three hours', async () => {
    const old = await w.signIn('port')
    w.clock.advance(DAY_MS / 4)
    const here = await w.signIn('port')
    expect((await here.calls.sessionsList({})).content.map(({ session_id }) => session_id)).not.toContain(old.session_id)
  })

  test('shows browsers too: a browser that is removed is signed out and no longer known', async () => {
    const [lost, here] = [await w.signIn('kiosque'), await w.signIn('kiosque')]
    const lostBrowser = (await lost.calls.settingsView({})).browsers.find(({ is_this }) => is_this)
    await here.calls.browserForget({ browser_id: lostBrowser?.browser_id ?? '' })
    expect([await isIn(lost), await isIn(here)]).toEqual([false, true])
    expect((await here.calls.settingsView({})).browsers.map(({ browser_id }) => browser_id)).not.toContain(lostBrowser?.browser_id)
  })
})
