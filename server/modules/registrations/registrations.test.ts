// From the link in a mail to an account of one's own: three steps, in order, once.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../kit/ids.ts'
import { organisationId, rowsOf } from '../../test/arrange.ts'
import { codeIn, lettersTo, linkIn } from '../../test/outbox.ts'
import { HOST, type World, world } from '../../test/world.ts'
import { openRegistration } from './registrations.ts'

let w: World
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.end())

const PASSWORD = 'Kiosk#2026-Lyon'

type Invited = { user_id: string; registration_id: string; email: string; username: string; link: string }
type Columns = { email?: string; mobile?: string; language?: string; full_name?: string; at?: string }

/** Somebody new at the organisation of `at`, with a link in the mailbox. */
async function invite({ email, mobile = '', language = 'en', full_name = 'Ada Test', at = 'nord' }: Columns = {}): Promise<Invited> {
  const user_id = newId()
  const [username, address] = [`new-${user_id}`, email ?? `${user_id}@example.test`]
  const organisation_id = await organisationId(w, at)
  await rowsOf(
    w,
    `insert into users (tenant_id, id, organisation_id, username, full_name, password_hash, internal_role, email, mobile, language, created_at)
     values (1, $1, $2, $3, $4, '', 1, $5, $6, $7, $8)`,
    [user_id, organisation_id, username, full_name, address, mobile, language, w.clock.now()],
  )
  const created_by = (await rowsOf<{ id: string }>(w, `select id from users where tenant_id = 1 and username = 'nord'`))[0]?.id ?? null
  const registration_id = await w.db.write(1, (q) => openRegistration(q, w.services, { tenant_id: 1, user_id, organisation_id, created_by }))
  return { user_id, registration_id, email: address, username, link: await newestLink(address || mobile) }
}

const newest = async (recipient: string, kind: string) => {
  const letter = (await lettersTo(w, recipient)).find((one) => one.kind === kind)
  if (!letter) throw new Error(`no ${kind} for ${recipient}`)
  return letter
}
const newestLink = async (recipient: string) => linkIn(await newest(recipient, 'registration'))
const newestCode = async (recipient: string) => codeIn(await newest(recipient, 'registration_code'))

/** A browser on a network of its own. */
let networks = 0
const browser = (host = HOST) => w.anonymous(host, {}, `10.1.${++networks >> 8}.${networks & 255}`)

/** As far as the password. */
async function proven(someone: Invited, username = someone.username) {
  const calls = browser()
  await calls.registrationUserName({ registration: someone.link, username })
  const { proof } = await calls.registrationCode({ registration: someone.link, otp: await newestCode(someone.email) })
  return { calls, proof }
}

const over = { status: 410, code: 'registration_over' }

describe('a registration', () => {
  test('leads in three steps from a link to an account one can sign in with', async () => {
    const someone = await invite()
    const calls = browser()
    const username = `ada-${newId()}`
    const begun = await calls.registrationUserName({ registration: someone.link })
    expect(begun).toMatchObject({ step: 'username', username: someone.username, full_name: 'Ada Test', organisation_name: 'Comptoir Nord', proof: '' })
    const coded = await calls.registrationUserName({ registration: someone.link, username })
    expect(coded).toMatchObject({ step: 'code', username, code_channel: 'email' })
    expect(coded.code_destination).toMatch(/^.•••@example\.test$/)
    const open = await calls.registrationCode({ registration: someone.link, otp: await newestCode(someone.email) })
    expect(open).toMatchObject({ step: 'password', proof: expect.stringMatching(/^[\w-]{43}$/) })
    const done = await calls.registrationPassword({ registration: someone.link, proof: open.proof, new_password: PASSWORD })
    expect(done.step).toBe('done')
    const me = await w.signIn(username, { password: PASSWORD })
    expect(await me.calls.authCheck({})).toMatchObject({ username, must_change_password: 0 })
  })

  test('is told to the organisation that sent it, and stands in the audit log under the new name', async () => {
    const someone = await invite({ full_name: 'Grace Notice' })
    const { calls, proof } = await proven(someone)
    await calls.registrationPassword({ registration: someone.link, proof, new_password: PASSWORD })
    const [notice] = await rowsOf<{ data: object }>(w, `select data from notices where tenant_id = 1 and kind = 'registration_done' order by id desc limit 1`)
    expect(notice?.data).toEqual({ name: 'Grace Notice', organisation: 'Comptoir Nord' })
    const written = await rowsOf<{ action: string; after: object }>(w, 'select action, after from audit where tenant_id = 1 and subject_id = $1 order by id', [
      someone.registration_id,
    ])
    expect(written.map(({ action }) => action)).toEqual(['registrationUserName', 'registrationCode', 'registrationPassword'])
    expect(written.at(-1)?.after).toEqual({ password: '•••' })
  })

  test('has its link made of the shop’s own host, whatever the request said', async () => {
    const { email } = await invite()
    expect((await newest(email, 'registration')).text).toMatch(new RegExp(`^http://${HOST}/registration/set-password/`, 'm'))
  })

  test('sends its code by text message to somebody who has no address', async () => {
    const mobile = '+33 6 11 22 33 44'
    const { link } = await invite({ email: '', mobile })
    const state = await browser().registrationUserName({ registration: link, username: `mobile-${newId()}` })
    expect(state).toMatchObject({ code_channel: 'sms', code_destination: '•••• 44' })
    expect(await newestCode(mobile)).toMatch(/^\d{6}$/)
  })

  test('refuses a password anybody would guess', async () => {
    const someone = await invite()
    const { calls, proof } = await proven(someone)
    const refused = { code: 'invalid_input', problems: [{ field: 'new_password', code: 'password_common' }] }
    await expect(calls.registrationPassword({ registration: someone.link, proof, new_password: 'Password1!' })).rejects.toMatchObject(refused)
  })
})

describe('the user name', () => {
  test('that is taken comes back with three free ones, to a look and to the step itself', async () => {
    const { link } = await invite()
    const looked = await browser().registrationUserName({ registration: link, username: 'kiosque', check: true })
    expect(looked).toMatchObject({ step: 'username', username: 'kiosque' })
    expect(looked.suggestions).toHaveLength(3)
    const refused = { status: 409, code: 'username_taken', message: 'Username not Available', detail: { suggestions: expect.any(Array) } }
    await expect(browser().registrationUserName({ registration: link, username: 'kiosque' })).rejects.toMatchObject(refused)
    for (const username of looked.suggestions)
      expect((await browser().registrationUserName({ registration: link, username, check: true })).suggestions).toEqual([])
  })

  test('that is free is only looked at by a look', async () => {
    const { link, username } = await invite()
    expect(await browser().registrationUserName({ registration: link, username: `free-${newId()}`, check: true })).toMatchObject({ suggestions: [] })
    expect(await browser().registrationUserName({ registration: link })).toMatchObject({ step: 'username', username })
  })

  test('asked for by twelve people at once is given to one of them', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => invite()))
    const username = `race-${newId()}`
    const results = await Promise.allSettled(people.map(({ link }) => browser().registrationUserName({ registration: link, username })))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'username_taken' })
  })

  test('would be given to several without the database’s own look (negative control)', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => invite()))
    const username = `race-${newId()}`
    await w.owner.query('drop index users_username')
    try {
      const results = await Promise.allSettled(people.map(({ link }) => browser().registrationUserName({ registration: link, username })))
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(1)
    } finally {
      await rowsOf(w, `update users set username = id::text where tenant_id = 1 and username = $1`, [username])
      await w.owner.query('create unique index users_username on users (tenant_id, username)')
    }
  })
})

describe('a step out of turn', () => {
  test('changes nothing and answers where the registration stands', async () => {
    const someone = await invite()
    const calls = browser()
    expect((await calls.registrationPassword({ registration: someone.link, proof: 'x'.repeat(43), new_password: PASSWORD })).step).toBe('username')
    expect((await calls.registrationCode({ registration: someone.link, otp: '123456' })).step).toBe('username')
    expect((await calls.registrationCode({ registration: someone.link })).step).toBe('username')
    await calls.registrationUserName({ registration: someone.link, username: someone.username })
    expect((await calls.registrationPassword({ registration: someone.link, proof: 'x'.repeat(43), new_password: PASSWORD })).step).toBe('code')
    await expect(w.signIn(someone.username, { password: PASSWORD })).rejects.toMatchObject({ code: 'login_wrong' })
  })

  test('in a second tab finds what the first one did', async () => {
    const someone = await invite()
    const [first, second] = [browser(), browser()]
    const [name, other] = [`tab-${newId()}`, `tab-${newId()}`]
    await first.registrationUserName({ registration: someone.link, username: name })
    expect(await second.registrationUserName({ registration: someone.link, username: other })).toMatchObject({ step: 'code', username: name })
    const { proof } = await first.registrationCode({ registration: someone.link, otp: await newestCode(someone.email) })
    expect(await second.registrationUserName({ registration: someone.link })).toMatchObject({ step: 'code', proof: '' })
    expect((await second.registrationPassword({ registration: someone.link, proof: 'x'.repeat(43), new_password: PASSWORD })).step).toBe('code')
    const both = [first, second].map((calls) => calls.registrationPassword({ registration: someone.link, proof, new_password: PASSWORD }))
    const results = await Promise.allSettled(both)
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('by a browser that lost its proof starts again at the code', async () => {
    const someone = await invite()
    const { calls, proof } = await proven(someone)
    w.clock.advance(31_000)
    expect((await calls.registrationCode({ registration: someone.link })).step).toBe('code')
    expect((await calls.registrationPassword({ registration: someone.link, proof, new_password: PASSWORD })).step).toBe('code')
    const again = await calls.registrationCode({ registration: someone.link, otp: await newestCode(someone.email) })
    expect((await calls.registrationPassword({ registration: someone.link, proof: again.proof, new_password: PASSWORD })).step).toBe('done')
  })
})

describe('the code', () => {
  const wrongFor = (right: string) => String((Number(right) + 1) % 1_000_000).padStart(6, '0')

  test('is looked at five times, however many ask at once; the right one comes too late then', async () => {
    const someone = await invite()
    await browser().registrationUserName({ registration: someone.link, username: someone.username })
    const right = await newestCode(someone.email)
    const tries = Array.from({ length: 20 }, () => browser().registrationCode({ registration: someone.link, otp: wrongFor(right) }))
    const left = (await Promise.allSettled(tries)).flatMap((result) => (result.status === 'rejected' ? [Number(result.reason.detail.left)] : []))
    expect(left.sort()).toEqual([...new Array(16).fill(0), 1, 2, 3, 4])
    await expect(browser().registrationCode({ registration: someone.link, otp: right })).rejects.toMatchObject({ code: 'code_wrong', detail: { left: 0 } })
  })

  test('that is right on the fifth try still opens (negative control)', async () => {
    const someone = await invite()
    await browser().registrationUserName({ registration: someone.link, username: someone.username })
    const right = await newestCode(someone.email)
    for (let i = 0; i < 4; i++)
      await browser()
        .registrationCode({ registration: someone.link, otp: wrongFor(right) })
        .catch(() => undefined)
    expect((await browser().registrationCode({ registration: someone.link, otp: right })).step).toBe('password')
  })

  test('works once', async () => {
    const someone = await invite()
    await proven(someone)
    const again = await browser().registrationCode({ registration: someone.link, otp: await newestCode(someone.email) })
    expect(again).toMatchObject({ step: 'code', proof: '' })
  })

  test('is no longer right after ten minutes', async () => {
    const someone = await invite()
    await browser().registrationUserName({ registration: someone.link, username: someone.username })
    const right = await newestCode(someone.email)
    w.clock.advance(10 * 60_000 + 1_000)
    await expect(browser().registrationCode({ registration: someone.link, otp: right })).rejects.toMatchObject({ code: 'code_wrong' })
  })

  test('comes again after half a minute, three times in an hour, and the one before is over', async () => {
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
      await expect(browser().registrationCode({ registration, otp: first })).rejects.toMatchObject({ code: 'code_wrong' })
    w.clock.advance(60 * 60_000)
    expect((await browser().registrationCode({ registration })).step).toBe('code')
  })
})

describe('a link', () => {
  /** Everything but the request's own id, which is in no answer. */
  async function answer(registration: string, host = HOST) {
    const body = new URLSearchParams({ registration })
    const response = await w.fetch('/api/set_password_step_one/', { method: 'POST', body, host, from: `10.2.0.${++networks & 255}` })
    return { status: response.status, text: await response.text() }
  }

  test('that is wrong, ran out, was used, cancelled, sent again or belongs to another shop answers the same to the byte', async () => {
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

  test('of somebody invited again is over', async () => {
    const { user_id, link, email } = await invite()
    const organisation_id = await organisationId(w, 'nord')
    await w.db.write(1, (q) => openRegistration(q, w.services, { tenant_id: 1, user_id, organisation_id, created_by: null }))
    await expect(browser().registrationUserName({ registration: link })).rejects.toMatchObject(over)
    expect((await browser().registrationUserName({ registration: await newestLink(email) })).step).toBe('username')
  })

  test('of a stopped user is over', async () => {
    const { user_id, link } = await invite()
    await rowsOf(w, 'update users set is_active = false where tenant_id = 1 and id = $1', [user_id])
    await expect(browser().registrationUserName({ registration: link })).rejects.toMatchObject(over)
  })

  test('is known to the database by its digest alone, and is in no log', async () => {
    const { link, registration_id } = await invite()
    await browser().registrationUserName({ registration: link })
    const secret = link.split('.')[1] ?? ''
    const [row] = await rowsOf<{ text: string }>(w, 'select r::text as text from registrations r where tenant_id = 1 and id = $1', [registration_id])
    expect(row?.text).toContain(registration_id)
    expect(row?.text).not.toContain(secret)
    expect(w.logs.join('\n')).not.toContain(secret)
  })

  test('is guessed at only so often from one network, and other networks get in meanwhile', async () => {
    const { link } = await invite()
    const guesser = w.anonymous(HOST, {}, '10.9.9.9')
    const guesses = Array.from({ length: 310 }, () => guesser.registrationUserName({ registration: `${newId()}.${'B'.repeat(43)}` }))
    const codes = (await Promise.allSettled(guesses)).map((result) => (result.status === 'rejected' ? result.reason.code : 'open'))
    expect(codes.filter((code) => code === 'too_many_requests').length).toBe(10)
    expect((await browser().registrationUserName({ registration: link })).step).toBe('username')
  })
})

describe('those who sent it', () => {
  test('see their own registrations and those below, by state and search', async () => {
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

  test('send the link again to another address: the one before is dead, and the log says both', async () => {
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

  test('cancel it once', async () => {
    const { registration_id } = await invite()
    const manager = await w.signIn('nord')
    await manager.calls.registrationUpdate({ registration_id, action: 'cancel' })
    await expect(manager.calls.registrationUpdate({ registration_id, action: 'resend' })).rejects.toMatchObject(over)
  })

  test('find nobody else’s', async () => {
    const { registration_id } = await invite()
    const aside = await w.signIn('sud')
    await expect(aside.calls.registrationUpdate({ registration_id, action: 'cancel' })).rejects.toMatchObject({ status: 404, code: 'not_found' })
  })
})
