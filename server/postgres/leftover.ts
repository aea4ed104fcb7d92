// Clears up what a server that was killed has left behind: a running PostgreSQL, or a stale lock file.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'

const STOP_TIMEOUT_MS = 60_000
const CLIENTS_TIMEOUT_MS = 3_000
const POLL_MS = 100

type Lock = { pid: number; port: number }

/**
 * Reads PostgreSQL's lock file: its first line is the process id, its fourth the port. After a power cut the file may exist but be empty, and then
 * PostgreSQL would not start.
 */
function readLock(cluster: string): Lock | undefined {
  const file = join(cluster, 'postmaster.pid')
  const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : []
  const pid = Number(lines[0])
  return Number.isInteger(pid) && pid > 1 ? { pid, port: Number(lines[3]) } : undefined
}

/** Whether the process is a PostgreSQL. Process ids are reused, so where /proc exists, only a process named postgres counts. */
function isPostgres(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  const name = `/proc/${pid}/comm`
  return existsSync(name) ? readFileSync(name, 'utf8').startsWith('postgres') : !existsSync('/proc/self')
}

/** Stops a PostgreSQL whose server is gone. Throws if somebody is connected to it, because then its server still runs. */
export async function stopLeftover(cluster: string, urlOf: (port: number) => string): Promise<void> {
  const lock = readLock(cluster)
  if (!lock || !isPostgres(lock.pid)) return
  for (const start = Date.now(); (await clients(urlOf(lock.port))) > 0; await pause())
    if (Date.now() - start > CLIENTS_TIMEOUT_MS) throw new Error(`another server is using ${cluster} (PostgreSQL process ${lock.pid})`)
  process.kill(lock.pid, 'SIGINT')
  for (const start = Date.now(); isPostgres(lock.pid); await pause())
    if (Date.now() - start > STOP_TIMEOUT_MS) throw new Error(`PostgreSQL process ${lock.pid} does not stop`)
}

export function clearStaleLock(cluster: string): void {
  const lock = readLock(cluster)
  if (!lock || !isPostgres(lock.pid)) rmSync(join(cluster, 'postmaster.pid'), { force: true })
}

/** The number of connections besides our own; 0 if PostgreSQL accepts none. */
async function clients(url: string): Promise<number> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rows[0]?.n ?? 0
  } catch {
    return 0
  } finally {
    await client.end().catch(() => undefined)
  }
}

const pause = () => new Promise((done) => setTimeout(done, POLL_MS))
