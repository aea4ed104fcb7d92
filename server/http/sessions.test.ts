// A session is bound to its browser's cookie; it ends after three idle hours, after twelve hours in all, or by a change in the database.
import { beforeEach, describe, expect, test } from 'vitest'
import { rowsOf } from '../test/arrange.ts'
import { type Account, addAccount, type Browser, knock, newBrowser } from '../test/door.ts'
import { fileWorld, HOST, world } from '../test/world.ts'
import { CACHE_MS, IDLE_MS, SESSION_MS } from './session-rules.ts'

let person: Account
let browser: Browser
let token: string
let session_id: string
const w = await fileWorld()
beforeEach(async () => {
  person = await addAccount(w, 'kiosque')
  browser = newBrowser(w)
  const signedIn = await knock(browser, person)
  token = signedIn.token
  session_id = signedIn.session_id
})

const check = async (headers: Record<string, string>, host = HOST) => (await w.fetch('/api/auth_check/', { method: 'POST', host, headers })).status
const bearer = (cookie?: string) => ({ authorization: `Bearer ${token}`, ...(cookie === undefined ? {} : { cookie }) })
const cookieNamed = (cookies: string | undefined, name: string) => cookies?.split('; ').find((pair) => pair.startsWith(`${name}=`))

describe('a copied token', () => {
  test('opens nothing without its cookie; control: with the cookie it does', async () => {
    expect(await check(bearer())).toBe(401)
    expect(await check(bearer(browser.headers.cookie))).toBe(200)
  })

  test('opens nothing without its cookie, even while the session is cached', async () => {
    for (const cookie of [browser.headers.cookie, undefined, browser.headers.cookie]) expect(await check(bearer(cookie))).toBe(cookie ? 200 : 401)
  })

  test('opens nothing with the cookie of another session, even of the same user', async () => {
    const second = newBrowser(w)
    await knock(second, person)
    expect(await check(bearer(second.headers.cookie))).toBe(401)
    const other = newBrowser(w)
    await knock(other, await addAccount(w, 'kiosque'))
    expect(await check(bearer(other.headers.cookie))).toBe(401)
  })

  test.each(['portal_session=', 'portal_session=x', 'portal_device=x', 'other=1', ''])('opens nothing with the cookie "%s"', async (cookie) => {
    expect(await check(bearer(cookie))).toBe(401)
  })

  test('control: if the session were bound to no cookie, the token alone would open it', async () => {
    await rowsOf(w, 'update sessions set cookie_hash = null where tenant_id = 1 and id = $1', [session_id])
    expect(await check(bearer())).toBe(200)
  })

  test('is needed besides the cookie: a copied cookie alone opens nothing', async () => {
    expect(await check({ cookie: browser.headers.cookie ?? '' })).toBe(401)
  })

  test('opens nothing at another shop of the platform', async () => {
    expect(await check(bearer(browser.headers.cookie), 'rhein.localhost')).toBe(401)
    expect(await check(bearer(browser.headers.cookie), 'platform.localhost')).toBe(401)
  })
})

describe('a session', () => {
  const held = () => bearer(browser.headers.cookie)

  test('ends after three idle hours, and is still open a minute earlier', async () => {
    w.clock.advance(IDLE_MS - 60_000)
    expect(await check(held())).toBe(200)
    w.clock.advance(IDLE_MS + 1_000)
    expect(await check(held())).toBe(401)
  })

  test('ends after exactly twelve hours, even if it is in use', async () => {
    for (let hour = 1; hour < 12; hour++) {
      w.clock.advance(SESSION_MS / 12)
      expect(await check(held()), `hour ${hour}`).toBe(200)
    }
    w.clock.advance(SESSION_MS / 12 - 3_000)
    expect(await check(held())).toBe(200)
    w.clock.advance(3_000)
    expect(await check(held())).toBe(401)
  })

  test('control: stays open while it is in use, if the limit of twelve hours is removed', async () => {
    await rowsOf(w, `update sessions set ends_at = 'infinity' where tenant_id = 1 and id = $1`, [session_id])
    for (let hour = 1; hour <= 13; hour++) {
      w.clock.advance(SESSION_MS / 12)
      expect(await check(held())).toBe(200)
    }
  })

  test.each(['customer', 'session'])('is refused if the header %s does not belong to the token', async (claim) => {
    const own = { customer: (await w.signIn('kiosque')).customer_id, session: session_id }
    expect(await check({ ...held(), ...own })).toBe(200)
    expect(await check({ ...held(), ...own, [claim]: '00000000-0000-7000-8000-000000000000' })).toBe(401)
  })

  test.each(['', 'Bearer', 'Bearer ', 'bearer x', `Basic ${'a'.repeat(43)}`, `Bearer ${'a'.repeat(201)}`, `Bearer ${'a'.repeat(43)}`])(
    'is not opened by the header "authorization: %s"',
    async (authorization) => {
      expect(await check({ ...held(), authorization })).toBe(401)
    },
  )

  test('is stored only as a hash', async () => {
    const [row] = await rowsOf<{ text: string }>(w, 'select s::text as text from sessions s where tenant_id = 1 and id = $1', [session_id])
    const cookie = cookieNamed(browser.headers.cookie, 'portal_session')?.split('=')[1] ?? ''
    for (const secret of [token, cookie]) {
      expect(secret.length).toBeGreaterThanOrEqual(43)
      expect(row?.text).not.toContain(secret)
      expect(row?.text).not.toContain(Buffer.from(secret).toString('hex'))
    }
  })

  test('of a stopped user is refused at once by calls that change something, and after a second by calls that only read', async () => {
    await check(held())
    await rowsOf(w, 'update users set is_active = false where tenant_id = 1 and id = $1', [person.user_id])
    const answer = await w.fetch('/api/end_support_view/', { method: 'POST', headers: held() })
    expect([answer.status, await answer.json()]).toMatchObject([401, { account_status: 0 }])
    w.clock.advance(CACHE_MS)
    expect(await check(held())).toBe(401)
  })

  test('has a cookie that scripts cannot read and other sites cannot send', async () => {
    const answer = await w.fetch('/api/login/', { method: 'POST', body: new URLSearchParams({ username: person.username, password: 'Demo!2026' }) })
    const lines = answer.headers.getSetCookie()
    expect(lines.map((line) => line.split('=')[0])).toEqual(['portal_device', 'portal_session'])
    for (const line of lines) expect(line).toMatch(/; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Strict$/)
  })
})

describe('over https', () => {
  test('the cookies are Secure and sent to this host alone; cookies that were set over plain http are ignored', async () => {
    const proxied = await world({ trustProxy: ['127.0.0.1'] })
    const https = { 'x-forwarded-proto': 'https' }
    const form = new URLSearchParams({ username: 'kiosque', password: 'Demo!2026' })
    const answer = await proxied.fetch('/api/login/', { method: 'POST', headers: https, body: form })
    const lines = answer.headers.getSetCookie()
    expect(lines.map((line) => line.split('=')[0])).toEqual(['__Host-portal_device', '__Host-portal_session'])
    for (const line of lines) expect(line).toMatch(/; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect(lines.join()).not.toMatch(/domain/i)
    const { token: secure } = (await answer.json()) as { token: string }
    const cookie = lines.map((line) => line.split(';')[0]).join('; ')
    const ask = async (headers: Record<string, string>) =>
      (await proxied.fetch('/api/auth_check/', { method: 'POST', headers: { ...headers, authorization: `Bearer ${secure}` } })).status
    expect(await ask({ ...https, cookie })).toBe(200)
    expect(await ask({ ...https, cookie: cookie.replaceAll('__Host-', '') })).toBe(401)
    expect(await ask({ cookie })).toBe(401)
    await proxied.end()
  })

  test('the protocol is taken from a trusted proxy only', async () => {
    const answer = await w.fetch('/api/login/', {
      method: 'POST',
      headers: { 'x-forwarded-proto': 'https' },
      body: new URLSearchParams({ username: 'x', password: 'x' }),
    })
    expect(answer.headers.getSetCookie()[0]).toMatch(/^portal_device=/)
  })
})
