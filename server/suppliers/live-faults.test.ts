// Faults that a live sale survives: our process dies, an answer is lost, another server does the same work, or a supplier changes its final state.
// Every hold is posted once, voided once, or open and listed, and our books agree with the supplier's own journal.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, inject, test } from 'vitest'
import { rowsOf, sabotage, wrongs } from '../test/arrange.ts'
import { walletOf } from '../test/holds.ts'
import { LEASE_MS, liveWorld, START, topUp } from '../test/live-world.ts'
import { gathering } from '../test/wait-for.ts'
import { openOrder } from './sealed-order.ts'

const live = await liveWorld()
const { w, sim, server, purchase, pass, taken, rows, quarrels, cases, cost } = live
const wallet = () => walletOf(w, live.till.customer_id)
const questions = () => sim.times('transaction') + sim.times('transactions')
const never = () => new Promise<void>(() => undefined)
const only = async (key: string) => (await rows([key]))[0]

/** Starts a server that stops for ever when its first order reaches this step. */
const dyingAt = (step: string) => server({ patience_ms: 300, between: (at) => (at === step ? never() : Promise.resolve()) })

test('a top-up is sent, confirmed and delivered a moment later; every later request with its key gets the same sale', async () => {
  const [one, other, asked] = [server(), server(), purchase()]
  expect(await one.sell(asked, topUp())).toMatchObject({ outcome: 'unknown' })
  expect(await only(asked.key)).toMatchObject({ hold: 'open', state: 'unknown' })
  pass(3_000)
  expect(await other.takeUp(1)).toBe(1)
  await other.idle()
  const sale_id = (await only(asked.key))?.sale_id
  expect(await one.ask(1, asked.key)).toEqual({ outcome: 'sold', sale_id })
  expect(await one.sell(asked, topUp())).toEqual({ outcome: 'sold', sale_id })
  expect([taken(asked.key).length, await quarrels([asked.key]), await wrongs(w)]).toEqual([1, [], []])
})

describe.each([
  ['held', 0, 'void', 0],
  ['sending', 0, 'void', LEASE_MS + 11 * 60_000],
  ['answered', 1, 'void', LEASE_MS],
] as const)('a process that dies when its order is %s', (step, there, hold, ms) => {
  test('leaves the order to the next process, which ends it once', async () => {
    const [dying, next, asked] = [dyingAt(step), server(), purchase()]
    expect(await dying.sell(asked, topUp())).toMatchObject({ outcome: 'unknown' })
    expect([await next.takeUp(1), taken(asked.key).length]).toEqual([0, there])
    expect(await wallet()).toMatchObject({ balance: START, held: 9.5 * 10_000 })
    pass(ms + LEASE_MS)
    await next.takeUp(1)
    await next.idle()
    expect(await only(asked.key)).toMatchObject({ hold })
    expect([await quarrels([asked.key]), await wrongs(w)]).toEqual([[], []])
  })
})

test('a server that is killed with -9 in the middle of four orders leaves each to the next server, and none is lost or doubled', async () => {
  const sales = ['held', 'sending', 'answered', 'answered'].map((step) => ({ step, asked: purchase(), order: topUp() }))
  const keys = sales.map(({ asked }) => asked.key)
  // Only the two sales marked `answered` get so far that they send their request. The supplier carries out both requests, but never answers the first.
  sim.fault('create', 'hang', true)
  const TOLD = JSON.stringify({ url: w.url, masterKey: inject('cluster').masterKey, sales })
  const script = fileURLToPath(new URL('fixtures/dying-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TOLD } })
  const at: string[] = []
  createInterface({ input: child.stdout }).on('line', (step) => at.push(step))
  await expect.poll(() => [at.toSorted(), sim.times('create')], { timeout: 30_000 }).toEqual([['answered', 'held', 'sending'], 2])
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect((await rows(keys)).map(({ hold }) => hold)).toEqual(Array(4).fill('open'))
  for (const ms of [LEASE_MS, 11 * 60_000, LEASE_MS]) {
    pass(ms)
    const next = server()
    await next.takeUp(1)
    await next.idle()
  }
  expect((await rows(keys)).map(({ hold }) => hold)).toEqual(Array(4).fill('void'))
  expect([await quarrels(keys), await wrongs(w)]).toEqual([[], []])
})

test('a process that dies after posting has made the sale, and a repeated request with its key returns that sale', async () => {
  const asked = purchase()
  await server().sell(asked, topUp())
  pass(3_000)
  expect(await dyingAt('posted').ask(1, asked.key)).toMatchObject({ outcome: 'unknown', reason: 'waiting' })
  pass(LEASE_MS)
  expect(await server().sell(asked, topUp())).toMatchObject({ outcome: 'sold' })
  expect([await quarrels([asked.key]), await wrongs(w)]).toEqual([[], []])
})

test('the process that began a sale with an unknown outcome asks the supplier about it two seconds later, without waiting for the job', async () => {
  const [asking, asked] = [server({ asksAgain: true, patience_ms: 50 }), purchase()]
  expect(await asking.sell(asked, topUp())).toMatchObject({ outcome: 'unknown' })
  sim.control('advance', { ms: 3_000 })
  await expect.poll(async () => (await only(asked.key))?.hold).toBe('posted')
})

test('a slow process that wakes after another process has ended its order sends nothing', async () => {
  let wake: () => void = () => undefined
  const slow = server({ patience_ms: 50, between: (step) => (step === 'held' ? new Promise((go) => (wake = go)) : Promise.resolve()) })
  const asked = purchase()
  await slow.sell(asked, topUp())
  pass(LEASE_MS)
  expect(await server().ask(1, asked.key)).toMatchObject({ outcome: 'refused', code: 'not_reached' })
  wake()
  await slow.idle()
  expect([taken(asked.key), (await only(asked.key))?.hold, await wrongs(w)]).toEqual([[], 'void', []])
})

test('after a restore the supplier is asked about older orders, because our books cannot tell whether they were sent', async () => {
  const asked = purchase()
  await dyingAt('held').sell(asked, topUp())
  await rowsOf(w, `insert into restores (tenant_id, id, cause, held_at, released_at) values (1, gen_random_uuid(), 'restored', $1, $1)`, [w.clock.now()])
  pass(LEASE_MS)
  expect(await server().ask(1, asked.key)).toMatchObject({ outcome: 'unknown', reason: 'NOT_KNOWN_THERE' })
  pass(10 * 60_000)
  expect(await server().ask(1, asked.key)).toMatchObject({ outcome: 'refused', code: 'never_seen' })
  await rowsOf(w, 'delete from restores where tenant_id = 1')
})

describe('the supplier’s own messages', () => {
  const sold = async (mode: string, ending = '100') => {
    sim.control('callbacks', { mode })
    const asked = purchase()
    const said = await server().sell(asked, topUp(ending))
    pass(3_000)
    return { asked, said }
  }
  const ended = (key: string) => expect.poll(async () => (await only(key))?.hold).not.toBe('open')

  test.each(['once', 'twice', 'early', 'other_amount'])('callback (%s): the supplier is asked, and its answer decides how the order ends', async (mode) => {
    const { asked } = await sold(mode)
    if (mode === 'early') await server().ask(1, asked.key)
    await ended(asked.key)
    expect([(await only(asked.key))?.state, await quarrels([asked.key]), await cases(), await wrongs(w)]).toEqual(['delivered', [], [], []])
  })

  test('a callback without the secret is answered like an unknown page, and after a callback for an unknown order no supplier is asked about it', async () => {
    const { asked } = await sold('none')
    const path = server().suppliers.callbackPath(1, live.connection_id)
    const post = (to: string, body: string) => w.fetch(to, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const body = JSON.stringify({ external_id: asked.key })
    const [, , name, secret = ''] = path.split('/')
    const wrong = [`/callbacks/${name}/x`, `/callbacks/${name}/${'A'.repeat(secret.length)}`, `/callbacks/2-${live.connection_id}/${secret}`, '/callbacks/x/y']
    const told = async (to: string) => {
      const answer = await post(to, body)
      return [answer.status, await answer.text()]
    }
    const unknown = await told('/nobody/knows/this')
    expect(unknown[0]).toBe(404)
    for (const to of wrong) expect([to, await told(to)]).toEqual([to, unknown])
    const before = questions()
    for (const said of ['', 'x', '[]', '{"external_id":7}', `{"external_id":"${live.connection_id}"}`]) expect((await post(path, said)).status).toBe(200)
    expect((await post(path, 'x'.repeat(65 * 1024))).status).toBe(413)
    expect(questions()).toBe(before)
    expect((await post(path, body)).status).toBe(200)
    await ended(asked.key)
  })

  test('a reversal of a delivered order opens a case for a person, and the sale stays', async () => {
    const { asked } = await sold('once')
    await ended(asked.key)
    sim.control('turn', { external_id: asked.key, to: 'REVERSED' })
    await expect.poll(async () => (await only(asked.key))?.state).toBe('reversed')
    expect([(await only(asked.key))?.hold, await cases(), await wrongs(w)]).toEqual(['posted', ['late_refusal'], []])
  })
})

test('a delivery of an order that was refused opens a case for a person, and no second payment is made', async () => {
  const [asked, asking] = [purchase(), server()]
  await asking.sell(asked, topUp('104'))
  pass(4_000)
  expect(await asking.ask(1, asked.key)).toMatchObject({ outcome: 'refused' })
  sim.control('turn', { external_id: asked.key, to: 'COMPLETED' })
  const before = (await cases()).length
  expect(await asking.ask(1, asked.key)).toMatchObject({ outcome: 'unknown', reason: 'late delivery' })
  await asking.ask(1, asked.key)
  expect([(await only(asked.key))?.hold, (await cases()).slice(before), await wrongs(w)]).toEqual(['void', ['late_delivery'], []])
})

test('an order that became dearer after its price was shown is cancelled, and refused with the new price', async () => {
  const asked = { ...purchase(), cost: cost - 1 }
  expect(await server().sell(asked, topUp())).toMatchObject({ outcome: 'refused', code: 'amount', cost })
  expect([taken(asked.key).map(({ is }) => is), await wallet()]).toMatchObject([['CANCELLED'], { balance: START, held: 0 }])
})

test('if our balance at the supplier is empty, the shop is told that the supplier refused, and never that the shop lacks credit', async () => {
  sim.control('balance', { available: 0 })
  expect(await server().sell(purchase(), topUp())).toMatchObject({ outcome: 'refused', code: 'our_balance' })
  expect(await wallet()).toMatchObject({ balance: START, held: 0 })
})

test('a connection that is switched off takes no orders, and the supplier is still asked about its open orders', async () => {
  const [before, after, asking] = [purchase(), purchase(), server()]
  await asking.sell(before, topUp())
  const turn = (on: boolean) => rowsOf(w, 'update connections set is_active = $1 where tenant_id = 1 and id = $2', [on, live.connection_id])
  await turn(false)
  expect(await asking.sell(after, topUp())).toMatchObject({ outcome: 'refused', code: 'not_available' })
  pass(3_000)
  expect(await asking.ask(1, before.key)).toMatchObject({ outcome: 'sold' })
  await turn(true)
  expect([taken(after.key), await wrongs(w)]).toEqual([[], []])
})

test('an order whose confirmation expired is cancelled and refunded', async () => {
  const [asked, dying] = [purchase(), dyingAt('answered')]
  await dying.sell(asked, topUp())
  pass(61 * 60_000)
  await server().takeUp(1)
  await expect.poll(async () => (await only(asked.key))?.hold).toBe('void')
  expect([taken(asked.key).map(({ is }) => is), await quarrels([asked.key])]).toEqual([['CANCELLED'], []])
})

test('exchanges with the supplier are stored with their order, and masked', async () => {
  const [asked, asking] = [purchase(), server()]
  await asking.sell(asked, topUp())
  await asking.suppliers.flush()
  const kept = await rowsOf<{ call: string; asked: object }>(w, 'select call, asked from exchanges where tenant_id = 1 and key = $1 order by id', [asked.key])
  expect(kept.map(({ call }) => call)).toEqual(['create', 'confirm'])
  expect(JSON.stringify(kept)).not.toContain(topUp().recipient.mobile_number)
  const [row] = await rowsOf<{ sealed: Buffer; text: string }>(w, 'select sealed, o::text as text from live_orders o where key = $1', [asked.key])
  expect(row?.text).not.toContain(topUp().recipient.mobile_number)
  expect(openOrder(w.services.keys, { tenant_id: 1, key: asked.key }, row?.sealed ?? Buffer.of())).toEqual(topUp())
})

describe('servers that ask about the same orders at the same moment', () => {
  /** Lets four servers ask about the same six orders at the same time; returns how many requests for a state reached the supplier. */
  async function rush(asked_together?: () => Promise<unknown>): Promise<number> {
    const asked = Array.from({ length: 6 }, purchase)
    for (const each of asked) await live.asking().sell(each, topUp('200'))
    pass(3_000)
    const before = questions()
    const servers = Array.from({ length: 4 }, () => live.asking(asked_together))
    await Promise.all(servers.flatMap((each) => [each.takeUp(1), each.takeUp(1)]))
    await Promise.all(servers.map((each) => each.idle()))
    const times = questions() - before
    pass(60_000)
    await servers[0]?.takeUp(1).then(() => servers[0]?.idle())
    expect(await quarrels(asked.map(({ key }) => key))).toEqual([])
    return times
  }

  test('ask the supplier about each order once', async () => {
    expect(await rush()).toBe(6)
  })

  test('control: ask about each order several times if there are no leases', async () => {
    await sabotage(w, 'take_orders', '(o.leased_until is null or o.leased_until <= p_now)', 'true')
    await sabotage(w, 'take_orders', 'limit p_limit for update skip locked', 'limit p_limit')
    expect(await rush(gathering('a seventh question', 7))).toBeGreaterThan(6)
  })
})
