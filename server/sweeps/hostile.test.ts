// No anonymous or signed-in request makes the server fail: every field of every call × unexpected values, in each kind of form.
import { beforeAll, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { calls } from '../../contract/index.ts'
import { allows } from '../../contract/kit/access.ts'
import type { Call } from '../../contract/kit/call.ts'
import { isStorable } from '../../contract/kit/field.ts'
import { Refusal } from '../kit/errors.ts'
import { fileWorld, HOST } from '../test/world.ts'
import { people } from './access-table.ts'
import { crowd } from './crowd.ts'
import { queryOf, readAsSent, type Sent, turnedAway } from './form-reader.ts'
import { deep, inBodies, isLarge, type Pair, VALUES, withValue } from './hostile-values.ts'
import type { Ids } from './ids.ts'
import { ownIds } from './own-ids.ts'
import type { Asker } from './raw-calls.ts'
import { allCalls, missingIds, sampleForm } from './samples.ts'

/** Each test sends hundreds of requests, so it may take two minutes. */
vi.setConfig({ testTimeout: 120_000 })

// The sweep sends large bodies in a row, faster than the limits let a person send them.
const w = await fileWorld({ door: { places_times: 100 } })
const askers = await crowd(w)

const nothing = missingIds()

/** The headers of a person who may make this call, so that the server reads the call's fields. */
const admittedTo = (c: Call) => askers.get(people.find(({ actor }) => allows(c.access, actor))?.name ?? '') as Asker

async function sendJson(c: Call, fields: Sent, { host, headers } = admittedTo(c)) {
  if (c.method === 'GET') return w.fetch(`/api${c.path}?${queryOf(fields)}`, { host, headers })
  return w.fetch(`/api${c.path}`, { method: 'POST', host, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(fields) })
}

const rootOf = (field: string) => field.split(/[.[]/)[0] ?? ''
async function withoutFailure(c: Call, fields: Sent, asker: Asker, said: string): Promise<void> {
  const answer = await sendJson(c, fields, asker)
  expect(answer.status, `${said}: ${await answer.text()}`).toBeLessThan(500)
}

/** A counter that makes each test begin with another value, so that over all calls every value is tried in every kind of field. */
let turn = 0
const oneOf = <T>(all: readonly T[], i: number): T | undefined => all[(turn + i) % all.length]
/** How many values were tried: those read in this process, and those sent to the server. */
const tried = { read: 0, sent: 0 }

/**
 * Tries every one of these fields with every value. Values that the form itself refuses are read in this process as the server reads them; then, for each
 * field, all of these values are sent in one request, whose answer must be the same. Values that pass are sent alone, so that they reach the handler, and so is
 * every form with a file.
 */
async function eachValue(c: Call, form: Record<string, string>, fields: readonly string[], asker: Asker): Promise<void> {
  const named = new Map<string, unknown[]>()
  const unreadable: Pair[] = []
  for (const field of fields)
    for (const value of VALUES) {
      const refusal = c.upload ? undefined : turnedAway(c, withValue(form, [field, value]))
      if (refusal?.code === 'form_unreadable') unreadable.push([field, value])
      else if (refusal?.problems?.some((problem) => rootOf(problem.field) === field)) named.set(field, [...(named.get(field) ?? []), value])
      else {
        await withoutFailure(c, withValue(form, [field, value]), asker, `${field} = ${JSON.stringify(value)}`)
        tried.sent++
        continue
      }
      tried.read++
    }
  turn++
  const together = [...named].map(([field, values], i): Pair => [field, oneOf(values, i)])
  const isPublic = c.access === 'public'
  for (const pairs of [...inBodies(unreadable.slice(turn % unreadable.length).slice(0, 1), isPublic), ...inBodies(together, isPublic)]) {
    const sent = withValue(form, ...pairs)
    const answer = await sendJson(c, sent, asker)
    const { status, body } = (isPublic && isLarge(sent) ? new Refusal('too_large') : turnedAway(c, sent)) ?? {}
    expect({ status: answer.status, body: await answer.json() }, JSON.stringify(pairs)).toEqual({ status, body })
  }
}

describe.each(allCalls.filter(([name]) => name !== 'logout'))('the call %s with unexpected values in its fields', (_, c) => {
  // Fields of signed-in calls are tried below, with existing ids.
  const fields = c.access === 'public' ? Object.keys(c.input.shape) : []
  test('answers or refuses, and never fails with a server error', async () => {
    const form = sampleForm(c, nothing)
    await eachValue(c, form, fields, admittedTo(c))
    // `__proto__` and `constructor` are not fields of any form, but every JavaScript object has them. Both are sent together, and the handler's input must be
    // the same as without them.
    const named = (value: unknown) => withValue(form, ['__proto__', value], ['constructor', value])
    const outcome = (sent: Sent) => turnedAway(c, sent)?.body ?? readAsSent(c, sent)
    const without = outcome(form)
    for (const value of VALUES) {
      const is = outcome(named(value))
      const unreadable = new Refusal('form_unreadable').body
      expect(isStorable(String(value)) ? [without] : [without, unreadable], JSON.stringify(value)).toContainEqual(is)
    }
    for (const value of c.upload ? VALUES : [oneOf(VALUES, 0)]) await withoutFailure(c, named(value), admittedTo(c), JSON.stringify(value))
  })
})

describe('forms with existing ids and unexpected values in their fields', () => {
  let own: Ids
  let signedIn: Map<string, Asker>
  beforeAll(async () => {
    const people = [
      ['nord', HOST],
      ['kiosque', HOST],
      ['platform', 'platform.localhost'],
      ['support', 'platform.localhost'],
    ] as const
    signedIn = new Map(await Promise.all(people.map(async ([name, host]) => [name, { host, headers: (await w.signIn(name, { host })).headers }] as const)))
    own = await ownIds(w)
  })

  const askerFor = (c: Call) => {
    const admitted = people.filter(({ actor }) => actor?.is_manager && allows(c.access, actor)).map(({ actor }) => actor?.role)
    const name = admitted.includes('reseller') ? 'nord' : admitted.includes('seller') ? 'kiosque' : admitted.includes('superadmin') ? 'platform' : 'support'
    return signedIn.get(name) as Asker
  }

  test.each(allCalls.filter(([name]) => name !== 'logout'))('for the call %s are answered or refused, without a server error', async (_, c) => {
    await eachValue(c, sampleForm(c, own), Object.keys(c.input.shape), askerFor(c))
  })

  test('control: together contained every value in every field of every call', () => {
    const fields = (some: readonly Call[]) => some.flatMap(({ input }) => Object.keys(input.shape)).length
    const all = allCalls.filter(([name]) => name !== 'logout').map(([, c]) => c)
    expect(tried.read + tried.sent).toBe(VALUES.length * (fields(all) + fields(all.filter(({ access }) => access === 'public'))))
    expect(tried.sent).toBeGreaterThan(5_000)
  })

  test('control: a schema that throws while it reads a form counts as a failure, and not as a refusal', () => {
    const fails = z.transform((): string => {
      throw new Error('failed')
    })
    const failing: Call = { ...calls.login, input: z.object({ username: fails }) }
    expect(() => turnedAway(failing, { username: 'name' })).toThrow('failed')
  })
})

test.each([
  ['multipart/form-data', 'x'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1'],
  ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"; filename="f"\r\n\r\n1\r\n--b--'],
  ['multipart/form-data; boundary=b', '--b\r\n\r\n\r\n--b--'],
  ['multipart/form-data\t; boundary=b', '--b--'],
  ['application/json', '[1]'],
  ['application/json', '{"username":'],
  ['application/x-www-form-urlencoded', 'username=a&username=b'],
  ['application/x-www-form-urlencoded', 'username=%00'],
  ['text/xml', '<a/>'],
])('a malformed body of the type %s is refused: %s', async (type, body) => {
  const answer = await w.fetch('/api/login/', { method: 'POST', headers: { 'content-type': type }, body })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ message_type: 0 })
})

describe('periods at the ends of the calendar', () => {
  const lists = [
    ['sales', (days: object) => ['sud', calls.salesList, days]],
    ['bookings', (days: object) => ['nord', calls.walletHistory, { filters: JSON.stringify(days) }]],
    ['the audit log', (days: object) => ['nord', calls.auditList, { filters: JSON.stringify(days) }]],
  ] as const
  const total = async (list: (typeof lists)[number][1], days: object) => {
    const [username, c, fields] = list(days) as [string, Call, Record<string, string>]
    const { headers } = await w.signIn(username)
    const answer = await w.fetch(`/api${c.path}`, { method: 'POST', headers, body: new URLSearchParams(fields) })
    return { status: answer.status, body: (await answer.json()) as { filters?: { total_count: number }; problems?: object[] } }
  }

  test.each(lists)('the period from the year 1 to the year 9999 contains every row of the list of %s', async (_, list) => {
    const all = (await total(list, {})).body.filters?.total_count ?? 0
    expect(all).toBeGreaterThan(0)
    // The second request signs in again, which may write a row that the list shows, so the second number may be higher.
    expect((await total(list, { date_from: '0001-01-01', date_to: '9999-12-31' })).body.filters?.total_count).toBeGreaterThanOrEqual(all)
  })

  test.each(lists)('a period that begins in the year 0 is refused for the list of %s', async (_, list) => {
    const { status, body } = await total(list, { date_from: '0000-01-01' })
    expect([status, body.problems]).toMatchObject([400, [{ field: expect.stringMatching(/date_from$/), code: 'not_a_day' }]])
  })
})

test.each([
  ['as the body', deep(3_500), 'form_unreadable'],
  ['in a field', `{"username":"a","password":"b","filters":${deep(3_500)}}`, 'form_unreadable'],
])('an anonymous request with JSON nested seven thousand levels deep is refused: %s', async (_, body, code) => {
  const answer = await w.fetch('/api/login/', { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code }])
})

test('JSON nested twelve thousand levels deep in a field for JSON is refused with an error at that field', async () => {
  const { host, headers } = admittedTo(calls.customersList)
  const body = new URLSearchParams({ filters: deep(6_000) })
  const answer = await w.fetch(`/api${calls.customersList.path}`, { method: 'POST', host, headers, body })
  expect([answer.status, await answer.json()]).toMatchObject([400, { problems: [{ field: 'filters', code: 'not_json' }] }])
})

test('a body that is too large is refused', async () => {
  const answer = await w.fetch('/api/login/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: `{"username":"${'a'.repeat(40_000)}"}`,
  })
  expect([answer.status, await answer.json()]).toMatchObject([413, { code: 'too_large' }])
})

test('details of internal errors are not shown to callers', async () => {
  w.clock.advance(15 * 60_000)
  await w.owner.query('alter table users rename to people')
  const answer = await w.fetch('/api/login/', { method: 'POST', body: new URLSearchParams({ username: 'kiosque', password: 'x' }) })
  await w.owner.query('alter table people rename to users')
  const text = await answer.text()
  expect(answer.status).toBe(500)
  expect(JSON.parse(text)).toMatchObject({ code: 'internal', detail: { reference: expect.any(String) } })
  expect(text).not.toMatch(/users|relation|select|at /i)
})
