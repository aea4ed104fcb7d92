// Guessing passwords: only a few are checked, the owner can still sign in on a known browser, and answers do not reveal who has an account.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { rowsOf } from '../../../test/arrange.ts'
import { type Account, addAccount, type Browser, knock, newBrowser, refusalOf, sessionsOf, tally } from '../../../test/door.ts'
import { PATIENT } from '../../../test/meeting-point.ts'
import { fileWorld, HOST } from '../../../test/world.ts'

/** How many wrong passwords a test sends, as many as it has time for; bench/door.ts sends 10,000 and measures the answers. */
const FLOOD = 300
const WINDOW_MS = 15 * 60_000

/** These tests send many requests at once, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })

let person: Account
let networks = 0
const w = await fileWorld({ db: { deadlines: PATIENT } })
beforeEach(async () => {
  w.clock.advance(WINDOW_MS)
  person = await addAccount(w, 'kiosque')
})

/** Returns another IP address each time, as if a guesser had as many addresses as tries. */
const address = () => `10.${(networks >> 16) & 255}.${(networks >> 8) & 255}.${networks++ & 255}`
const wrong = (from: string, username = person.username, headers: Record<string, string> = {}) =>
  w.anonymous(HOST, { ...headers }, from).login({ username, password: 'Wrong!2026' })
const right = (from: string) => knock(newBrowser(w, from), person)

/** A browser in which this person has signed in before. */
async function known(from = address()): Promise<Browser> {
  const browser = newBrowser(w, from)
  await knock(browser, person)
  return browser
}

/** Sends `n` wrong passwords, `atOnce` at a time; returns how often each answer came. */
async function flood(n: number, from = address, atOnce = 50) {
  const counts: Record<string, number> = {}
  for (let at = 0; at < n; at += atOnce)
    for (const [outcome, times] of Object.entries(await tally(Math.min(atOnce, n - at), () => wrong(from())))) counts[outcome] = (counts[outcome] ?? 0) + times
  return counts
}

describe(`${FLOOD} wrong passwords for one account, each from a different IP address`, () => {
  test('are refused after the first sixty, and the owner can still sign in on a known browser, during the flood and after it', async () => {
    const owner = await known()
    await knock(owner, person)
    const going = flood(FLOOD)
    for (let i = 0; i < 10; i++) expect((await knock(owner, person)).next_step).toBe('none')
    const counts = await going
    expect((await knock(owner, person)).next_step).toBe('none')
    // Sixty tries are allowed, and one of them was the owner's own sign-in, because the owner's browser was not known then.
    expect(counts.login_wrong).toBeLessThanOrEqual(59)
    expect(Object.keys(counts).sort()).toEqual(['login_wrong', 'too_many_requests'])
  })

  test('lock out unknown browsers for a while, and the refusal says for how long; after that time they can sign in', async () => {
    await flood(60)
    const refused = right(address())
    await expect(refused).rejects.toMatchObject({ status: 429, code: 'too_many_requests', detail: { wait_s: expect.any(Number) } })
    const { detail } = (await refused.catch((error: { detail: unknown }) => error)) as { detail: { wait_s: number } }
    expect(detail.wait_s).toBeGreaterThan(0)
    expect(detail.wait_s).toBeLessThanOrEqual(WINDOW_MS / 1000)
    w.clock.advance(detail.wait_s * 1000)
    expect((await right(address())).next_step).toBe('none')
  })

  test('control: use up the known browser’s own tries if sent with the owner’s cookie, which nobody else has', async () => {
    const owner = await known()
    for (let i = 0; i < 20; i++) await refusalOf(wrong(address(), person.username, { cookie: owner.headers.cookie ?? '' }))
    expect(await refusalOf(knock(owner, person))).toBe('too_many_requests')
  })

  test('count as from an unknown browser if sent with the cookie of a browser that is known for another user', async () => {
    const [victim, owner] = [person, await known()]
    person = await addAccount(w, 'kiosque')
    const thief = await known()
    for (let i = 0; i < 60; i++) await refusalOf(wrong(address(), victim.username, { cookie: thief.headers.cookie ?? '' }))
    expect(await refusalOf(knock(thief, victim))).toBe('too_many_requests')
    expect((await knock(owner, victim)).next_step).toBe('none')
  })
})

describe('tries of a password', () => {
  test('are limited to ten for one account from one network; the same account need not wait in another network', async () => {
    const here = address()
    for (let i = 0; i < 10; i++) expect(await refusalOf(wrong(here))).toBe('login_wrong')
    expect(await refusalOf(right(here))).toBe('too_many_requests')
    expect((await right(address())).next_step).toBe('none')
  })

  test('are counted from zero after a right password, so a user who mistypes is not locked out', async () => {
    const here = address()
    for (let round = 0; round < 3; round++) {
      for (let i = 0; i < 9; i++) expect(await refusalOf(wrong(here))).toBe('login_wrong')
      expect((await right(here)).next_step).toBe('none')
    }
  })

  test('are limited to two hundred for one network, over all accounts together', async () => {
    const here = address()
    const burst = (from: number, n: number) => tally(n, (i) => wrong(here, `somebody-${from + i}`))
    for (let i = 0; i < 200; i += 50) expect(await burst(i, 50)).toEqual({ login_wrong: 50 })
    expect(await burst(200, 5)).toEqual({ too_many_requests: 5 })
    expect(await refusalOf(right(here))).toBe('too_many_requests')
  })

  test('from IPv6 addresses are counted by the /64 network; the next /64 network has its own count', async () => {
    const first = await tally(30, (i) => wrong(`2001:db8:5:6::${(i + 1).toString(16)}`))
    expect(first).toEqual({ login_wrong: 10, too_many_requests: 20 })
    expect(await refusalOf(wrong('2001:db8:5:6:ffff:ffff:ffff:ffff'))).toBe('too_many_requests')
    expect(await refusalOf(wrong('2001:db8:5:7::1'))).toBe('login_wrong')
  })

  test('are limited also if they are simultaneous: of two hundred no more than ten are checked', async () => {
    const here = address()
    // On a slow machine some tries end as `busy`; their passwords were not checked either.
    const { login_wrong = 0, too_many_requests = 0, busy = 0, ...others } = await tally(200, () => wrong(here))
    expect(login_wrong).toBeLessThanOrEqual(10)
    expect([login_wrong + too_many_requests + busy, others]).toEqual([200, {}])
    expect(login_wrong + busy).toBeGreaterThanOrEqual(10)
    expect(await sessionsOf(w, person)).toBe(0)
  })

  test('are counted without storing the typed text, because it may be a password in the wrong field', async () => {
    await refusalOf(wrong(address(), 'My!Secret1'))
    expect(await rowsOf(w, `select from login_attempts where tenant_id = 1 and subject like '%My!Secret1%'`)).toEqual([])
  })

  test('are counted for each reseller: the same user name under another reseller is another account', async () => {
    for (let i = 0; i < 10; i++) await refusalOf(w.anonymous(HOST, {}, '10.200.0.1').login({ username: 'dom', password: 'x' }))
    expect(await refusalOf(w.anonymous(HOST, {}, '10.200.0.1').login({ username: 'dom', password: 'x' }))).toBe('too_many_requests')
    await w.signIn('dom', { host: 'rhein.localhost', from: '10.200.0.1' })
  })
})

describe('answers to sign-ins', () => {
  const ask = async (username: string, from = address()) => {
    const answer = await w.fetch('/api/login/', { method: 'POST', from, body: new URLSearchParams({ username, password: 'Wrong!2026' }) })
    const headers = [...answer.headers].map(
      ([name, value]) => `${name}: ${name === 'set-cookie' ? value.replace(/=[\w-]{43};/, '=…;') : name === 'date' ? '' : value}`,
    )
    return { status: answer.status, text: await answer.text(), headers: headers.sort() }
  }

  test('are the same bytes for an unknown name, a wrong or missing password, a deactivated user and a suspended shop', async () => {
    const stopped = await addAccount(w, 'kiosque', { is_active: false })
    const registering = await addAccount(w, 'kiosque')
    await rowsOf(w, `update users set password_hash = '' where tenant_id = 1 and id = $1`, [registering.user_id])
    const guarded = await addAccount(w, 'nord', { login_approval: true, otp_type: 'email' })
    const closed = await addAccount(w, 'port')
    await rowsOf(
      w,
      `update organisations set is_active = false where tenant_id = 1 and id = (select organisation_id from users where tenant_id = 1 and id = $1)`,
      [closed.user_id],
    )
    const answers = [await ask('nobody-at-all')]
    for (const { username } of [person, stopped, registering, guarded, closed]) answers.push(await ask(username))
    expect(answers[0]).toMatchObject({ status: 401 })
    for (const answer of answers) expect(answer).toEqual(answers[0])
  })

  test('are the same for a deactivated user’s right and wrong password', async () => {
    const stopped = await addAccount(w, 'kiosque', { is_active: false })
    const answer = await w.fetch('/api/login/', {
      method: 'POST',
      from: address(),
      body: new URLSearchParams({ username: stopped.username, password: 'Demo!2026' }),
    })
    expect([answer.status, await answer.text()]).toEqual([401, (await ask('nobody-at-all')).text])
  })

  test('name the suspension of the shop as the reason, with whom to call, only after the right password of one of its active users', async () => {
    const atWork = await addAccount(w, 'gare')
    const left = await addAccount(w, 'gare', { is_active: false })
    const set = (is_active: boolean) =>
      rowsOf(w, `update organisations set is_active = $1 where tenant_id = 1 and id = (select organisation_id from users where tenant_id = 1 and id = $2)`, [
        is_active,
        atWork.user_id,
      ])
    await rowsOf(
      w,
      `update organisations set support_phone = '+33 1 44 55 66 77' where tenant_id = 1 and id = (select organisation_id from users where username = 'nord')`,
    )
    const knocked = (username: string, password: string) => w.anonymous(undefined, {}, address()).login({ username, password })
    await set(false)
    await expect(knocked(atWork.username, 'Demo!2026')).rejects.toMatchObject({
      ...{ status: 403, code: 'account_stopped' },
      detail: { name: 'Comptoir Nord', phone: '+33 1 44 55 66 77' },
    })
    expect((await ask(atWork.username)).text).toBe((await ask('nobody-at-all')).text)
    await expect(knocked(left.username, 'Demo!2026')).rejects.toMatchObject({ code: 'login_wrong' })
    await set(true)
    expect(await knocked(atWork.username, 'Demo!2026')).toMatchObject({ next_step: 'none' })
  })

  test('after too many tries are the same for all user names, known or not', async () => {
    const texts: string[] = []
    for (const name of [person.username, 'nobody-here']) {
      const from = address()
      for (let i = 0; i < 10; i++) await ask(name, from)
      texts.push((await ask(name, from)).text.replace(/"wait_s":\d+/, ''))
    }
    expect(texts[0]).toContain('too_many_requests')
    expect(texts[1]).toBe(texts[0])
  })
})
