// A session that ends on one server ends on the others: at once for calls that change, book or reveal, within a second for calls that read.
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { alwaysChanges } from '../../contract/kit/call.ts'
import { newId } from '../kit/ids.ts'
import { ask } from '../sweeps/raw-calls.ts'
import { allCalls } from '../sweeps/samples.ts'
import { goods, rowsOf } from '../test/arrange.ts'
import { type Account, addAccount, newBrowser } from '../test/door.ts'
import { fileWorld, HOST, worldOn } from '../test/world.ts'
import { CACHE_MS } from './session-rules.ts'

const w = await fileWorld()
const other = await worldOn({ ...w, dataDir: w.services.dataDir, keys: w.services.keys, end: async () => undefined }, { clock: w.clock.now })
afterAll(() => other.end())

let person: Account
let headers: Record<string, string>
const heldAt = (server: typeof w) => server.anonymous(HOST, headers)
const statusAt = async (server: typeof w) => (await server.fetch('/api/auth_check/', { method: 'POST', headers })).status
beforeEach(async () => {
  // A manager with every right, so that only the ended session can be the reason for a refusal.
  person = await addAccount(w, 'kiosque', { internal_role: 0 })
  const browser = newBrowser(w)
  const { token } = await browser.calls.login({ username: person.username, password: 'Demo!2026' })
  headers = { ...browser.headers, authorization: `Bearer ${token}` }
})

/** Every way to end a session on the first server. */
const ends: [string, () => Promise<unknown>][] = [
  ['signing out', () => heldAt(w).logout({})],
  ['a new password', () => rowsOf(w, 'update sessions set ended_at = $2 where tenant_id = 1 and user_id = $1', [person.user_id, w.clock.now()])],
  ['the end of the account', () => rowsOf(w, 'update users set is_active = false where tenant_id = 1 and id = $1', [person.user_id])],
]

const inner = allCalls.filter(([, { access }]) => access !== 'public')
const asked = inner.filter(([, c]) => (alwaysChanges(c) || c.reveals) && !c.live)

describe.each(ends)('after %s on one server', (_, end) => {
  test('a change with the ended session is refused on the other server at once; control: a read is still answered from memory', async () => {
    expect(await statusAt(other)).toBe(200)
    await end()
    expect(await statusAt(other)).toBe(200)
    await expect(heldAt(other).transactionKey({})).resolves.toBeDefined()
    await expect(heldAt(other).passwordUpdate({ new_password: 'Trombone#41' })).rejects.toMatchObject({ status: 401 })
  })

  test('reads with the ended session are refused on the other server after a second', async () => {
    expect(await statusAt(other)).toBe(200)
    await end()
    w.clock.advance(CACHE_MS)
    expect(await statusAt(other)).toBe(401)
  })
})

test('each call that changes, books or reveals looks the session up in the database, even if it is cached', async () => {
  expect(asked.length).toBeGreaterThan(100)
  const letIn: string[] = []
  for (const [name, c] of asked) {
    await rowsOf(w, 'update sessions set ended_at = null where tenant_id = 1 and user_id = $1', [person.user_id])
    w.clock.advance(CACHE_MS)
    expect(await statusAt(other)).toBe(200)
    await rowsOf(w, 'update sessions set ended_at = $2 where tenant_id = 1 and user_id = $1', [person.user_id, w.clock.now()])
    const { status } = await ask(other, c, { host: HOST, headers })
    if (status !== 401) letIn.push(`${name}: ${status}`)
  }
  expect(letIn).toEqual([])
})

test('a session that ended on one server sells nothing on the other: its purchase is refused and no sale is booked', async () => {
  const { configuration_id } = await goods(w, { pins: 2 })
  const { transaction_key } = await heldAt(other).transactionKey({})
  await rowsOf(w, 'update sessions set ended_at = $2 where tenant_id = 1 and user_id = $1', [person.user_id, w.clock.now()])
  await expect(heldAt(other).sell({ configuration_id, quantity: 1, transaction_key })).rejects.toMatchObject({ status: 401 })
  const sold = await rowsOf<{ n: number }>(w, 'select count(*)::int as n from sales where tenant_id = 1 and configuration_id = $1', [configuration_id])
  expect(sold).toEqual([{ n: 0 }])
})

test('a request with an unknown session is refused on every server', async () => {
  headers = { ...headers, session: newId() }
  expect(await statusAt(other)).toBe(401)
})
