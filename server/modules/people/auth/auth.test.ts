// Tests signing in and out with the client that browsers use.
import { describe, expect, test } from 'vitest'
import { flags } from '../../../../contract/kit/access.ts'
import { IDLE_MS } from '../../../http/session-rules.ts'
import { fileWorld, HOST } from '../../../test/world.ts'

const w = await fileWorld()

describe('looking up the reseller of a host name', () => {
  test('returns name, look, languages and support contact', async () => {
    const shop = await w.anonymous().organisationCheck({})
    expect(shop).toMatchObject({ organisation_name: 'Comptoir Nord', template: 0, default_language: 'fr' })
    expect(shop.support?.phone).toBeTruthy()
  })

  test('ignores the case, the port and a trailing dot', async () => {
    const asked = await w.fetch('/api/p_check/', { method: 'POST', host: `${HOST.toUpperCase()}.:8080` })
    expect(await asked.json()).toMatchObject({ message_type: 1, organisation_name: 'Comptoir Nord' })
  })

  test.each(['nobody.example', `${HOST}:443@other.test`, `${HOST}, other.test`, `${HOST}/../x`, ''])('finds nothing for "%s"', async (host) => {
    const answer = await w.services.hosts.find(host)
    expect(answer).toBeUndefined()
  })
})

describe('signing in', () => {
  test('returns a token that works, and every field of the signed-in user', async () => {
    const me = await w.signIn('kiosque')
    const info = await me.calls.authCheck({})
    expect(info).toMatchObject({ account_role: 2, internal_role: 0, username: 'kiosque', organisation_name: 'Kiosque Nord', has_cash_card: 1, has_invoice: 0 })
    for (const flag of flags) expect(info[flag]).toBeTypeOf('number')
  })

  test('gives staff only those flags of the organisation that they were given themselves', async () => {
    const info = await (await w.signIn('nord-stock')).calls.authCheck({})
    expect(info).toMatchObject({ internal_role: 1, has_inventory: 1, has_customers: 0 })
  })

  test('gives the same answer for a wrong password and for an unknown user', async () => {
    const refused = { status: 401, code: 'login_wrong', message: 'Wrong Username or Password' }
    await expect(w.signIn('kiosque', { password: 'wrong' })).rejects.toMatchObject(refused)
    await expect(w.signIn('nobody', { password: 'wrong' })).rejects.toMatchObject(refused)
  })

  test('returns a token that does not work at another reseller’s host name', async () => {
    const me = await w.signIn('kiosque')
    const answer = await w.fetch('/api/auth_check/', { method: 'POST', headers: me.headers, host: 'rhein.localhost' })
    expect(answer.status).toBe(401)
  })

  test.each(['customer', 'session'])('returns a token whose calls are refused if a %s header does not match it', async (claim) => {
    const me = await w.signIn('kiosque')
    const answer = await w.fetch('/api/auth_check/', { method: 'POST', headers: { ...me.headers, [claim]: '00000000-0000-7000-8000-000000000000' } })
    expect([answer.status, await answer.json()]).toMatchObject([401, { code: 'signed_out' }])
  })

  test('after too many tries for one account from one IP address is refused for that account, and for nobody else', async () => {
    for (let i = 0; i < 10; i++) await w.signIn('gare', { password: 'wrong' }).catch(() => undefined)
    await expect(w.signIn('gare')).rejects.toMatchObject({ status: 429, code: 'too_many_requests' })
    await w.signIn('kiosque')
    w.clock.advance(15 * 60_000)
    await w.signIn('gare')
  })
})

describe('a session', () => {
  test('ends immediately when its user signs out', async () => {
    const me = await w.signIn('kiosque')
    await me.calls.authCheck({})
    await me.calls.logout({})
    await expect(me.calls.authCheck({})).rejects.toMatchObject({ status: 401, code: 'signed_out', account_status: 1 })
  })

  test('ends after three hours without use, and not three hours after it began', async () => {
    const me = await w.signIn('kiosque')
    for (let i = 0; i < 4; i++) {
      w.clock.advance(IDLE_MS / 2)
      await me.calls.authCheck({})
    }
    w.clock.advance(IDLE_MS + 1000)
    await expect(me.calls.authCheck({})).rejects.toMatchObject({ code: 'signed_out' })
  })

  test('ends after three hours without input of a user, however often the page sends requests', async () => {
    const me = await w.signIn('kiosque')
    const asked = (idle_ms: number) => w.fetch('/api/auth_check/', { method: 'POST', headers: { ...me.headers, idle: String(idle_ms / 1000) } })
    for (let idle = 0; idle < IDLE_MS; idle += IDLE_MS / 4) {
      expect((await asked(idle)).status).toBe(200)
      w.clock.advance(IDLE_MS / 4)
    }
    w.clock.advance(61_000)
    expect((await asked(IDLE_MS)).status).toBe(401)
  })

  test('of a suspended shop ends, and the browser is told that the account is stopped', async () => {
    const me = await w.signIn('dom', { host: 'rhein.localhost' })
    await w.owner.query(`begin; set local app.tenant = '2'; update organisations set is_active = false where tenant_id = 2 and name = 'Kiosk am Dom'; commit`)
    w.clock.advance(6_000)
    await expect(me.calls.authCheck({})).rejects.toMatchObject({ status: 401, account_status: 0 })
    await expect(w.signIn('dom', { host: 'rhein.localhost' })).rejects.toMatchObject({ code: 'account_stopped' })
  })
})

describe('the platform', () => {
  const host = 'platform.localhost'

  test('views its first reseller by default, and another one on request', async () => {
    const me = await w.signIn('platform', { host })
    expect((await me.calls.tenantsList({})).content).toMatchObject([
      { name: 'Comptoir Nord', chosen: true },
      { name: 'Rheinland Prepaid', chosen: false },
    ])
    await me.calls.tenantChoose({ tenant_id: 2 })
    expect((await me.calls.tenantsList({})).content).toMatchObject([{ chosen: false }, { chosen: true }])
    expect(await me.calls.authCheck({})).toMatchObject({ account_role: 0 })
  })

  test('cannot view a tenant that does not exist', async () => {
    const me = await w.signIn('platform', { host })
    await expect(me.calls.tenantChoose({ tenant_id: 99 })).rejects.toMatchObject({ code: 'not_found' })
  })
})

test('passwords and tokens are never logged', async () => {
  const me = await w.signIn('kiosque')
  await me.calls.authCheck({})
  const all = w.logs.join('\n')
  expect(all).toContain('"call":"login"')
  expect(all).not.toContain(me.token)
  expect(all).not.toContain('Demo!2026')
})
