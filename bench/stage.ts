// The base of every benchmark: its own directory, a PostgreSQL, the product's server as a separate process. It ends everything it starts.
import { type ChildProcess, fork, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { createKeys, type Keys } from '../server/kit/keys.ts'
import { buildServerIfOld } from '../tools/fresh-build.ts'

const root = join(import.meta.dirname, '..')
const bundle = join(root, 'server/dist/main.js')
const START_TIMEOUT_MS = 240_000
const POLL_MS = 50

export type Stage = {
  dir: string
  masterKey: string
  keys: Keys
  /** Registers `undo` to be run when the stage ends; the one registered last runs first. */
  later: (undo: () => Promise<unknown> | unknown) => void
}

/**
 * Unless `folder` is given, the stage's directory is on a disk, because speed is measured with a disk; `folder` is another, empty folder for measurements that
 * need no disk.
 */
export async function onStage<T>(work: (stage: Stage) => Promise<T>, folder?: string): Promise<T> {
  const dir = folder ?? mkdtempSync(join(tmpdir(), 'portal-bench-'))
  // When this process runs as root, PostgreSQL runs as another user, which needs access to the folder.
  chmodSync(dir, 0o755)
  const masterKey = randomBytes(32).toString('base64')
  const undo: Parameters<Stage['later']>[0][] = []
  const interrupted = () => process.exit(130)
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupted)
  try {
    return await work({ dir, masterKey, keys: createKeys(Buffer.from(masterKey, 'base64')), later: (step) => void undo.push(step) })
  } finally {
    for (const step of undo.reverse()) await step()
    rmSync(dir, { recursive: true, force: true })
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, interrupted)
  }
}

/** Builds the production bundle if a source is newer than the bundle; returns its path. */
export function builtServer(): string {
  buildServerIfOld()
  return bundle
}

export type ServerProcess = { child: ChildProcess; port: number; ended: Promise<unknown>; stop: () => Promise<void> }

/** Starts the server and waits until it answers; its log goes to a file. Throws if the server ends or does not answer in time. */
export async function startServer(main: string, log: string, env: Record<string, string>, nodeOptions: readonly string[] = []): Promise<ServerProcess> {
  const port = Number(env.PORT ?? (await freePort()))
  const out = openSync(log, 'a')
  // In a run with a shifted clock (tools/testing/clock.c) LD_PRELOAD and CLOCK_SHIFT shift the clock of the server as well.
  const { PATH, LD_PRELOAD, CLOCK_SHIFT } = process.env
  const child = spawn(process.execPath, [...nodeOptions, main], {
    cwd: root,
    stdio: ['ignore', out, out],
    env: { PATH, ...(CLOCK_SHIFT && { LD_PRELOAD, CLOCK_SHIFT }), ...env, HOST: '127.0.0.1', PORT: String(port) },
  })
  closeSync(out)
  const killed = () => void child.kill('SIGKILL')
  process.once('exit', killed)
  const ended = new Promise((resolve) => child.once('close', resolve)).finally(() => process.off('exit', killed))
  await healthy(port, () => {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`the server ended at its start: ${readFileSync(log, 'utf8').slice(-2000)}`)
  })
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
  }
  return { child, port, ended, stop }
}

/** Waits until a server answers that it is ready. `look` may throw when waiting has become pointless. */
export async function healthy(port: number, look: () => void = () => undefined): Promise<void> {
  const isWell = () =>
    fetch(`http://127.0.0.1:${port}/ready`, { signal: AbortSignal.timeout(3_000) }).then(
      (answer) => answer.ok,
      () => false,
    )
  for (const start = Date.now(); !(await isWell()); await new Promise((done) => setTimeout(done, POLL_MS))) {
    look()
    if (Date.now() - start > START_TIMEOUT_MS) throw new Error('the server does not answer')
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

export async function query<Row extends pg.QueryResultRow>(url: string, text: string, values: unknown[] = []): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<Row>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Starts a benchmark's own TypeScript process, whichever program runs the benchmark. */
export const forkScript = (name: string): ChildProcess => fork(join(import.meta.dirname, name), { cwd: root, execArgv: ['--import', 'tsx'], stdio: 'inherit' })

export const withDatabase = (url: string, name: string): string => url.replace(/\/[^/]*$/, `/${name}`)

/** The path of one of PostgreSQL's programs on this system; undefined if not installed. */
export function systemProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(':').concat([19, 18, 17, 16, 15, 14].map((version) => `/usr/lib/postgresql/${version}/bin`))
  return folders.map((folder) => join(folder, name)).find((path) => existsSync(path))
}
