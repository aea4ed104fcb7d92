// `npm start` keeps the product running: a server that ends without being asked is restarted, and a server that is asked to end does so together with its
// database.
import { spawn } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { quickFolder } from '../server/test/in-memory.ts'
import { until } from '../server/test/wait-for.ts'
import { supervise } from '../tools/supervise.ts'
import { killPostgres, postmasterOf } from './nemesis.ts'
import { childrenOf } from './processes.ts'
import { builtServer, freePort, healthy, onStage } from './stage.ts'

const CONFIGURATION = 78
const quick = { first_ms: 5, last_ms: 20, held_ms: 60_000 }

/** Runs these programs one after the other, the last one repeatedly. */
function programs(...texts: string[]) {
  const launch = vi.fn(() => spawn(process.execPath, ['-e', texts[Math.min(launch.mock.calls.length, texts.length) - 1] ?? ''], { stdio: 'ignore' }))
  return launch
}
const run = (launch: ReturnType<typeof programs>, signals = new EventEmitter()) =>
  supervise(launch, { final: [CONFIGURATION], name: 'It', say: () => undefined, signals, patience: quick })

test('the supervisor restarts a server that is killed or fails, and does not restart one that ends normally or because of a wrong setting', async () => {
  const failing = programs('process.kill(process.pid, "SIGKILL")', 'process.exit(1)', 'process.exit(0)')
  expect([await run(failing), failing.mock.calls.length]).toEqual([0, 3])
  const wrong = programs(`process.exit(${CONFIGURATION})`)
  expect([await run(wrong), wrong.mock.calls.length]).toEqual([CONFIGURATION, 1])
})

test('a supervisor that is asked to end ends its server too, without a restart, even if asked twice or in the pause before the next start', async () => {
  const signals = new EventEmitter()
  const folder = mkdtempSync(join(tmpdir(), 'portal-supervise-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const listens = join(folder, 'listens')
  const patient = programs(
    `process.on("SIGTERM", () => setTimeout(() => process.exit(0), 50)); setInterval(() => {}, 1000); fs.writeFileSync(${JSON.stringify(listens)}, "")`,
  )
  const over = run(patient, signals)
  await until('the program to listen to signals', () => existsSync(listens))
  signals.emit('SIGINT')
  signals.emit('SIGTERM')
  expect([await over, patient.mock.calls.length]).toEqual([0, 1])
  const between = new EventEmitter()
  const failing = programs('process.exit(1)')
  const late = supervise(failing, { final: [], name: 'It', say: () => between.emit('SIGTERM'), signals: between, patience: { ...quick, first_ms: 60_000 } })
  expect([await late, failing.mock.calls.length]).toEqual([0, 1])
})

const serverOf = (pid: number) => childrenOf(pid)[0] ?? 0

test('after kill -9 of the server or of its database both run again; SIGTERM to the supervisor ends both', { timeout: 240_000 }, async () => {
  builtServer()
  await onStage(async ({ dir, later }) => {
    const port = await freePort()
    const env = { ...process.env, DATA_DIR: dir, PORT: String(port), LOG_LEVEL: 'silent', DEMO: '0' }
    const npmStart = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, '../tools/start.ts')], { env, stdio: 'ignore' })
    const over = new Promise<number | null>((done) => npmStart.once('exit', done))
    later(() => killPostgres(dir))
    later(() => {
      npmStart.kill('SIGTERM')
      return over
    })
    await healthy(port)
    const first = serverOf(npmStart.pid ?? 0)
    process.kill(first, 'SIGKILL')
    await expect.poll(() => serverOf(npmStart.pid ?? 0), { timeout: 60_000 }).not.toBeOneOf([first, 0])
    await healthy(port)
    const second = serverOf(npmStart.pid ?? 0)
    const { pid } = postmasterOf(dir)
    killPostgres(dir)
    await expect.poll(() => existsSync(`/proc/${pid}`), { timeout: 60_000 }).toBe(false)
    await healthy(port)
    expect(serverOf(npmStart.pid ?? 0)).toBe(second)
    npmStart.kill('SIGTERM')
    expect(await over).toBe(0)
    expect(existsSync(join(dir, 'postgres/postmaster.pid'))).toBe(false)
    await expect(fetch(`http://127.0.0.1:${port}/health`)).rejects.toThrow()
  }, quickFolder('bench'))
})
