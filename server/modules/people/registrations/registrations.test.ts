// A registration leads in three steps from the link in a mail to the user's own account. The steps can be taken only in their order and only once.
import { beforeAll, describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { meeting, PATIENT } from '../../../test/meeting-point.ts'
import { PASSWORD, registering } from '../../../test/registration.ts'
import { fileWorld, HOST } from '../../../test/world.ts'

const w = await fileWorld({ db: { deadlines: PATIENT } })

const { browser, invite, newest, newestCode, proven } = registering(() => w)

describe('a registration', () => {
  test('takes three steps from the link to an account that can sign in', async () => {
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

  test('is reported to the organisation that sent the link, and each of its steps is in the audit log, with the password masked', async () => {
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

  test('has a link to the host name of the user’s own reseller, even if the request named another', async () => {
    const { email } = await invite()
    expect((await newest(email, 'registration')).text).toMatch(new RegExp(`^http://${HOST}/registration/set-password/`, 'm'))
  })

  test('sends its code by text message to a user without a mail address', async () => {
    const mobile = '+33 6 11 22 33 44'
    const { link } = await invite({ email: '', mobile })
    const state = await browser().registrationUserName({ registration: link, username: `mobile-${newId()}` })
    expect(state).toMatchObject({ code_channel: 'sms', code_destination: '•••• 44' })
    expect(await newestCode(mobile)).toMatch(/^\d{6}$/)
  })

  test('signs its user in at the end if the user wishes, unless the account also requires an approval or another code', async () => {
    const signIns = (user_id: string) =>
      rowsOf(w, `select username, subject_kind from audit where tenant_id = 1 and action = 'login' and subject_id = $1`, [user_id])
    async function ended(sign_in: boolean, columns = '') {
      const someone = await invite()
      if (columns) await rowsOf(w, `update users set ${columns} where tenant_id = 1 and id = $1`, [someone.user_id])
      const { proof } = await proven(someone)
      const headers: Record<string, string> = {}
      const { step, session } = await w.anonymous(HOST, headers).registrationPassword({ registration: someone.link, proof, new_password: PASSWORD, sign_in })
      return { step, session, headers, username: someone.username, user_id: someone.user_id }
    }
    for (const columns of ['', `otp_type = 'email'`]) {
      const { session, username, step, headers, user_id } = await ended(true, columns)
      expect(step).toBe('done')
      expect(await signIns(user_id)).toEqual([{ username, subject_kind: 'user' }])
      if (!session) throw new Error('not signed in')
      const claims = { authorization: `Bearer ${session.token}`, customer: session.customer_id, session: session.session_id }
      expect(await w.anonymous(HOST, { ...headers, ...claims }).authCheck({})).toMatchObject({ username, must_change_password: 0 })
    }
    for (const columns of ['login_approval = true', `otp_type = 'sms'`]) expect(await ended(true, columns)).toMatchObject({ step: 'done', session: null })
    const out = await ended(false)
    expect(out, 'control: not asked for').toMatchObject({ step: 'done', session: null })
    expect(await signIns(out.user_id), 'no sign-in in the audit log').toEqual([])
  })

  test('refuses a password that is too common', async () => {
    const someone = await invite()
    const { calls, proof } = await proven(someone)
    const refused = { code: 'invalid_input', problems: [{ field: 'new_password', code: 'password_common' }] }
    await expect(calls.registrationPassword({ registration: someone.link, proof, new_password: 'Password1!' })).rejects.toMatchObject(refused)
  })
})

describe('the user name that a person chooses at registration', () => {
  test('is answered with three free names if it is taken, both when it is only checked and when it is chosen', async () => {
    const { link } = await invite()
    const looked = await browser().registrationUserName({ registration: link, username: 'kiosque', check: true })
    expect(looked).toMatchObject({ step: 'username', username: 'kiosque' })
    expect(looked.suggestions).toHaveLength(3)
    const refused = { status: 409, code: 'username_taken', message: 'Username not Available', detail: { suggestions: expect.any(Array) } }
    await expect(browser().registrationUserName({ registration: link, username: 'kiosque' })).rejects.toMatchObject(refused)
    for (const username of looked.suggestions)
      expect((await browser().registrationUserName({ registration: link, username, check: true })).suggestions).toEqual([])
  })

  test('is not reserved by checking that it is free', async () => {
    const { link, username } = await invite()
    expect(await browser().registrationUserName({ registration: link, username: `free-${newId()}`, check: true })).toMatchObject({ suggestions: [] })
    expect(await browser().registrationUserName({ registration: link })).toMatchObject({ step: 'username', username })
  })

  // A request that has found the name free waits before it takes the name, so that other requests find the name free too.
  const { stop, meet } = meeting(w)
  beforeAll(() =>
    w.owner.query(`create function stops() returns trigger language plpgsql as $$ begin ${stop} return new; end $$;
                   create trigger stops before update of username on users for each row execute function stops()`),
  )

  test('is given to one of twelve users who choose it at the same time', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => invite()))
    const username = `race-${newId()}`
    const results = await meet({ at: 2 }, () => Promise.allSettled(people.map(({ link }) => browser().registrationUserName({ registration: link, username }))))
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'username_taken' })
  })

  test('control: is given to several users if the database has no unique index', async () => {
    const people = await Promise.all(Array.from({ length: 12 }, () => invite()))
    const username = `race-${newId()}`
    await w.owner.query('drop index users_username')
    try {
      const results = await meet({ at: 2 }, () =>
        Promise.allSettled(people.map(({ link }) => browser().registrationUserName({ registration: link, username }))),
      )
      expect(results.filter(({ status }) => status === 'fulfilled').length).toBeGreaterThan(1)
    } finally {
      await rowsOf(w, `update users set username = id::text where tenant_id = 1 and username = $1`, [username])
      await w.owner.query('create unique index users_username on users (tenant_id, username)')
    }
  })
})

describe('a registration step that is not due', () => {
  test('changes nothing and returns the registration’s state', async () => {
    const someone = await invite()
    const calls = browser()
    expect((await calls.registrationPassword({ registration: someone.link, proof: 'x'.repeat(43), new_password: PASSWORD })).step).toBe('username')
    expect((await calls.registrationCode({ registration: someone.link, otp: '123456' })).step).toBe('username')
    expect((await calls.registrationCode({ registration: someone.link })).step).toBe('username')
    await calls.registrationUserName({ registration: someone.link, username: someone.username })
    expect((await calls.registrationPassword({ registration: someone.link, proof: 'x'.repeat(43), new_password: PASSWORD })).step).toBe('code')
    await expect(w.signIn(someone.username, { password: PASSWORD })).rejects.toMatchObject({ code: 'login_wrong' })
  })

  test('in a second tab continues from where the first tab is', async () => {
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

  test('because the browser lost the proof of the entered code makes the user enter a code again', async () => {
    const someone = await invite()
    const { calls, proof } = await proven(someone)
    w.clock.advance(31_000)
    expect((await calls.registrationCode({ registration: someone.link })).step).toBe('code')
    expect((await calls.registrationPassword({ registration: someone.link, proof, new_password: PASSWORD })).step).toBe('code')
    const again = await calls.registrationCode({ registration: someone.link, otp: await newestCode(someone.email) })
    expect((await calls.registrationPassword({ registration: someone.link, proof: again.proof, new_password: PASSWORD })).step).toBe('done')
  })
})
