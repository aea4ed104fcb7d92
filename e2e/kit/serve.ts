// One server for all journeys, built and started as `npm start` does, on a free port and in its own directory. It starts while other tests already run;
// server.ts waits for it. A journey that stops its server starts one of its own.
import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { quickFolder } from '../../server/test/in-memory.ts'
import { quickPasswords } from '../../server/test/quick-passwords.ts'
import { startFlixbus } from '../../simulators/flixbus.ts'
import { findBrowser } from '../../tools/browser.ts'
import { buildIfNeeded } from '../../tools/fresh-build.ts'
import { connectedTo } from './buses.ts'
import { forgettingSignIns } from './sign-ins.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The server's port; its hosts are those of the demo world. */
    port: number
    /** The port of the bus company’s simulator. */
    buses: number
    /** The path of a file that is written when the start has ended: empty if the server and the simulator are ready, otherwise with the error. */
    served: string
  }
}

const START_TIMEOUT_MS = 120_000
const POLL_MS = 200

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildIfNeeded()
  await findBrowser()
  const [port, buses, dir] = [await freePort(), await startFlixbus(), mkdtempSync(join(tmpdir(), 'portal-served-'))]
  const served = join(dir, 'served')
  const say = (wrong: string) => {
    writeFileSync(`${served}.new`, wrong)
    renameSync(`${served}.new`, served)
  }
  project.provide('port', port)
  project.provide('buses', buses.port)
  project.provide('served', served)
  const starting = ownServer(port)
  const connected = starting.then((server) => connectedTo(server.ownerUrl(), buses.port))
  connected.then(
    () => say(''),
    (error) => say(String(error)),
  )
  const forgetting = starting.then((server) => forgettingSignIns(server.ownerUrl))
  return async () => {
    await connected.catch(() => undefined)
    await forgetting.then(
      (stop) => stop(),
      () => undefined,
    )
    await starting.then(
      (server) => server.end(),
      () => undefined,
    )
    await buses.close()
    rmSync(dir, { recursive: true, force: true })
  }
}

export type OwnServer = {
  port: number
  /** The URL of the server's database for the role portal_owner; it changes with each start. */
  ownerUrl: () => string
  stop: () => Promise<void>
  start: () => Promise<void>
  /** Stops the server for good and deletes its directory. */
  end: () => Promise<void>
}

export async function ownServer(given?: number): Promise<OwnServer> {
  const dir = quickFolder('e2e')
  copyBuilt(dir)
  const port = given ?? (await freePort())
  const env = {
    ...process.env,
    DATA_DIR: join(dir, 'data'),
    PORT: String(port),
    LOG_LEVEL: 'warn',
    SIMULATORS: '1',
    PUSH_CONTACT: 'mailto:portal@example.test',
  }
  let server: ChildProcess
  const stop = async () => {
    const ended = new Promise((resolve) => server.once('exit', resolve))
    if (server.exitCode === null && server.kill('SIGTERM')) await ended
  }
  const end = async () => {
    await stop()
    rmSync(dir, { recursive: true, force: true })
  }
  async function start() {
    server = spawn(process.execPath, [join(dir, 'server/dist/main.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
    for (const begun = Date.now(); !(await isUp(port)); await new Promise((done) => setTimeout(done, POLL_MS)))
      if (server.exitCode !== null || Date.now() - begun > START_TIMEOUT_MS) {
        await end()
        throw new Error('the server did not start')
      }
  }
  await start()
  const urlOf = (user: string, whose: 'owner' | 'postgres') => {
    const password: string = JSON.parse(readFileSync(join(dir, 'data/database.json'), 'utf8'))[whose]
    const [, , , database_port] = readFileSync(join(dir, 'data/postgres/postmaster.pid'), 'utf8').split('\n')
    return `postgres://${user}:${password}@127.0.0.1:${database_port}/portal`
  }
  const ownerUrl = () => urlOf('portal_owner', 'owner')
  await quickPasswords(urlOf('postgres', 'postgres'))
  return { port, ownerUrl, stop, start, end }
}

/** Copies the build, because a build that starts meanwhile would delete hashed files that a running page still requests. */
function copyBuilt(dir: string): void {
  const root = join(import.meta.dirname, '../..')
  for (const built of ['web/dist', 'server/dist']) cpSync(join(root, built), join(dir, built), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
}

const isUp = (port: number) =>
  fetch(`http://127.0.0.1:${port}/ready`).then(
    (answer) => answer.ok,
    () => false,
  )

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
