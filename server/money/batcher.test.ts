// Tests only the lanes of the batcher: which purchase waits for which other. The test ends the calls itself and moves the clock.
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createBatcher } from './batcher.ts'

type Call = { tenant_id: number; items: readonly string[]; alone: boolean; sold: () => void; failed: (code: string) => void }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] }))
afterEach(() => void vi.useRealTimers())
const tick = (ms = 0) => vi.advanceTimersByTimeAsync(ms)
/** Wallets a, c and d share a lane; b has the other lane. */
const wallets = { a: '0000', b: '0001', c: '0002', d: '0004' }
const LATE_MS = 20

function lanes(late_ms = LATE_MS) {
  const calls: Call[] = []
  const batcher = createBatcher<string, string>({
    ...{ lanes: 2, places: 2, most: 64, late_ms, isBusy: (out) => out === 'busy' },
    run: (tenant_id, items, alone) =>
      new Promise((resolve, reject) =>
        calls.push({
          ...{ tenant_id, items, alone },
          sold: () => resolve(items.map((item) => `${item} sold`)),
          failed: (code) => reject(Object.assign(new Error(code), { code })),
        }),
      ),
  })
  let keys = 0
  const buy = (tenant_id: number, wallet: keyof typeof wallets, item = wallet as string) => {
    const state = { answer: 'waits' }
    batcher.add({ tenant_id, key: String(keys++), wallet_id: wallets[wallet], item }).then(
      (out) => Object.assign(state, { answer: out }),
      (error: { code: string }) => Object.assign(state, { answer: error.code }),
    )
    return state
  }
  const callOf = (item: string) => calls.findLast(({ items }) => items.includes(item)) as Call
  return { batcher, calls, buy, callOf }
}

test.each([
  ['stall in one tenant lets another tenant’s purchase be sold', LATE_MS, 1],
  ['stall in one tenant keeps another tenant waiting, if late calls keep their places (control)', 60_000, 0],
])('in the batcher, a call’s %s', async (_, late_ms, sold) => {
  const { buy, calls } = lanes(late_ms)
  const stuck = [buy(1, 'a'), buy(1, 'b')]
  await tick(3 * LATE_MS)
  const other = buy(2, 'c', 'other')
  await tick()
  for (const call of calls) if (call.tenant_id === 2) call.sold()
  await tick()
  expect([other.answer === 'other sold' ? 1 : 0, ...stuck.map(({ answer }) => answer)]).toEqual([sold, 'waits', 'waits'])
})

test.each([
  ['lets another wallet of its lane be sold, and waits itself', LATE_MS, ['c sold', 'waits']],
  ['keeps another wallet of its lane waiting, if a late call keeps its lane (control)', 60_000, ['waits', 'waits']],
])('in the batcher, a wallet with a late call %s', async (_, late_ms, answers) => {
  const { buy, calls, callOf } = lanes(late_ms)
  buy(1, 'a')
  await tick(3 * LATE_MS)
  const [next, again] = [buy(1, 'c'), buy(1, 'a', 'again')]
  await tick()
  callOf('c')?.sold()
  await tick()
  expect([next.answer, again.answer]).toEqual(answers)
  callOf('a').sold()
  await tick()
  for (const call of calls) call.sold()
  await tick()
  expect(again.answer).toBe('again sold')
})

test('a purchase that waits in vain for a lock is refused; the rest of its call is sold; later purchases of its wallet get calls of their own', async () => {
  const { buy, calls, callOf } = lanes()
  buy(1, 'd', 'first')
  const [bad, good] = [buy(1, 'a', 'bad'), buy(1, 'c', 'good')]
  callOf('first').sold()
  await tick()
  expect(callOf('bad').items).toEqual(['bad', 'good'])
  callOf('bad').failed('55P03')
  await tick()
  callOf('good').sold()
  callOf('bad').failed('55P03')
  await tick()
  expect([bad.answer, good.answer]).toEqual(['55P03', 'good sold'])
  buy(1, 'd', 'before')
  const [worse, better] = [buy(1, 'a', 'worse'), buy(1, 'c', 'better')]
  callOf('before').sold()
  await tick()
  expect(calls.slice(-1).map(({ items }) => items)).toEqual([['worse']])
  callOf('worse').sold()
  await tick()
  callOf('better').sold()
  await tick()
  expect([worse.answer, better.answer]).toEqual(['worse sold', 'better sold'])
})

test('if the database does not answer, every caller is told that the outcome is unknown, and no purchase is sent again', async () => {
  const { buy, calls, callOf } = lanes()
  const first = buy(1, 'd', 'first')
  const two = [buy(1, 'a'), buy(1, 'c')]
  callOf('first').sold()
  await tick()
  callOf('a').failed('ETIMEDOUT')
  await tick()
  expect([first, ...two].map(({ answer }) => answer)).toEqual(['first sold', 'ETIMEDOUT', 'ETIMEDOUT'])
  expect(calls).toHaveLength(2)
})

test('a purchase that makes its call fail is refused alone: the other purchases of the call are sent one by one', async () => {
  const { buy, calls, callOf } = lanes()
  buy(1, 'd', 'first')
  const two = [buy(1, 'a'), buy(1, 'c')]
  callOf('first').sold()
  await tick()
  callOf('a').failed('P0001')
  await tick()
  expect(calls.slice(-2).map(({ items, alone }) => [items, alone])).toEqual([
    [['a'], true],
    [['c'], true],
  ])
  callOf('a').failed('P0001')
  callOf('c').sold()
  await tick()
  expect(two.map(({ answer }) => answer)).toEqual(['P0001', 'c sold'])
})

test('the batcher reports the age of the oldest running call; once all calls have ended, it reports none', async () => {
  const { batcher, buy, callOf } = lanes()
  expect(batcher.oldest_ms()).toBe(0)
  buy(1, 'a')
  await tick(5)
  expect(batcher.oldest_ms()).toBeGreaterThan(0)
  callOf('a').sold()
  await tick()
  expect([batcher.oldest_ms(), batcher.waiting()]).toEqual([0, 0])
})
