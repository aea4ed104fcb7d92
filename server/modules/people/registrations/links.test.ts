// Links and codes of registrations: what they allow, how often, and what the organisations that sent them see and can change.
import { describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { subjectOf } from '../../../postgres/attempts.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { newNetwork, over, PASSWORD, registering } from '../../../test/registration.ts'
import { fileWorld, HOST } from '../../../test/world.ts'
import { openRegistration } from './registrations.ts'

const w = await fileWorld()

const { browser, invite, newestCode, newestLink, proven } = registering(() => w)

describe('the code of a registration', () => {
  const wrongFor = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

  test('is checked five times, even if twenty requests come at the same time; after that even the right code is refused', async () => {
    const someone = await invite()
    await browser().registrationUserName({ registration: someone.link, username: someone.username })
    const right = await newestCode(someone.email)
    const tries = Array.from({ length: 20 }, () => browser().registrationCode({ registration: someone.link, otp: wrongFor(right) }))
    const left = (await Promise.allSettled(tries)).flatMap((result) => (result.status === 'rejected' ? [Number(result.reason.detail.left)] : []))
    expect(left.sort()).toEqual([...new Array(16).fill(0), 1, 2, 3, 4])
    await expect(browser().registrationCode({ registration: someone.link, otp: right })).rejects.toMatchObject({ code: 'otp_wrong', detail: { left: 0 } })
  })

  test('control: still works if it is entered correctly at the fifth try', async () => {
    const someone = await invite()
    await browser().registrationUserName({ registration: someone.link, username: someone.username })
    const right = await newestCode(someone.email)
    for (let i = 0; i < 4; i++)
      await browser()
        .registrationCode({ registration: someone.link, otp: wrongFor(right) })
        .catch(() => undefined)
    expect((await browser().registrationCode({ registration: someone.link, otp: right })).step).toBe('password')
  })

  test('works only once', async () => {
    const someone = await invite()
    await proven(someone)
    const again = await browser().registrationCode({ registration: someone.link, otp: await newestCode(someone.email) })
    expect(again).toMatchObject({ step: 'code', proof: '' })
  })

  test('does not work after ten minutes', async () => {
    const someone = await invite()
    await browser().registrationUserName({ registration: someone.link, username: someone.username })
    const right = await newestCode(someone.email)
    w.clock.advance(10 * 60_000 + 1_000)
    await expect(browser().registrationCode({ registration: someone.link, otp: right })).rejects.toMatchObject({ code: 'otp_wrong' })
  })

  test('can be sent again after half a minute, three times in an hour; each new code makes the earlier one invalid', async () => {
    const someone = await invite()
    const registration = someone.link
    await browser().registrationUserName({ registration, username: someone.username })
    const first = await newestCode(someone.email)
    await expect(browser().registrationCode({ registration })).rejects.toMatchObject({ code: 'too_many_requests', detail: { wait_s: 30 } })
    for (let i = 0; i < 3; i++) {
      w.clock.advance(31_000)
      await browser().registrationCode({ registration })
    }
    w.clock.advance(31_000)
    await expect(browser().registrationCode({ registration })).rejects.toMatchObject({ code: 'too_many_requests' })
    if (first !== (await newestCode(someone.email)))
      await expect(browser().registrationCode({ registration, otp: first })).rejects.toMatchObject({ code: 'otp_wrong' })
    w.clock.advance(60 * 60_000)
    expect((await browser().registrationCode({ registration })).step).toBe('code')
  })
})

describe('the link of a registration', () => {
  /** The server's answer without the id of the request, which differs each time. */
  async function answer(registration: string, host = HOST) {
    const body = new URLSearchParams({ registration })
    const response = await w.fetch('/api/set_password_step_one/', { method: 'POST', body, host, from: newNetwork() })
    return { status: response.status, text: await response.text() }
  }

  test('gets the same answer, byte by byte, if it is wrong, expired, used, cancelled, replaced or another reseller’s', async () => {
    const manager = await w.signIn('nord')
    const [used, cancelled, resent, valid, expired] = await Promise.all([invite(), invite(), invite(), invite(), invite()])
    const { calls, proof } = await proven(used)
    await calls.registrationPassword({ registration: used.link, proof, new_password: PASSWORD })
    await manager.calls.registrationUpdate({ registration_id: cancelled.registration_id, action: 'cancel' })
    await manager.calls.registrationUpdate({ registration_id: resent.registration_id, action: 'resend' })
    await rowsOf(w, 'update registrations set expires_at = $2 where tenant_id = 1 and id = $1', [expired.registration_id, w.clock.now()])
    const swapped = `${valid.registration_id}.${used.link.split('.')[1]}`
    const dead = [
      used.link,
      cancelled.link,
      resent.link,
      expired.link,
      swapped,
      valid.link.slice(0, -1),
      `${newId()}.${'A'.repeat(43)}`,
      'nonsense',
      "' or 1=1",
    ]
    const answers = [...(await Promise.all(dead.map((link) => answer(link)))), await answer(valid.link, 'rhein.localhost')]
    expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(410)
    expect((await answer(valid.link)).status).toBe(200)
  })

  test('works for seven days', async () => {
    const { link } = await invite()
    w.clock.advance(7 * 24 * 60 * 60_000 - 60_000)
    expect((await browser().registrationUserName({ registration: link })).step).toBe('username')
    w.clock.advance(120_000)
    await expect(browser().registrationUserName({ registration: link })).rejects.toMatchObject(over)
  })

  test('is refused if its user was invited again since', async () => {
    const { user_id, link, email } = await invite()
    const organisation_id = await organisationId(w, 'nord')
    await w.db.write(1, (q) => openRegistration(q, w.services, { tenant_id: 1, user_id, organisation_id, created_by: null }))
    await expect(browser().registrationUserName({ registration: link })).rejects.toMatchObject(over)
    expect((await browser().registrationUserName({ registration: await newestLink(email) })).step).toBe('username')
  })

  test('is refused if its user is deactivated', async () => {
    const { user_id, link } = await invite()
    await rowsOf(w, 'update users set is_active = false where tenant_id = 1 and id = $1', [user_id])
    await expect(browser().registrationUserName({ registration: link })).rejects.toMatchObject(over)
  })

  test('is stored only as a digest, and is in no log', async () => {
    const { link, registration_id } = await invite()
    await browser().registrationUserName({ registration: link })
    const secret = link.split('.')[1] ?? ''
    const [row] = await rowsOf<{ text: string }>(w, 'select r::text as text from registrations r where tenant_id = 1 and id = $1', [registration_id])
    expect(row?.text).toContain(registration_id)
    expect(row?.text).not.toContain(secret)
    expect(w.logs.join('\n')).not.toContain(secret)
  })

  test('can be tried only 300 times in a quarter of an hour from one network; other networks are served meanwhile', async () => {
    // Tries are counted by quarters of an hour. The clock is moved to the beginning of a quarter, so that the quarter does not end during the test.
    w.clock.advance(15 * 60_000 - (w.clock.now().getTime() % (15 * 60_000)))
    const { link } = await invite()
    const guesser = w.anonymous(HOST, {}, '10.9.9.9')
    const guess = () => guesser.registrationUserName({ registration: `${newId()}.${'B'.repeat(43)}` })
    await expect(guess()).rejects.toMatchObject(over)
    await rowsOf(w, `update login_attempts set n = n + 298 where tenant_id = 1 and subject = $1`, [subjectOf('registering', '10.9.9.9')])
    await expect(guess()).rejects.toMatchObject(over)
    await expect(guess()).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
    expect((await browser().registrationUserName({ registration: link })).step).toBe('username')
  })
})

describe('organisations that sent registrations', () => {
  test('see their own registrations and those sent below them, by state and search', async () => {
    const full_name = `Zoë Listed ${newId().slice(-6)}`
    const { registration_id } = await invite({ full_name, at: 'kiosque' })
    const search_text = full_name.slice(-6)
    const manager = await w.signIn('nord')
    const found = await manager.calls.registrationsList({ search_text, filters: { state: 'waiting' } })
    expect(found).toMatchObject({
      filters: { total_count: 1 },
      registrations: [{ registration_id, full_name, is_staff: true, account_role: 2, state: 'waiting' }],
    })
    expect((await manager.calls.registrationsList({ search_text, filters: { state: 'done' } })).registrations).toEqual([])
    const above = await w.signIn('platform', { host: 'platform.localhost' })
    expect((await above.calls.registrationsList({ search_text })).registrations).toHaveLength(1)
    const aside = await w.signIn('rhein', { host: 'rhein.localhost' })
    expect((await aside.calls.registrationsList({ search_text })).registrations).toEqual([])
  })

  test('can send a link again to another mail address: the earlier link is refused, and the log has both addresses', async () => {
    const someone = await invite()
    const manager = await w.signIn('nord')
    const email = `${newId()}@example.test`
    await manager.calls.registrationUpdate({ registration_id: someone.registration_id, action: 'resend', email })
    await expect(browser().registrationUserName({ registration: someone.link })).rejects.toMatchObject(over)
    expect((await browser().registrationUserName({ registration: await newestLink(email) })).step).toBe('username')
    const [row] = await rowsOf<{ before: object; after: object }>(
      w,
      `select before, after from audit where tenant_id = 1 and subject_id = $1 order by id desc limit 1`,
      [someone.registration_id],
    )
    expect(row).toMatchObject({ before: { email: someone.email }, after: { email } })
  })

  test('can cancel a registration, only once', async () => {
    const { registration_id } = await invite()
    const manager = await w.signIn('nord')
    await manager.calls.registrationUpdate({ registration_id, action: 'cancel' })
    await expect(manager.calls.registrationUpdate({ registration_id, action: 'resend' })).rejects.toMatchObject(over)
  })

  test('cannot find registrations that other organisations sent', async () => {
    const { registration_id } = await invite()
    const aside = await w.signIn('sud')
    await expect(aside.calls.registrationUpdate({ registration_id, action: 'cancel' })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })
})
