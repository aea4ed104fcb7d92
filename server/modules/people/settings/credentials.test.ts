// Passwords and one-time codes: what is required to change them, what a change ends, and that guessing fails.
import { beforeAll, describe, expect, test } from 'vitest'
import { appCode } from '../../../kit/codes.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { sealedFor } from '../../messages/messages/messages.ts'

const w = await fileWorld()

const PASSWORD = 'Demo!2026'
const NEW = 'Kastanie#7 am Fenster'

const isIn = (person: Person) =>
  person.calls.authCheck({}).then(
    () => true,
    () => false,
  )
const noticesOf = (username: string) =>
  rowsOf<{ kind: string }>(
    w,
    "select n.kind from notices n join users u on u.tenant_id = 1 and u.id = n.user_id where n.tenant_id = 1 and u.username = $1 and n.kind = 'password_changed'",
    [username],
  )

/** The code in the last message of a kind. */
async function codeIn(kind: string) {
  const [row] = await rowsOf<{ id: string; body: Buffer }>(w, 'select id, body from messages where tenant_id = 1 and kind = $1 order by id desc limit 1', [
    kind,
  ])
  return /\b\d{6}\b/.exec(row ? w.services.keys.unseal(sealedFor(row.id), row.body) : '')?.[0] ?? ''
}

async function withApp(username: string) {
  const me = await w.signIn(username)
  const { secret } = await me.calls.codeStart({ otp_type: 'app', current_password: PASSWORD })
  const { recovery_codes } = await me.calls.codeConfirm({ otp: appCode(secret, w.clock.now()) })
  return { me, secret, recovery_codes }
}

async function enter(username: string, otp: string) {
  const browser = w.anonymous()
  const { next_step, reference_id, reference } = await browser.login({ username, password: PASSWORD })
  expect(next_step).toBe('one_time_code')
  return browser.loginVerify({ username, otp, reference_id, reference })
}

describe('a user’s own password', () => {
  test('if changed ends every other session and notifies the user, and the old password is refused', async () => {
    const [here, there] = [await w.signIn('kiosque'), await w.signIn('kiosque')]
    await expect(here.calls.passwordUpdate({ current_password: 'wrong', new_password: NEW })).rejects.toMatchObject({ code: 'password_wrong' })
    expect(await isIn(there)).toBe(true)
    await here.calls.passwordUpdate({ current_password: PASSWORD, new_password: NEW })
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    await expect(w.signIn('kiosque')).rejects.toMatchObject({ code: 'login_wrong' })
    await w.signIn('kiosque', { password: NEW })
    expect(await noticesOf('kiosque')).toHaveLength(1)
  })

  test.each([
    { password: PASSWORD, code: 'password_same' },
    { password: 'Passw0rd!', code: 'password_common' },
    { password: 'Kiosque-Caisse#22', code: 'password_name' },
  ])('cannot be changed to "$password", which is refused with $code', async ({ password, code }) => {
    const me = await w.signIn('kiosque-caisse')
    await expect(me.calls.passwordUpdate({ current_password: PASSWORD, new_password: password })).rejects.toMatchObject({
      code: 'invalid_input',
      problems: expect.arrayContaining([{ field: 'new_password', code }]),
    })
  })

  test('is not in the audit log', async () => {
    const rows = await rowsOf<{ text: string }>(w, 'select audit::text as text from audit where tenant_id = 1')
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.filter(({ text }) => text.includes(NEW) || text.includes(PASSWORD))).toEqual([])
  })
})

describe('a password that is set for another user', () => {
  test('ends all sessions of the user, who can then make no call that needs a right before choosing a new password', async () => {
    const [nord, staff] = [await w.signIn('nord'), await w.signIn('nord-stock')]
    await nord.calls.passwordChange({ username: 'nord-stock', new_password: NEW })
    expect(await isIn(staff)).toBe(false)
    const again = await w.signIn('nord-stock', { password: NEW })
    expect(await again.calls.authCheck({})).toMatchObject({ must_change_password: 1 })
    await expect(again.calls.suppliersList({})).rejects.toMatchObject({ code: 'password_new_needed' })
    await again.calls.passwordUpdate({ current_password: NEW, new_password: PASSWORD })
    await again.calls.suppliersList({})
    expect(await noticesOf('nord-stock')).toHaveLength(2)
  })

  test('can be set by a manager for users below, but for nobody else and not for the manager’s own account', async () => {
    const nord = await w.signIn('nord')
    await nord.calls.passwordChange({ username: 'sud', new_password: NEW })
    for (const username of ['rhein', 'platform', 'nobody'])
      await expect(nord.calls.passwordChange({ username, new_password: NEW })).rejects.toMatchObject({ code: 'not_found' })
    await expect(nord.calls.passwordChange({ username: 'nord', new_password: NEW })).rejects.toMatchObject({ code: 'own_account' })
    const sud = await w.signIn('sud', { password: NEW })
    await sud.calls.passwordUpdate({ current_password: NEW, new_password: PASSWORD })
    await expect(sud.calls.passwordChange({ username: 'nord', new_password: NEW })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('can be set by the platform for users of the reseller it views and for its own users', async () => {
    const platform = await w.signIn('platform', { host: 'platform.localhost' })
    await platform.calls.passwordChange({ username: 'port', new_password: NEW })
    await platform.calls.passwordChange({ username: 'support', new_password: NEW })
    await w.signIn('port', { password: NEW })
    await w.signIn('support', { password: NEW, host: 'platform.localhost' })
  })
})

describe('one-time codes of an authenticator app', () => {
  test('are required once the first right code was entered, which ends the user’s other sessions', async () => {
    const other = await w.signIn('gare')
    const { me, secret } = await withApp('gare')
    expect([await isIn(me), await isIn(other)]).toEqual([true, false])
    expect((await me.calls.settingsView({})).one_time_code).toMatchObject({ otp_type: 'app', recovery_codes_left: 10 })
    w.clock.advance(30_000)
    expect((await enter('gare', appCode(secret, w.clock.now()))).token).not.toBe('')
  })

  test('work once: the code that switched them on cannot be used to sign in', async () => {
    const { secret } = await withApp('nord-stock')
    await expect(enter('nord-stock', appCode(secret, w.clock.now()))).rejects.toMatchObject({ code: 'code_wrong' })
  })

  test('come with recovery codes, each for one use', async () => {
    const me = await w.signIn('nord')
    const { secret } = await me.calls.codeStart({ otp_type: 'app', current_password: PASSWORD })
    const { recovery_codes } = await me.calls.codeConfirm({ otp: appCode(secret, w.clock.now()) })
    expect(new Set(recovery_codes).size).toBe(10)
    const [code = ''] = recovery_codes
    expect((await enter('nord', code)).token).not.toBe('')
    await expect(enter('nord', code)).rejects.toMatchObject({ code: 'code_wrong' })
    expect((await me.calls.settingsView({})).one_time_code.recovery_codes_left).toBe(9)
    const stored = await rowsOf<{ text: string }>(w, "select users::text as text from users where tenant_id = 1 and username = 'nord'")
    expect(stored[0]?.text).not.toContain(secret)
    await me.calls.codeStop({ current_password: PASSWORD })
    await w.signIn('nord')
  })

  test('are switched on once even if several tabs confirm them, and a wrong code uses up a try', async () => {
    const me = await w.signIn('kiosque-caisse')
    const { secret, uri } = await me.calls.codeStart({ otp_type: 'app', current_password: PASSWORD })
    expect(uri).toContain(secret)
    await expect(me.calls.codeConfirm({ otp: '000000' })).rejects.toMatchObject({ code: 'otp_wrong', detail: { left: 4 } })
    const otp = appCode(secret, w.clock.now())
    const answers = await Promise.allSettled([1, 2, 3].map(() => me.calls.codeConfirm({ otp })))
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await me.calls.codeStop({ current_password: PASSWORD })
  })

  test('give a guesser only five tries', async () => {
    const me = await w.signIn('kiosque-caisse')
    const { secret } = await me.calls.codeStart({ otp_type: 'app', current_password: PASSWORD })
    const guesses = await Promise.allSettled(Array.from({ length: 40 }, () => me.calls.codeConfirm({ otp: '000000' })))
    const codes = guesses.map((guess) => (guess.status === 'rejected' ? (guess.reason as { code: string }).code : 'in'))
    expect(codes.filter((code) => code === 'otp_wrong')).toHaveLength(5)
    await expect(me.calls.codeConfirm({ otp: appCode(secret, w.clock.now()) })).rejects.toMatchObject({ code: 'code_state' })
    // Control: once the count of tries is reset, the code is accepted.
    await rowsOf(w, `update users set otp_pending = jsonb_set(otp_pending, '{tries}', '0') where tenant_id = 1 and username = 'kiosque-caisse'`)
    await me.calls.codeConfirm({ otp: appCode(secret, w.clock.now()) })
    await me.calls.codeStop({ current_password: PASSWORD })
  })

  test('cannot be switched on without the password; switching them on has to be confirmed within ten minutes', async () => {
    const me = await w.signIn('kiosque-caisse')
    await expect(me.calls.codeConfirm({ otp: '123456' })).rejects.toMatchObject({ code: 'code_state' })
    await expect(me.calls.codeStart({ otp_type: 'app', current_password: 'wrong' })).rejects.toMatchObject({ code: 'password_wrong' })
    const { secret } = await me.calls.codeStart({ otp_type: 'app', current_password: PASSWORD })
    w.clock.advance(10 * 60_000 + 1)
    await expect(me.calls.codeConfirm({ otp: appCode(secret, w.clock.now()) })).rejects.toMatchObject({ code: 'code_state' })
  })
})

describe('one-time codes by mail', () => {
  // After a quarter of an hour the password may be tried again, because the limit is ten tries in that time.
  beforeAll(() => w.clock.advance(15 * 60_000))

  test('need a mail address, and are switched on by the first code, which proves that the address is the user’s', async () => {
    await rowsOf(w, "update users set email = '' where tenant_id = 1 and username = 'kiosque-caisse'")
    const me = await w.signIn('kiosque-caisse')
    await expect(me.calls.codeStart({ otp_type: 'email', current_password: PASSWORD })).rejects.toMatchObject({
      problems: [{ field: 'otp_type', code: 'not_reachable' }],
    })
    await me.calls.settingsUpdate({ email: 'camille@kiosque.example', current_password: PASSWORD })
    const begun = await me.calls.codeStart({ otp_type: 'email', current_password: PASSWORD })
    expect(begun).toEqual({ secret: '', uri: '', code_destination: 'c•••@kiosque.example' })
    await me.calls.codeConfirm({ otp: await codeIn('code_setup') })
    const browser = w.anonymous()
    const asked = await browser.login({ username: 'kiosque-caisse', password: PASSWORD })
    expect(asked).toMatchObject({ next_step: 'one_time_code', code_channel: 'email' })
    const { reference_id, reference } = asked
    expect((await browser.loginVerify({ username: 'kiosque-caisse', otp: await codeIn('login_code'), reference_id, reference })).token).not.toBe('')
  })

  test('cannot be switched off by the user if the organisation requires them', async () => {
    const { me } = await withApp('nord')
    await rowsOf(w, "update users set otp_required = true where tenant_id = 1 and username = 'nord'")
    await expect(me.calls.codeStop({ current_password: PASSWORD })).rejects.toMatchObject({ code: 'own_account' })
    expect((await me.calls.settingsView({})).one_time_code).toMatchObject({ otp_type: 'app', is_required: true })
  })
})
