// Tries every adapter with every fault between it and its supplier, and with every point at which our process may die. Each hold is posted once, voided once,
// or open and listed. No sale is delivered twice, no money is lost, and the supplier's own journal agrees. Each combination is either run or listed with the
// reason why it cannot happen.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { EURO, type Money } from '../../contract/kit/money.ts'
import { newId } from '../kit/ids.ts'
import { giveWallet, organisationId, rowsOf, wrongs } from '../test/arrange.ts'
import { type Cell, createMatrix, type Spoil } from '../test/fault-matrix.ts'
import { shopPlayers } from '../test/fault-players.ts'
import { quarrelOf, rowsOfCells, strangersOf } from '../test/fault-story.ts'
import { type Death, FAULTS, type Fault } from '../test/fault-table.ts'
import { trips } from '../test/fault-trips.ts'
import { fileWorld } from '../test/world.ts'
import type { Order } from './supplier.ts'

const w = await fileWorld()
const START = 5_000 * EURO
const people = await Promise.all([w.signIn('kiosque'), w.signIn('gare'), w.signIn('port')])
const bus = await trips(w, 'gare')
for (const id of [...people.map(({ customer_id }) => customer_id), await organisationId(w, 'sud')]) await giveWallet(w, id, START)
await w.server.listen({ port: 0, host: '127.0.0.1' })
const address = w.server.server.address()
const callbackOrigin = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`
const { players: shops, close } = await shopPlayers(w, people)
const players = [...shops, bus]
const matrix = createMatrix({ w, callbackOrigin })
afterAll(async () => {
  await matrix.close()
  await close()
})

const cells = await matrix.play(players)
const rows = await rowsOfCells(w, cells)
const wrongsAfter = await wrongs(w)
const timesOf = ({ player, key }: Cell) => player.delivered().filter((each) => each === key).length
const quarrels = new Map(cells.map((cell) => [cell, quarrelOf(cell, rows.get(cell.key), timesOf(cell))]))

describe.each(players)('the adapter of $name', (player) => {
  const [played, left] = [FAULTS.filter((fault) => !player.lacks[fault]), FAULTS.filter((fault) => player.lacks[fault])]
  test.each(played)('leaves no delivered order unpaid under the fault “%s”, wherever our process dies', (fault) => {
    const mine = cells.filter((cell) => cell.player === player && cell.fault === fault)
    expect(mine.length).toBeGreaterThan(4)
    expect(mine.flatMap((cell) => quarrels.get(cell) ?? [])).toEqual([])
  })
  test('is tried with all faults except those that are listed with a reason', () => expect(left.map((fault) => player.lacks[fault])).not.toContain(''))
})

test('after the whole matrix no order was delivered unpaid, the books balance, and held money equals open orders', async () => {
  expect([strangersOf(cells), wrongsAfter]).toEqual([[], []])
  const held = await rowsOf<{ held: Money; open: Money }>(
    w,
    `select (select coalesce(sum(x.held), 0)::bigint from wallets x where x.tenant_id = 1) as held,
            (select coalesce(sum(p), 0)::bigint from holds h cross join unnest(h.prices) p where h.tenant_id = 1 and h.state = 'open') as open`,
  )
  expect(held[0]?.held).toBe(held[0]?.open)
})

test('control: the servers of the matrix died at the planned steps, and the matrix had sales, refusals and open orders', () => {
  /**
   * Whether a process is certain to reach the step at which the test lets it die. Without a fault it reaches every step. With a fault it reaches only the steps
   * around its request, and not even these if the order exists already, because then the process confirms nothing.
   */
  const isSure = (death: Death, fault: Fault) =>
    fault === 'nothing' ? death !== 'never' : ['after it sent', 'after the answer'].includes(death) && fault !== 'duplicate reference'
  const alive = cells.filter(({ death, fault, isDead }) => isSure(death, fault) && !isDead()).map(({ player, fault, death }) => [player.name, fault, death])
  const ends = [...rows.values()].map(({ hold }) => hold)
  expect([cells.length, rows.size, new Set(ends)]).toEqual([cells.length, cells.length, new Set(['posted', 'void', 'open'])])
  expect(cells.length).toBeGreaterThan(400)
  expect(alive).toEqual([])
})

test('an order that a server left at any step when it was killed with -9 is ended by the next server', async () => {
  const sales = await Promise.all(
    shops.flatMap((player) =>
      ['held', 'sending', 'answered'].map(async (step) => ({ player, step, begun: await player.begin('nothing', w.services.suppliers) })),
    ),
  )
  const told = sales.flatMap(({ step, begun }) => (begun.told ? [{ step, ...begun.told }] : []))
  const TOLD = JSON.stringify({ url: w.url, masterKey: inject('cluster').masterKey, sales: told })
  const script = fileURLToPath(new URL('fixtures/dying-server.ts', import.meta.url))
  const child = spawn(process.execPath, ['--import', 'tsx', script], { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, TOLD } })
  let at = 0
  createInterface({ input: child.stdout }).on('line', () => (at += 1))
  await expect.poll(() => at, { timeout: 30_000 }).toBe(sales.length)
  child.kill('SIGKILL')
  await once(child, 'exit')
  const killed = sales.map(({ player, begun }) => matrix.cellOf(player, begun.key))
  await matrix.finish(killed)
  const known = await rowsOfCells(w, killed)
  const quarrels = killed.flatMap((cell) => quarrelOf(cell, known.get(cell.key), timesOf(cell)) ?? [])
  expect([known.size, quarrels, strangersOf([...cells, ...killed]), await wrongs(w)]).toEqual([sales.length, [], [], []])
})

describe('controls of the fault matrix', () => {
  const LOST: readonly Fault[] = ['time-out after it booked', 'connection cut']
  async function spoilt(spoil: Spoil) {
    const spoilt = createMatrix({ w, callbackOrigin, spoil })
    const all = await spoilt.play(players, LOST)
    await spoilt.close()
    const known = await rowsOfCells(w, all)
    const names = all.flatMap((cell) => (quarrelOf(cell, known.get(cell.key), timesOf(cell)) ? [cell.player.name] : []))
    return { names: new Set(names), strangers: strangersOf([...all, ...cells]) }
  }

  test('if silence counts as a refusal, every supplier has delivered an order that nobody has paid', async () => {
    const sure = <T extends { outcome: string; named?: object }>(answer: T) =>
      answer.outcome === 'unknown' && !answer.named ? ({ outcome: 'refused', code: 'not_available', reason: 'silence' } as const) : answer
    const hasty =
      <A extends unknown[], T extends { outcome: string; named?: object }>(ask: (...of: A) => Promise<T>) =>
      async (...of: A) =>
        sure(await ask(...of))
    const { names } = await spoilt((opened) => {
      if (opened.kind === 'trips') return { ...opened, trips: { ...opened.trips, buy: hasty(opened.trips.buy) } } as typeof opened
      const { create, confirm } = opened.supplier
      return { ...opened, supplier: { ...opened.supplier, create: hasty(create), confirm: hasty(confirm) } } as typeof opened
    })
    expect(players.map(({ name }) => name).filter((name) => !names.has(name))).toEqual([])
  })

  test('if an order without an answer is ordered again under a new reference, two are delivered', async () => {
    const { strangers } = await spoilt((opened) => {
      if (opened.kind === 'trips') return opened
      const { create } = opened.supplier
      const twice = async (reference: string, order: Order) => {
        const answer = await create(reference, order)
        return answer.outcome === 'unknown' ? create(newId(), order) : answer
      }
      return { ...opened, supplier: { ...opened.supplier, create: twice } } as typeof opened
    })
    expect(strangers.length).toBeGreaterThan(4)
  })
})
