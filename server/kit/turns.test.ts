// Turns at a scarce resource, tested first alone and then in the product: a user who makes many requests waits behind their own requests.
import fc from 'fast-check'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import type { CallError } from '../../contract/kit/client.ts'
import { DEADLINES } from '../postgres/pool.ts'
import { until } from '../test/wait-for.ts'
import { type Person, type World, world } from '../test/world.ts'
import { createTurns, LIST_SHARES, type Shares } from './turns.ts'

const SHARES: Shares = { places: 4, tenant: 3, user: 2, waiting: 5, wait_ms: 60_000 }
const tick = () => new Promise((done) => setImmediate(done))

/** Work that runs until the test releases it; `order` records who began. */
function stage(shares = SHARES) {
  const turns = createTurns(shares)
  const working: { tenant_id: number; user_id: string; done: () => void }[] = []
  const order: string[] = []
  const codes: string[] = []
  const ask = (tenant_id: number, user_id: string) =>
    void turns
      .inTurn({ tenant_id, user_id }, () => {
        order.push(`${tenant_id}${user_id}`)
        return new Promise<void>((resolve) => {
          const done = () => {
            working.splice(working.indexOf(one), 1)
            resolve()
          }
          const one = { tenant_id, user_id, done }
          working.push(one)
        })
      })
      .catch(({ code }: CallError) => codes.push(code))
  return { turns, working, order, codes, ask }
}

test('no user gets more than its share of turns, no work waits while it may start, and all work is done in the end', async () => {
  const askers = fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom('a', 'b', 'c')), { maxLength: 40 })
  await fc.assert(
    fc.asyncProperty(askers, fc.infiniteStream(fc.nat()), async (asked, dice) => {
      const { turns, working, order, codes, ask } = stage({ ...SHARES, waiting: 100 })
      for (const [tenant_id, user_id] of asked) ask(tenant_id, user_id)
      await tick()
      while (working.length > 0) {
        const count = (is: (one: (typeof working)[number]) => boolean) => working.filter(is).length
        expect(working.length).toBeLessThanOrEqual(SHARES.places)
        for (const { tenant_id, user_id } of working) {
          expect(count((one) => one.tenant_id === tenant_id)).toBeLessThanOrEqual(SHARES.tenant)
          expect(count((one) => one.tenant_id === tenant_id && one.user_id === user_id)).toBeLessThanOrEqual(SHARES.user)
        }
        if (working.length < SHARES.places) {
          const begun = (tenant_id: number, user_id: string) => order.filter((who) => who === `${tenant_id}${user_id}`).length
          const wanted = (tenant_id: number, user_id: string) => asked.filter(([t, u]) => t === tenant_id && u === user_id).length
          for (const [t, u] of asked)
            if (begun(t, u) < wanted(t, u))
              expect(count((one) => one.tenant_id === t) >= SHARES.tenant || count((one) => one.tenant_id === t && one.user_id === u) >= SHARES.user).toBe(true)
        }
        working[(dice.next().value ?? 0) % working.length]?.done()
        await tick()
      }
      expect([order.length, codes, turns.running()]).toEqual([asked.length, [], 0])
    }),
    { numRuns: 200 },
  )
})

test('free places rotate: during a user’s flood another tenant is next, and another user of the same tenant comes before the rest of the flood', async () => {
  const { working, order, ask } = stage()
  for (let i = 0; i < 7; i++) ask(1, 'flood')
  ask(1, 'other')
  ask(2, 'else')
  await tick()
  expect(order).toEqual(['1flood', '1flood', '1other', '2else'])
  working[0]?.done()
  await tick()
  expect(order.at(-1)).toBe('1flood')
})

test('a request is refused if its user’s queue is full or if it waited too long; neither takes a place from others', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const { working, codes, ask, order } = stage({ ...SHARES, wait_ms: 500 })
  for (let i = 0; i < 9; i++) ask(1, 'flood')
  await tick()
  expect(codes).toEqual(['share_used_up', 'share_used_up'])
  vi.advanceTimersByTime(499)
  await tick()
  expect(codes).toHaveLength(2)
  vi.advanceTimersByTime(1)
  await tick()
  expect(codes).toHaveLength(7)
  for (const one of [...working]) one.done()
  await tick()
  ask(1, 'flood')
  await tick()
  expect(order).toHaveLength(3)
})

test('a user with many waiting requests gets one at a time, until only a few are left', async () => {
  const { working, ask, order } = stage({ ...SHARES, waiting: 100, few: 3 })
  for (let i = 0; i < 8; i++) ask(1, 'flood')
  await tick()
  const running: number[] = []
  while (order.length < 8) {
    running.push(working.length)
    working[0]?.done()
    await tick()
  }
  // The user has two requests running at first, only one while more than three of the user's requests wait, and then two again.
  expect(running).toEqual([2, 1, 1, 1, 2, 2])
})

const worlds: World[] = []
afterEach(async () => {
  await Promise.all(worlds.splice(0).map((w) => w.end()))
})

/**
 * One person requests 200 lists that hang; the server runs as many of them as it admits for one person. Meanwhile users of another tenant look at goods, sell
 * and read.
 */
async function flood(lists: Shares) {
  const w = await world({
    door: { places_times: 10 },
    db: { lists, deadlines: { ...DEADLINES, connect_ms: 3_000, lock_ms: 20_000, statement_ms: 20_000, answer_ms: 25_000 } },
  })
  worlds.push(w)
  const host = 'rhein.localhost'
  const [nord, rhein, dom] = await Promise.all([w.signIn('nord'), w.signIn('rhein', { host }), w.signIn('dom', { host })])
  const blocker = await w.owner.connect()
  const codes: string[] = []
  const count = (wanted: string) => codes.filter((code) => code === wanted).length
  const standing = async () =>
    (await w.owner.query<{ n: number }>(`select count(*)::int as n from pg_locks where not granted and relation = 'suppliers'::regclass`)).rows[0]?.n ?? 0
  try {
    await blocker.query('begin; lock table suppliers in access exclusive mode')
    const asked = Array.from({ length: 200 }, () =>
      nord.calls.suppliersList({}).then(
        () => codes.push('shown'),
        ({ code }: CallError) => codes.push(code),
      ),
    )
    await until('as many lists as one may have', async () => (await standing()) >= LIST_SHARES.user)
    const work = [rhein.calls.customersList({}), dom.calls.sellerProductsV2({}).then(({ content }) => sell(dom, content[0]?.configuration_id ?? ''))]
    const others = (await Promise.allSettled(work)).map(({ status }) => status)
    const meanwhile = { standing: await standing(), shown: count('shown'), others }
    await blocker.query('rollback')
    await Promise.all(asked)
    return { ...meanwhile, refused: count('share_used_up') }
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
}

const sell = async ({ calls }: Person, configuration_id: string) => calls.sell({ ...(await calls.transactionKey({})), configuration_id, quantity: 1 })

test('200 lists of one user take only that user’s share: another tenant is served before them, and the lists above the share are refused', async () => {
  const { refused, ...meanwhile } = await flood(LIST_SHARES)
  expect(meanwhile).toEqual({ standing: LIST_SHARES.user, shown: 0, others: ['fulfilled', 'fulfilled'] })
  expect(refused).toBe(200 - LIST_SHARES.user - LIST_SHARES.waiting)
})

test('control: without shares the 200 lists take every connection for ordinary work, and the other tenant is refused', async () => {
  const none = Number.POSITIVE_INFINITY
  const { others, refused } = await flood({ places: none, tenant: none, user: none, waiting: none, wait_ms: 60_000 })
  expect([others, refused]).toEqual([['rejected', 'rejected'], 0])
})

test('a refusal for too many requests says in the header Retry-After when to come again', async () => {
  const w = await world({ db: { lists: { ...LIST_SHARES, user: 0, waiting: 0 } } })
  worlds.push(w)
  const { headers } = await w.signIn('nord')
  const answer = await w.fetch('/api/view_suppliers/', { method: 'POST', headers })
  expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([429, '1', { code: 'share_used_up', detail: { wait_s: 1 } }])
})
