// Ten thousand malformed bodies over all calls, from six people: no server error, no data of another reseller, no half-made change.
import { expect, test, vi } from 'vitest'
import { allows } from '../../contract/kit/access.ts'
import type { Call } from '../../contract/kit/call.ts'
import { rowsOf, wrongs } from '../test/arrange.ts'
import { fileWorld, HOST } from '../test/world.ts'
import { signInAs } from './crowd.ts'
import { seeded } from './dice.ts'
import { footprint } from './footprint.ts'
import { FOREIGN, foreignWorld, MARK } from './foreign-world.ts'
import { hostileBody } from './hostile-body.ts'
import { ownIds } from './own-ids.ts'
import type { Answer, Asker } from './raw-calls.ts'
import { allCalls } from './samples.ts'

const BODIES = 10_000
const SEED = 20_261_121
const LANES = 4
/** One body in this many is watched: if the call refuses it, the body must not have changed anything. */
const WATCHED = 100
/** Calls that end the asker's session or change which tenant is seen. */
const LEFT_OUT = ['logout', 'tenantChoose', 'viewBegin', 'sessionEnd']
/**
 * Tables that a refused call may change: they count attempts and sales that failed for lack of stock, and record used keys, sessions, messages, uploads and
 * look-ups.
 */
const COUNTED = ['login_attempts', 'sessions', 'transaction_keys', 'messages', 'uploads', 'upload_findings', 'stock_refusals']

/** The call that shows the platform's managers all resellers on purpose (platform.test.ts). */
const SIDE_BY_SIDE = 'tenantsToday'
const asked = allCalls.filter(([name]) => !LEFT_OUT.includes(name))
const PEOPLE = [
  { username: 'nord', tenant_id: 1, host: HOST, actor: { role: 'reseller', is_manager: true } },
  { username: 'sud', tenant_id: 1, host: HOST, actor: { role: 'reseller', is_manager: true } },
  { username: 'kiosque', tenant_id: 1, host: HOST, actor: { role: 'seller', is_manager: true } },
  { username: 'platform', tenant_id: 0, host: 'platform.localhost', actor: { role: 'superadmin', is_manager: true } },
  { username: 'support', tenant_id: 0, host: 'platform.localhost', actor: { role: 'web_support', is_manager: false } },
] as const

const askers = new Map<string, Asker>([['anonymous', { host: HOST, headers: {} }]])
const w = await fileWorld()
const { foreign } = await foreignWorld(w)
const ids = { own: await ownIds(w), foreign }
await openSessions()

async function openSessions() {
  for (const { username, tenant_id, host } of PEOPLE) {
    const [user] = await w.db.read(tenant_id, (q) =>
      q.query<{ id: string }>('select id from users where tenant_id = $1 and username = $2', [tenant_id, username]),
    )
    askers.set(username, await signInAs(w, tenant_id, user?.id ?? '', host))
  }
}

/** Picks mostly a person whom the rule admits, so that the handler is reached. */
function somebody(c: Call, { pick, chance }: ReturnType<typeof seeded>): string {
  const admitted = PEOPLE.filter(({ actor }) => allows(c.access, { ...actor, flags: [], enable_web_view: true })).map(({ username }) => username)
  return chance(0.9) ? pick([...admitted, ...(admitted.length === 0 ? ['nord'] : [])]) : pick([...askers.keys()])
}

type Sent = Answer & { n: number; call: string; changes: boolean; as: string; fields: Record<string, unknown> }

async function send(n: number): Promise<Sent> {
  const [call, c] = asked[n % asked.length] as (typeof asked)[number]
  const dice = seeded(SEED + n)
  const as = somebody(c, dice)
  const { host, headers } = askers.get(as) as Asker
  const { fields, init, query } = hostileBody(c, dice, ids)
  const answer = await w.fetch(`/api${c.path}${query}`, { ...init, host, headers: { ...headers, ...(init.headers as Record<string, string>) } })
  return { n, call, changes: c.changes === true, as, fields, status: answer.status, text: await answer.text() }
}

const told = ({ n, call, as, status, text, fields }: Sent) =>
  `#${n} ${call} as ${as}: ${status} ${text.slice(0, 200)} ← ${JSON.stringify(fields).slice(0, 400)}`

/** Waits until no export is running. An export still writes after its call was answered, which would look like an effect of the next body. */
const nothingUnderWay = () =>
  vi.waitFor(async () => expect(await rowsOf(w, `select id from exports where tenant_id = 1 and state in ('waiting', 'running')`, [], 1)).toEqual([]), 30_000)

/** Sends the body with this number; returns the tables that it changed although it was refused. */
async function watched(n: number): Promise<{ sent: Sent; left: string[] }> {
  await nothingUnderWay()
  const before = await footprint(w, 1)
  const sent = await send(n)
  const after = sent.status >= 400 ? await footprint(w, 1) : before
  return { sent, left: Object.keys(after).filter((table) => before[table] !== after[table] && !COUNTED.includes(table)) }
}

test('ten thousand malformed bodies cause no server error, reveal nothing of another reseller, and change nothing if refused', {
  timeout: 900_000,
}, async () => {
  const before = await footprint(w, FOREIGN)
  const failed: string[] = []
  const statuses: Record<string, number> = {}
  const reached = new Set<string>()
  const judge = (sent: Sent) => {
    const kind = `${Math.floor(sent.status / 100)}xx`
    statuses[kind] = (statuses[kind] ?? 0) + 1
    if (sent.status < 500 && ![401, 403].includes(sent.status)) reached.add(sent.call)
    if (sent.status >= 500 || (sent.text.includes(MARK) && sent.call !== SIDE_BY_SIDE)) failed.push(told(sent))
  }
  for (let n = 0; n < BODIES; n += LANES) {
    if (n % 1_000 === 0) await openSessions()
    for (const sent of await Promise.all(Array.from({ length: LANES }, (_, lane) => send(n + lane)))) judge(sent)
    if (n % WATCHED === 0) {
      const { sent, left } = await watched(BODIES + n)
      if (sent.changes && left.length > 0) failed.push(`left in ${left}: ${told(sent)}`)
    }
  }
  expect(failed.slice(0, 40)).toEqual([])
  expect([...asked.map(([name]) => name)].filter((name) => !reached.has(name))).toEqual([])
  // Shows that the sweep is meaningful: many of the bodies passed validation and were even carried out.
  expect(statuses['2xx']).toBeGreaterThan(BODIES / 20)
  expect(await footprint(w, FOREIGN)).toEqual(before)
  expect(await wrongs(w)).toEqual([])
})

test('the same seed gives the same malformed body', () => {
  const [, c] = asked.find(([name]) => name === 'customersList') as (typeof asked)[number]
  const [one, other] = [hostileBody(c, seeded(7), ids), hostileBody(c, seeded(7), ids)]
  expect(other).toEqual(one)
})

test('control: the text that the sweep looks for is in the answers of the other reseller’s own host', async () => {
  const answer = await w.fetch('/api/p_check/', { method: 'POST', host: 'rhein.localhost' })
  expect(await answer.text()).toContain(MARK)
})

test('control: a write changes the footprint of its own table only, even if it writes the same values', async () => {
  const before = await footprint(w, 1)
  expect(await footprint(w, 1)).toEqual(before)
  await rowsOf(w, 'update suppliers set company = company where tenant_id = 1')
  const after = await footprint(w, 1)
  expect(Object.keys(after).filter((table) => after[table] !== before[table])).toEqual(['suppliers'])
})
