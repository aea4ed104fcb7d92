// Push messages to browsers whose page is closed. The push service is simulated, and decrypts with the browser's own keys.
import { createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeEach, expect, inject, test } from 'vitest'
import type { Language } from '../../../../contract/kit/languages.ts'
import type { NoticeKind } from '../../../../contract/messages/notices.ts'
import { createPush } from '../../../http/push-service.ts'
import { createKeys } from '../../../kit/keys.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { putNotice } from '../notices/notices.ts'
import { newBrowser, pushService } from './fixtures/push-service.ts'
import { tellBrowsers } from './push.ts'
import { sayIn } from './texts.ts'

const MINUTE = 60_000
const service = await pushService()
const { origin, came, answers } = service

const keys = createKeys(Buffer.from(inject('cluster').masterKey, 'base64'))
const w = await fileWorld({ push: createPush({ contact: 'mailto:portal@example.test', keys, loopback: true }) })
const kiosque = await w.signIn('kiosque')
afterAll(service.end)
beforeEach(async () => {
  for (const table of ['push_browsers', 'notices']) await rowsOf(w, `delete from ${table} where tenant_id = 1`)
  await rowsOf(w, `update users set notices_seen_at = '-infinity' where tenant_id = 1`)
  came.length = 0
  answers.clear()
})

let made = 0
const subscriptions = new Map<string, ReturnType<typeof service.browser>>()
async function begin({ calls }: Person): Promise<string> {
  const path = `/${++made}`
  const subscription = service.browser(path)
  subscriptions.set(path, subscription)
  await calls.pushBegin(subscription)
  return path
}

const notice = async (kind: NoticeKind, data = {}) => {
  w.clock.advance(10)
  const organisation_id = await organisationId(w, 'kiosque')
  await w.db.write(1, (q) => putNotice(q, w.clock.now(), { organisation_id, kind, data }))
}
const tell = () => tellBrowsers(w.services, 1)
const rows = () => rowsOf<{ id: string; failures: number }>(w, 'select id, failures from push_browsers where tenant_id = 1')

test('several new notices make one push message, signed and encrypted, in the user’s language, without names or figures; the next one comes five minutes later', async () => {
  await notice('new_device')
  const path = await begin(kiosque)
  await notice('credit_received', { amount: '12.50', balance: '99.00' })
  await notice('rights_changed', { name: 'Nadia' })
  await Promise.all([tell(), tell()])
  expect(came).toHaveLength(1)
  expect(came[0]).toMatchObject({ path, told: { title: 'Kiosque Nord', body: '2 nouveautés, la dernière : Droits', kind: 'rights_changed' } })
  const [, token = '', key = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(came[0]?.headers.authorization ?? '') ?? []
  expect((await kiosque.calls.pushState({})).public_key).toBe(key)
  const point = Buffer.from(key, 'base64url')
  const jwk = { kty: 'EC', crv: 'P-256', x: point.subarray(1, 33).toString('base64url'), y: point.subarray(33).toString('base64url') }
  const [head, claims, signature = ''] = token.split('.')
  const signer = { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' } as const
  expect(verify('sha256', Buffer.from(`${head}.${claims}`), signer, Buffer.from(signature, 'base64url'))).toBe(true)
  expect(JSON.parse(Buffer.from(claims ?? '', 'base64url').toString())).toMatchObject({ aud: origin, sub: 'mailto:portal@example.test' })

  await notice('credit_low')
  await tell()
  expect(came).toHaveLength(1)
  w.clock.advance(5 * MINUTE)
  await tell()
  expect(came[1]?.told.body).toBe('Nouveau : Crédit')
  w.clock.advance(5 * MINUTE)
  await notice('credit_low')
  await kiosque.calls.noticesSeen({})
  await tell()
  expect(came).toHaveLength(2)
  expect(w.logs.join('')).not.toContain(origin)
})

test('a member of staff gets push messages about their own notices only; a browser gets those of the last user who signed in there', async () => {
  const caisse = await w.signIn('kiosque-caisse')
  const path = await begin(caisse)
  await notice('credit_received')
  await tell()
  expect(came).toEqual([])
  await kiosque.calls.pushBegin(subscriptions.get(path) as never)
  expect(await Promise.all([caisse, kiosque].map(async ({ calls }) => (await calls.pushState({})).is_on))).toEqual([false, true])
  await notice('credit_received')
  await tell()
  expect(came.map(({ told }) => told.kind)).toEqual(['credit_received'])
})

test('a user who has never chosen a language gets push messages in the language of the organisation', async () => {
  const [before] = await rowsOf<{ language: string }>(w, `select language from users where tenant_id = 1 and username = 'kiosque'`)
  await rowsOf(w, `update users set language = null where tenant_id = 1 and username = 'kiosque'`)
  const [language] = (
    await rowsOf<{ default_language: Language }>(w, `select default_language from organisations where tenant_id = 1 and name = 'Kiosque Nord'`)
  ).map(({ default_language }) => default_language)
  await begin(kiosque)
  await notice('credit_low')
  await tell()
  expect(language).toBeDefined()
  expect(came.map(({ told }) => told.body)).toEqual([sayIn(language as Language, 'credit_low', 1)])
  await rowsOf(w, `update users set language = $1 where tenant_id = 1 and username = 'kiosque'`, [before?.language])
})

test('a browser that is registered several times is stored once; at most one browser is stored for each session and five for each user', async () => {
  const path = await begin(kiosque)
  await Promise.all(Array.from({ length: 5 }, () => kiosque.calls.pushBegin(subscriptions.get(path) as never)))
  expect(await rows()).toHaveLength(1)
  for (let i = 0; i < 8; i++) await begin(kiosque)
  expect(await rows()).toHaveLength(1)
  for (let i = 0; i < 7; i++) await begin(await w.signIn('kiosque', { from: `10.0.7.${i}` }))
  expect(await rows()).toHaveLength(5)
})

test('after a failure of the push service a message is sent later, with newer notices; a subscription that the service reports as gone is deleted', async () => {
  const path = await begin(kiosque)
  for (const [status, n] of [
    [503, 1],
    [0, 2],
    [302, 3],
  ] as const) {
    answers.set(path, status)
    await notice('stock_imported')
    await tell()
    await tell()
    expect(came).toHaveLength(n)
    expect(await rows()).toMatchObject([{ failures: n }])
    w.clock.advance(5 * MINUTE * 2 ** n)
  }
  answers.set(path, 201)
  await tell()
  expect(came.at(-1)?.told.body).toMatch(/^3 /)
  expect(new Set(came.map(({ headers }) => headers.topic)).size).toBe(1)
  expect(await rows()).toMatchObject([{ failures: 0 }])
  answers.set(path, 410)
  await notice('stock_imported')
  w.clock.advance(5 * MINUTE)
  await tell()
  expect(await rows()).toEqual([])
})

test('push messages end when they are switched off, when the session ends in any way, when the account is deactivated, and after a restore', async () => {
  const ends: Record<string, (who: Person) => Promise<unknown>> = {
    off: ({ calls }) => calls.pushEnd({}),
    logout: ({ calls }) => calls.logout({}),
    idle: ({ session_id }) => rowsOf(w, `update sessions set last_seen_at = last_seen_at - interval '4 hours' where tenant_id = 1 and id = $1`, [session_id]),
    account: () => rowsOf(w, `update users set is_active = false where tenant_id = 1 and username = 'kiosque'`),
    restore: () => rowsOf(w, `insert into restores (tenant_id, id, held_at, cause) values (1, gen_random_uuid(), now() + interval '3 hours', 'asked')`),
  }
  for (const [name, end] of Object.entries(ends)) {
    const who = await w.signIn('kiosque', { from: '10.0.8.1' })
    await begin(who)
    await notice('rights_changed')
    await end(who)
    await tell()
    await rowsOf(w, `update users set is_active = true where tenant_id = 1 and username = 'kiosque'`)
    expect({ name, came: came.length, rows: await rows() }).toEqual({ name, came: 0, rows: [] })
  }
})

test('only public push services are contacted, and none without a configuration; wrong keys and other endpoints are refused at their field', async () => {
  const { mayTell } = createPush({ contact: 'mailto:portal@example.test', keys }) as NonNullable<ReturnType<typeof createPush>>
  const inside = ['http://push.example/', 'https://10.0.0.1/', 'https://[::1]/', 'https://localhost/', 'https://127.0.0.1/', 'https://169.254.169.254/']
  const odd = ['https://a:b@push.example/', 'https://push.example:8443/', 'push.example', `https://push.example/${'x'.repeat(1_000)}`]
  expect([...inside, ...odd].filter(mayTell)).toEqual([])
  expect(mayTell('https://updates.push.services.mozilla.com/wpush/v2/abc')).toBe(true)
  const { subscription } = newBrowser('https://10.0.0.1/')
  const refused = (field: string) => ({ code: 'invalid_input', problems: [{ field, code: 'invalid_value' }] })
  await expect(kiosque.calls.pushBegin(subscription)).rejects.toMatchObject(refused('endpoint'))
  await expect(kiosque.calls.pushBegin({ ...subscription, endpoint: 'https://push.example/', p256dh: 'AAAA' })).rejects.toMatchObject(refused('p256dh'))
  expect(createPush({ contact: '', keys })).toBeNull()
  expect(await rows()).toEqual([])
})
