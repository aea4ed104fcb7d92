// The embedded PostgreSQL: runs the real programs from npm. It also works for root (PostgreSQL itself then runs as another user), and survives a kill -9.
import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { appendFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { codeOf } from '../kit/errors.ts'
import { bootstrap, type Passwords } from './bootstrap.ts'
import { clearStaleLock, stopLeftover } from './leftover.ts'
import { type PostgresHome, postgresHome } from './postgres-home.ts'

export type Embedded = Urls & {
  /** The directory of the cluster. */
  cluster: string
  /** The folder into which PostgreSQL puts finished WAL, to be moved to the backups. */
  spool: string
  stop: () => Promise<void>
}
type Urls = { url: string; ownerUrl: string; superuserUrl: string }

const START_TIMEOUT_MS = 300_000
const POLL_MS = 50
const AGAIN_MS = 200
const WRONG_PASSWORD = '28P01'
/**
 * PostgreSQL finishes a WAL segment at least this often. A segment then stays in the spool for some seconds, so less than a minute of sales is lost if the
 * machine is lost.
 */
const ARCHIVE_TIMEOUT_S = 45

/** Settings that are written into postgresql.conf once, where the operator may change them. */
const SETTINGS = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  max_connections: '200',
  shared_buffers: '256MB',
  max_wal_size: '4GB',
  // A query plan that was made while a table was empty is replaced once the table is analysed. The speed of a new shop's first sales depends on that.
  autovacuum_naptime: '10s',
  random_page_cost: '1.1',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  logging_collector: 'on',
  log_filename: "'postgresql-%a.log'",
  log_truncate_on_rotation: 'on',
  log_rotation_age: '1d',
  log_statement: 'none',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
}

/**
 * Starts the cluster of a data directory, and creates it first if there is none. A directory has one server only, so a second start is refused. A PostgreSQL
 * that stops by itself is started again on the same port; `died` receives its last log lines.
 */
export async function startEmbedded(
  dataDir: string,
  died: (said: string) => void = () => undefined,
  { isArchiving = false }: { isArchiving?: boolean } = {},
): Promise<Embedded> {
  mkdirSync(dataDir, { recursive: true })
  const passwords = readPasswords(join(dataDir, 'database.json'))
  const home = await postgresHome(dataDir)
  if (existsSync(join(home.cluster, 'PG_VERSION'))) {
    await stopLeftover(home.cluster, (port) => urlOf('postgres', passwords.postgres, port, 'postgres'))
    clearStaleLock(home.cluster)
  } else await initialise(home, passwords.postgres)

  const spool = spoolOf(home)
  const port = await freePort()
  const launch = () => run(home, 'postgres', [...serverArgs(home.cluster, port), ...(isArchiving ? archivingTo(home, spool) : [])])
  let server = launch()
  const killed = () => void server.child.kill('SIGINT')
  process.once('exit', killed)
  const urls = urlsOf(passwords, port)
  await ready(server, urls.superuserUrl)
  await bootstrap(urls.superuserUrl, passwords)
  let isStopping = false
  async function supervise(): Promise<void> {
    for (await server.ended; !isStopping; await server.ended) {
      died(server.said())
      // The old server's last backends may still be running; then the start fails and is tried again.
      await new Promise((done) => setTimeout(done, AGAIN_MS))
      clearStaleLock(home.cluster)
      if (!isStopping) server = launch()
    }
  }
  const supervision = supervise()
  return {
    ...urls,
    cluster: home.cluster,
    spool,
    stop: async () => {
      process.off('exit', killed)
      // Fast shutdown of PostgreSQL: open transactions are rolled back, and nothing acknowledged is lost.
      isStopping = true
      server.child.kill('SIGINT')
      await supervision
    },
  }
}

/** The cluster of a data directory whose server is running; undefined if no server is running. */
export async function runningEmbedded(dataDir: string): Promise<(Urls & { cluster: string; spool: string }) | undefined> {
  const home = await postgresHome(dataDir)
  const file = join(home.cluster, 'postmaster.pid')
  const port = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[3]) : 0
  if (!port) return undefined
  const urls = urlsOf(readPasswords(join(dataDir, 'database.json')), port)
  const client = new pg.Client({ connectionString: urls.superuserUrl, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  const isUp = await client.connect().then(
    () => true,
    () => false,
  )
  await client.end().catch(() => undefined)
  return isUp ? { ...urls, cluster: home.cluster, spool: spoolOf(home) } : undefined
}

export const serverArgs = (cluster: string, port: number) => [
  '-D',
  cluster,
  ...settings({ port: String(port), listen_addresses: '127.0.0.1', unix_socket_directories: '' }),
]

export const settings = (values: Record<string, string>) => Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])

const spoolOf = (home: PostgresHome) => join(dirname(home.cluster), 'wal-spool')

/**
 * The settings for archiving WAL. They are given on the command line, so that older clusters get them too. PostgreSQL only knows its own spool
 * folder, not where the backups are.
 */
function archivingTo(home: PostgresHome, spool: string): string[] {
  mkdirSync(spool, { recursive: true, mode: 0o700 })
  home.giveTo(spool)
  return settings({
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': spool,
    archive_timeout: String(ARCHIVE_TIMEOUT_S),
  })
}

const urlsOf = (passwords: Passwords, port: number): Urls => ({
  url: urlOf('portal_app', passwords.app, port, 'portal'),
  ownerUrl: urlOf('portal_owner', passwords.owner, port, 'portal'),
  superuserUrl: urlOf('postgres', passwords.postgres, port, 'postgres'),
})

const urlOf = (user: string, password: string, port: number, database: string) => `postgres://${user}:${password}@127.0.0.1:${port}/${database}`

export function readPasswords(file: string): Passwords {
  if (!existsSync(file)) {
    const password = () => randomBytes(24).toString('hex')
    writeFileSync(file, JSON.stringify({ postgres: password(), owner: password(), app: password() }), { mode: 0o600, flag: 'wx' })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Passwords
}

/** Creates the cluster beside its final place and renames it, so that an interrupted start leaves no half-made cluster. */
async function initialise(home: PostgresHome, password: string): Promise<void> {
  const fresh = `${home.cluster}.new`
  const passwordFile = `${home.cluster}.password`
  rmSync(fresh, { recursive: true, force: true })
  rmSync(passwordFile, { force: true })
  writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
  if (home.user) home.giveTo(passwordFile)
  try {
    mkdirSync(fresh, { mode: 0o700 })
    home.giveTo(fresh)
    const locale = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8']
    const initdb = run(home, 'initdb', ['-D', fresh, '-U', 'postgres', `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '--data-checksums', ...locale])
    const code = await initdb.ended
    if (code !== 0) throw new Error(`initdb failed: ${initdb.said()}`)
    appendFileSync(
      join(fresh, 'postgresql.conf'),
      Object.entries(SETTINGS)
        .map(([name, value]) => `${name} = ${value}\n`)
        .join(''),
    )
    renameSync(fresh, home.cluster)
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

export type Running = { child: ChildProcess; ended: Promise<number | null>; said: () => string }

/** PostgreSQL has a process group of its own, so that Ctrl-C ends the server first, which then ends its database. */
export function run(home: PostgresHome, program: 'initdb' | 'postgres', args: string[]): Running {
  const { PATH, LD_PRELOAD, CLOCK_SHIFT } = process.env
  // In a trial with a shifted clock (tools/testing/steady.ts) the database gets the shifted clock too, because a server does not start on a database with
  // another date.
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...(CLOCK_SHIFT && { LD_PRELOAD, CLOCK_SHIFT }) }
  const child = spawn(join(home.bin, program), args, { cwd: '/', env, stdio: ['ignore', 'ignore', 'pipe'], detached: true, ...home.user })
  let said = ''
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(-4000)
  })
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve)
    child.once('error', (error) => {
      said += error.message
      resolve(null)
    })
  })
  return { child, ended, said: () => said }
}

/** Waits until PostgreSQL accepts a connection; recovery after a crash may take a while. */
export async function ready(server: Running, url: string): Promise<void> {
  let over = false
  void server.ended.then(() => {
    over = true
  })
  for (const start = Date.now(); !over && Date.now() - start < START_TIMEOUT_MS; await new Promise((done) => setTimeout(done, POLL_MS))) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    client.on('error', () => undefined)
    const refused = await client.connect().then(
      () => 'none',
      (error: unknown) => codeOf(error),
    )
    await client.end().catch(() => undefined)
    if (refused === 'none') return
    if (refused === WRONG_PASSWORD) break
  }
  server.child.kill('SIGINT')
  throw new Error(`PostgreSQL did not start, or database.json is not this cluster's: ${server.said()}`)
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
