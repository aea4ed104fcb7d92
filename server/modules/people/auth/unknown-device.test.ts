// Signing in from an unknown browser when the account requires approval: who approves, how a browser becomes known, and the token that replaces the approval.
import { beforeEach, describe, expect, test } from 'vitest'
import { digestOf, newSecret } from '../../../http/sessions.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { type Account, addAccount, type Browser, knock, mailedCode, newBrowser, sessionsOf, signedInAs } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()

let browser: Browser
beforeEach(() => {
  browser = newBrowser(w)
})

describe('a sign-in that waits for approval', () => {
  let person: Account
  beforeEach(async () => {
    person = await addAccount(w, 'nord', { login_approval: true })
  })

  async function approve(number: string, reference_id: string) {
    const nord = await w.signIn('nord')
    await nord.calls.loginRequestDecide({ reference_id, action: 'approve', number })
  }

  test('is approved when the user’s manager types the number that the user’s screen shows, and from then on the browser is known', async () => {
    const asked = await knock(browser, person)
    expect(asked).toMatchObject({ next_step: 'approval', token: '', approval_number: expect.stringMatching(/^\d\d$/) })
    const { reference_id, reference } = asked
    expect(await browser.calls.approvalCheck({ reference_id, reference })).toMatchObject({ next_step: 'approval', token: '' })
    await approve(asked.approval_number, reference_id)
    const { token } = await browser.calls.approvalCheck({ reference_id, reference })
    expect(await signedInAs(w, browser, token).authCheck({})).toMatchObject({ username: person.username })
    expect((await knock(browser, person)).next_step).toBe('none')
    expect((await knock(newBrowser(w), person)).next_step).toBe('approval')
  })

  test('that was refused is shown to its user as refused, with the reason', async () => {
    const { reference_id, reference } = await knock(browser, person)
    const nord = await w.signIn('nord')
    await nord.calls.loginRequestDecide({ reference_id, action: 'refuse', reason: 'Not at work today' })
    await expect(browser.calls.approvalCheck({ reference_id, reference })).rejects.toMatchObject({
      code: 'approval_refused',
      detail: { reason: 'Not at work today' },
    })
    expect(await sessionsOf(w, person)).toBe(0)
  })

  test('is announced to the user’s managers in a notice that names the sign-in', async () => {
    const { approval_code } = await knock(browser, person)
    const nord = await w.signIn('nord')
    const { content } = await nord.calls.loginRequestsList({ filters: { state: 'waiting' }, search_text: person.username })
    expect(content).toMatchObject([{ approval_code, username: person.username, is_own: false, device_seen_before: false }])
    const notices = await rowsOf(w, `select data from notices where tenant_id = 1 and kind = 'login_request' and data ->> 'code' = $1`, [approval_code])
    expect(notices).toHaveLength(1)
  })

  test('is announced to a manager only after the one-time code was entered, if the account has one', async () => {
    await rowsOf(w, `update users set otp_type = 'email' where tenant_id = 1 and id = $1`, [person.user_id])
    const asked = await knock(browser, person)
    expect(asked).toMatchObject({ next_step: 'one_time_code', approval_number: '' })
    const { reference_id, reference } = asked
    const nord = await w.signIn('nord')
    await expect(nord.calls.loginRequestDecide({ reference_id, action: 'approve', number: '42' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(browser.calls.approvalCheck({ reference_id, reference })).rejects.toMatchObject({ code: 'login_expired' })
    const waiting = await browser.calls.loginVerify({ username: person.username, otp: await mailedCode(w, reference_id), reference_id, reference })
    expect(waiting).toMatchObject({ next_step: 'approval', token: '' })
    await approve(waiting.approval_number, reference_id)
    expect((await browser.calls.approvalCheck({ reference_id, reference })).token).not.toBe('')
  })

  describe('a single-use token in place of the approval', () => {
    const token = newSecret()
    const give = (minutes: number) =>
      rowsOf(w, 'update users set login_token = $2, login_token_until = $3 where tenant_id = 1 and id = $1', [
        person.user_id,
        digestOf(token),
        new Date(w.clock.now().getTime() + minutes * 60_000),
      ])

    test('signs in without approval, once', async () => {
      await give(60)
      expect((await knock(browser, person, { token })).next_step).toBe('none')
      await expect(knock(newBrowser(w), person, { token })).rejects.toMatchObject({ code: 'login_wrong' })
      expect(await sessionsOf(w, person)).toBe(1)
    })

    test('used in two browsers at the same time signs in only one of them', async () => {
      await give(60)
      const outcomes = await Promise.allSettled([knock(browser, person, { token }), knock(newBrowser(w), person, { token })])
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    })

    test('does not sign in if it has expired or is wrong', async () => {
      await give(-1)
      await expect(knock(browser, person, { token })).rejects.toMatchObject({ code: 'login_wrong' })
      await give(60)
      await expect(knock(browser, person, { token: newSecret() })).rejects.toMatchObject({ code: 'login_wrong' })
      expect(await sessionsOf(w, person)).toBe(0)
    })

    test('does not replace the one-time code', async () => {
      await give(60)
      await rowsOf(w, `update users set otp_type = 'email' where tenant_id = 1 and id = $1`, [person.user_id])
      expect(await knock(browser, person, { token })).toMatchObject({ next_step: 'one_time_code', token: '' })
    })
  })
})

test('an invented browser secret of the wrong length makes no browser known, even if the database has its digest', async () => {
  const person = await addAccount(w, 'nord', { login_approval: true })
  const { user_id } = person
  for (const chosen of ['', 'a', 'x'.repeat(42), `${'x'.repeat(43)}y`]) {
    await rowsOf(
      w,
      `insert into devices_known (tenant_id, id, user_id, secret_hash, created_at, last_seen_at) values (1, gen_random_uuid(), $1, $2, now(), now())`,
      [user_id, digestOf(chosen)],
    )
    expect(await knock({ ...browser, calls: w.anonymous(undefined, { cookie: `portal_device=${chosen}` }) }, person), chosen).toMatchObject({
      next_step: 'approval',
    })
  }
})
