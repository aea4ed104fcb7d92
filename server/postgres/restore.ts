// Restores the database as it was at a given second, into a directory of its own: first the last base backup before that second, then the WAL up to that
// second. The directory is marked, so that a server started on it holds back stock that may have been sold since (watermark.ts).
import { chownSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { cp, mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { newId } from '../kit/ids.ts'
import { type Backup, folderOf, listBackups } from './backup.ts'
import { freePort, readPasswords, ready, run, serverArgs, settings } from './embedded-postgres.ts'
import { type PostgresHome, postgresHome } from './postgres-home.ts'
import { isSegment, placeOf, walDir, writeDurably } from './wal-archive.ts'
import { RESTORED } from './watermark.ts'

export type RestorePoint = {
  backupDir: string
  /** The directory to restore into; it must not exist yet, or must be empty. */
  dataDir: string
  /** The second to restore to; if it is missing, everything is restored. */
  at?: Date
  /** Ids of the available master keys; the backup must name one of them. */
  key_ids: readonly string[]
}

/** What was restored. `last`: the time of the last restored change. */
export type Restored = { backup: Backup; last: Date | null }

const SEGMENT_BYTES = 16 * 1024 * 1024
const POLL_MS = 100

export async function restore({ backupDir, dataDir, at, key_ids }: RestorePoint): Promise<Restored> {
  const backup = await backupFor(backupDir, at)
  if (!backup.key_ids.some((id) => key_ids.includes(id)))
    throw new Error(`the master key at hand is not this backup's (${backup.key_ids.join(', ')}): set MASTER_KEY or MASTER_KEY_FILE`)
  mkdirSync(dataDir, { recursive: true, mode: 0o755 })
  const home = await postgresHome(dataDir)
  if (readdirSync(dataDir).length > 0 || existsSync(home.cluster)) throw new Error(`${dataDir} is not empty: a restore goes into a directory of its own`)

  const cluster = `${home.cluster}.restoring`
  try {
    return await fill({ backupDir, dataDir, at, backup, home, cluster })
  } catch (error) {
    for (const made of [cluster, home.cluster, dataDir]) rmSync(made, { recursive: true, force: true })
    throw error
  }
}

type Filling = { backupDir: string; dataDir: string; at: Date | undefined; backup: Backup; home: PostgresHome; cluster: string }

async function fill({ backupDir, dataDir, at, backup, home, cluster }: Filling): Promise<Restored> {
  // The mark of a restore is written first, so that nobody takes a half-finished restore for a normal database.
  await writeDurably(join(dataDir, RESTORED), JSON.stringify({ id: newId(), point: at?.toISOString() ?? null, restored_at: new Date().toISOString() }))
  const folder = folderOf(backupDir, backup)
  await cp(join(folder, 'files'), dataDir, { recursive: true })
  await cp(join(folder, 'cluster'), cluster, { recursive: true })
  await putWal(backupDir, backup, join(cluster, 'pg_wal'))
  await writeFile(join(cluster, 'recovery.signal'), '')
  giveAll(home, cluster)
  const last = await recover({ ...home, cluster }, dataDir, at)
  renameSync(cluster, home.cluster)
  return { backup, last }
}

async function backupFor(backupDir: string, at: Date | undefined): Promise<Backup> {
  const all = await listBackups(backupDir)
  const before = all.filter(({ ended_at }) => !at || new Date(ended_at) <= at)
  const newest = before.at(-1)
  if (newest) return newest
  throw new Error(all[0] ? `the oldest backup in ${backupDir} is of ${all[0].ended_at}` : `there is no backup in ${backupDir}`)
}

/** Puts the WAL where PostgreSQL looks for it, padded to full length: the archive dropped the zeros at the end. */
async function putWal(backupDir: string, { start_wal }: Backup, to: string): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 })
  for (const name of await readdir(walDir(backupDir)).catch(() => [])) {
    if (isSegment(name) ? placeOf(name) < placeOf(start_wal) : !name.endsWith('.history')) continue
    const file = await open(join(to, name), 'w', 0o600)
    await file.writeFile(await readFile(join(walDir(backupDir), name)))
    if (isSegment(name)) await file.truncate(SEGMENT_BYTES)
    await file.close()
  }
}

function giveAll(home: PostgresHome, path: string): void {
  const { user } = home
  if (!user) return
  chownSync(path, user.uid, user.gid)
  for (const entry of readdirSync(path, { withFileTypes: true, recursive: true })) chownSync(join(entry.parentPath, entry.name), user.uid, user.gid)
}

/** Starts PostgreSQL to replay the WAL; returns the time of the last restored change. */
async function recover(home: PostgresHome, dataDir: string, at: Date | undefined): Promise<Date | null> {
  const passwords = readPasswords(join(dataDir, 'database.json'))
  const port = await freePort()
  // Names of time zones, Z among them, cannot be parsed yet when PostgreSQL reads this setting.
  const target: Record<string, string> = at ? { recovery_target_time: at.toISOString().replace('Z', '+00'), recovery_target_action: 'promote' } : {}
  // All WAL is in pg_wal already, so the restore command need not find any. Nobody else can connect to this PostgreSQL, whether hot standby is on or off.
  const args = [...serverArgs(home.cluster, port), ...settings({ restore_command: 'exit 1', archive_mode: 'off', logging_collector: 'off', ...target })]
  const server = run(home, 'postgres', args)
  const url = `postgres://postgres:${passwords.postgres}@127.0.0.1:${port}/postgres`
  try {
    await ready(server, url)
    return await untilOver(url)
  } catch (error) {
    // PostgreSQL may end before or after it accepts a connection. Its last log lines are complete only once it has ended.
    server.child.kill('SIGINT')
    await server.ended
    throw /recovery ended before configured recovery target/.test(server.said()) ? new Error(`the archived WAL ends before ${at?.toISOString()}`) : error
  } finally {
    server.child.kill('SIGINT')
    await server.ended
    rmSync(join(home.cluster, 'postmaster.pid'), { force: true })
  }
}

async function untilOver(url: string): Promise<Date | null> {
  const client = new pg.Client({ connectionString: url })
  // PostgreSQL may end while it recovers; the next query then fails.
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (; ; await new Promise((done) => setTimeout(done, POLL_MS))) {
      const { rows } = await client.query<{ over: boolean; last: Date | null }>(
        'select not pg_is_in_recovery() as over, pg_last_xact_replay_timestamp() as last',
      )
      if (rows[0]?.over) return rows[0].last
    }
  } finally {
    await client.end().catch(() => undefined)
  }
}
