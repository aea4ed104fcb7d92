// `npm start` runs the suppliers of the demo world beside each portal. Two portals on one machine both sell top-ups, and a supplier that was killed is started
// again.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Calls } from '../contract/index.ts'
import type { Client } from '../contract/kit/client.ts'
import { steps } from '../contract/till/top-ups.ts'
import { simulated } from '../server/seeds/demo-suppliers.ts'
import { readSimulators } from '../server/suppliers/simulators.ts'
import { quickFolder } from '../server/test/in-memory.ts'
import { until } from '../server/test/wait-for.ts'
import { startSimulators } from '../tools/simulators.ts'
import { callsOf } from './demo-portal.ts'
import { goOn, killPostgres, standStill } from './nemesis.ts'
import { builtServer, freePort, healthy } from './stage.ts'

const START = join(import.meta.dirname, '../tools/start.ts')
const LONG_MS = 300_000
/** How long the test waits for a killed simulator, in milliseconds: far longer than a supervisor takes to restart one. */
const DEAD_MS = 5_000

type Portal = { dir: string; supervisor: ChildProcess; shop: () => Promise<Client<Calls>>; end: () => Promise<unknown> }
const portals: Portal[] = []

async function started(dir: string): Promise<Portal> {
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: dir, PORT: String(port), LOG_LEVEL: 'silent', BACKUP: 'off' }
  const supervisor = spawn(process.execPath, ['--import', 'tsx', START], { env, stdio: 'ignore' })
  const over = new Promise((done) => supervisor.once('exit', done))
  const end = async () => {
    goOn([supervisor.pid ?? 0])
    supervisor.kill('SIGTERM')
    await over
    killPostgres(dir)
  }
  const portal = { dir, supervisor, shop: () => callsOf(port, 'kiosque'), end }
  portals.push(portal)
  await healthy(port)
  return portal
}

/** Sells one top-up to a number in Singapore, as soon as the supplier's products are on sale; returns the sale's state once it is known. */
async function topUp(shop: Client<Calls>, mobile_number: string): Promise<string> {
  const look = async () => {
    const { operators } = await shop.dtOne({ configuration: steps.look_up, mobile_number })
    const found = await shop.dtOne({ configuration: steps.products, operator_id: operators[0]?.operator_id ?? '' })
    return found.products.find(({ arrives }) => arrives.from === arrives.to)
  }
  const offered = await until('a product for the number', look, { most_ms: LONG_MS / 2 })
  const { transaction_key } = await shop.transactionKey({})
  const { configuration_id } = offered
  const sent = await shop.dtOne({ configuration: steps.send, transaction_key, mobile_number, configuration_id })
  return until('the outcome', async () => {
    const { top_up } = await shop.dtOne({ configuration: steps.status, top_up_id: sent.top_up?.top_up_id ?? '' })
    return top_up?.state !== 'pending' && top_up?.state
  })
}

const portsOf = ({ dir }: Portal) => Object.values(readSimulators(dir)).map(({ port }) => port)
const pidOf = ({ dir }: Portal, name: string) => readSimulators(dir)[name]?.pid ?? 0
/** The names of the two simulated suppliers that sell top-ups for telephone numbers. */
const PHONES = ['dt-one', 'reloadly']
const kill = (portal: Portal) => {
  const pids = PHONES.map((name) => pidOf(portal, name))
  for (const pid of pids) process.kill(pid, 'SIGKILL')
  return pids
}
const areBack = (portal: Portal, killed: readonly number[]) =>
  until('the simulators to run again', () => PHONES.every((name) => pidOf(portal, name) > 0 && !killed.includes(pidOf(portal, name))))

const stage = quickFolder('bench')
let first: Portal
let second: Portal
/** The second portal is a copy of the first, so it remembers the same ports, which the first portal has taken. */
beforeAll(async () => {
  builtServer()
  const [one, other] = [join(stage, 'one'), join(stage, 'other')]
  mkdirSync(one)
  await (await started(one)).end()
  spawnSync('cp', ['-a', one, other])
  first = await started(one)
  second = await started(other)
}, LONG_MS)
afterAll(async () => {
  await Promise.all(portals.map(({ end }) => end()))
  rmSync(stage, { recursive: true })
}, LONG_MS)

test('two portals started side by side on one machine both sell top-ups, each over simulators of its own', { timeout: LONG_MS }, async () => {
  for (const portal of [first, second]) expect(await topUp(await portal.shop(), '+6595123991')).toBe('successful')
  const ports = [...portsOf(first), ...portsOf(second)]
  expect(new Set(ports).size).toBe(ports.length)
})

test('a killed simulator is started again by its supervisor and sells; without the supervisor it is not started again', { timeout: LONG_MS }, async () => {
  const shop = await first.shop()
  await areBack(first, kill(first))
  expect(await topUp(shop, '+6595123992')).toBe('successful')
  standStill([first.supervisor.pid ?? 0])
  const killed = kill(first)
  await pause(DEAD_MS)
  await expect(shop.dtOne({ configuration: steps.look_up, mobile_number: '+6595123993' })).rejects.toMatchObject({ code: 'supplier_away' })
  goOn([first.supervisor.pid ?? 0])
  await areBack(first, killed)
  expect(await topUp(shop, '+6595123993')).toBe('successful')
})

test('simulators that are started while other simulators of the same data directory run do not disturb these, and begin when these have ended', {
  timeout: LONG_MS,
}, async () => {
  const dir = join(stage, 'shared')
  const running = () => Object.values(readSimulators(dir)).filter(({ pid }) => pid > 0)
  const names = new Set(simulated.map(({ file }) => file))
  const all = () => until('all simulators to run', () => running().length === names.size)
  const endFirst = startSimulators(dir, () => undefined)
  await all()
  const before = running()
  const endSecond = startSimulators(dir, () => undefined)
  await pause(DEAD_MS)
  expect(running()).toEqual(before)
  await endFirst()
  expect(running()).toEqual([])
  await all()
  expect(running()).not.toEqual(before)
  await endSecond()
  expect(running()).toEqual([])
})
