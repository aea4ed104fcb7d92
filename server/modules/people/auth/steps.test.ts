// Signing in step by step: with a code by mail, an authenticator app, a recovery code, or a password set by somebody else. Tests about devices are in
// unknown-device.test.ts.
import { beforeEach, describe, expect, test } from 'vitest'
import { newSecret } from '../../../http/sessions.ts'
import { appCode, newAppSecret, newRecoveryCodes, recoveryDigest } from '../../../kit/codes.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { type Account, addAccount, type Browser, knock, mailedCode, newBrowser, sessionsOf, signedInAs, wrongCode } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()

let browser: Browser
beforeEach(() => {
  browser = newBrowser(w)
})

describe('a one-time code by mail', () => {
  let person: Account
  beforeEach(async () => {
    person = await addAccount(w, 'kiosque', { otp_type: 'email', email: 'nina@shop.example' })
  })

  test('is required after the password, and then the user is signed in', async () => {
    const asked = await knock(browser, person)
    expect(asked).toMatchObject({ token: '', session_id: '', next_step: 'one_time_code', code_channel: 'email', code_destination: 'n•••@shop.example' })
    const { reference_id, reference } = asked
    const code = await mailedCode(w, reference_id)
    const { token, next_step } = await browser.calls.loginVerify({
      username: person.username,
      otp: `${code.slice(0, 3)} ${code.slice(3)}`,
      reference_id,
      reference,
    })
    expect(next_step).toBe('none')
    expect(await signedInAs(w, browser, token).authCheck({})).toMatchObject({ username: person.username })
  })

  test('can still be entered after a wrong code, and the answer says how many tries are left', async () => {
    const { reference_id, reference } = await knock(browser, person)
    const otp = await mailedCode(w, reference_id)
    const step = { username: person.username, reference_id, reference }
    await expect(browser.calls.loginVerify({ ...step, otp: wrongCode(otp) })).rejects.toMatchObject({ code: 'code_wrong', detail: { left: 4 } })
    expect((await browser.calls.loginVerify({ ...step, otp })).token).not.toBe('')
  })

  test('works only once', async () => {
    const { reference_id, reference } = await knock(browser, person)
    const otp = await mailedCode(w, reference_id)
    const step = { username: person.username, otp, reference_id, reference }
    await browser.calls.loginVerify(step)
    await expect(browser.calls.loginVerify(step)).rejects.toMatchObject({ code: 'login_expired' })
    expect(await sessionsOf(w, person)).toBe(1)
  })

  test('is refused in another browser than the asking one, with another secret, or with another user name', async () => {
    const { reference_id, reference } = await knock(browser, person)
    const otp = await mailedCode(w, reference_id)
    const step = { username: person.username, otp, reference_id, reference }
    await expect(newBrowser(w).calls.loginVerify(step)).rejects.toMatchObject({ code: 'login_expired' })
    await expect(browser.calls.loginVerify({ ...step, reference: newSecret() })).rejects.toMatchObject({ code: 'login_expired' })
    await expect(browser.calls.loginVerify({ ...step, username: 'kiosque' })).rejects.toMatchObject({ code: 'login_expired' })
    expect((await browser.calls.loginVerify(step)).token).not.toBe('')
  })

  test('is not stored in clear anywhere', async () => {
    const { reference_id } = await knock(browser, person)
    const code = await mailedCode(w, reference_id)
    const rows = await rowsOf<{ text: string }>(
      w,
      `select m::text as text from messages m where tenant_id = 1 union all select l::text from logins l where tenant_id = 1`,
    )
    expect(rows.filter(({ text }) => new RegExp(`\\b${code}\\b`).test(text))).toEqual([])
    expect(w.logs.join('\n')).not.toContain(`"${code}"`)
  })
})

describe('an authenticator app', () => {
  let person: Account
  let secret: string
  const recovery = newRecoveryCodes()
  beforeEach(async () => {
    secret = newAppSecret()
    person = await addAccount(w, 'kiosque', { otp_type: 'app' })
    const { user_id } = person
    const digests = recovery.map((code) => recoveryDigest(w.services.keys, user_id, code))
    await rowsOf(w, 'update users set otp_secret = $2, recovery_codes = $3 where tenant_id = 1 and id = $1', [
      user_id,
      w.services.keys.seal(`app ${user_id}`, secret),
      digests,
    ])
  })

  async function enter(otp: string, at = browser) {
    const { reference_id, reference } = await knock(at, person)
    return at.calls.loginVerify({ username: person.username, otp, reference_id, reference })
  }
  const codeAt = (steps: number) => appCode(secret, new Date(w.clock.now().getTime() + steps * 30_000))

  test('shows a code that signs its user in, and no message is sent', async () => {
    const sent = await rowsOf(w, 'select id from messages where tenant_id = 1')
    expect((await enter(codeAt(0))).token).not.toBe('')
    expect(await rowsOf(w, 'select id from messages where tenant_id = 1')).toHaveLength(sent.length)
  })

  test.each([-1, 1])('with a clock that is %i step ahead or behind shows codes that are accepted', async (steps) => {
    expect((await enter(codeAt(steps))).token).not.toBe('')
  })

  test.each([-3, 3])('with a clock that is %i steps ahead or behind shows codes that are refused', async (steps) => {
    await expect(enter(codeAt(steps))).rejects.toMatchObject({ code: 'code_wrong' })
  })

  test('shows a code that works only once, even for another sign-in; the next code works', async () => {
    const code = codeAt(0)
    await enter(code)
    await expect(enter(code, newBrowser(w))).rejects.toMatchObject({ code: 'code_wrong' })
    w.clock.advance(30_000)
    expect((await enter(codeAt(0), newBrowser(w))).token).not.toBe('')
  })

  test('shows a code that is accepted for only one of two simultaneous sign-ins', async () => {
    const [code, other] = [codeAt(0), newBrowser(w)]
    const [first, second] = [await knock(browser, person), await knock(other, person)]
    const verify = (at: Browser, { reference_id, reference }: typeof first) =>
      at.calls.loginVerify({ username: person.username, otp: code, reference_id, reference })
    const outcomes = await Promise.allSettled([verify(browser, first), verify(other, second)])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await sessionsOf(w, person)).toBe(1)
  })

  test('that is lost can be replaced by recovery codes, each once, typed with or without its dash', async () => {
    const [one = '', two = ''] = recovery
    expect((await enter(one.replace('-', ''))).token).not.toBe('')
    await expect(enter(one)).rejects.toMatchObject({ code: 'code_wrong' })
    expect((await enter(two)).token).not.toBe('')
  })

  test('of another user shows codes that are refused', async () => {
    await expect(enter(appCode(newAppSecret(), w.clock.now()))).rejects.toMatchObject({ code: 'code_wrong' })
  })
})

test('a user whose password was set by another person cannot make a call that needs a right before choosing a new password', async () => {
  const person = await addAccount(w, 'nord', { internal_role: 0, must_change_password: true })
  const { token } = await knock(browser, person)
  const me = signedInAs(w, browser, token)
  expect(await me.authCheck({})).toMatchObject({ must_change_password: 1 })
  await expect(me.customersListShort({})).rejects.toMatchObject({ status: 403, code: 'password_new_needed' })
  await rowsOf(w, 'update users set must_change_password = false where tenant_id = 1 and id = $1', [person.user_id])
  w.clock.advance(6_000)
  expect((await me.customersListShort({})).content.length).toBeGreaterThan(0)
})
