// Takes a base backup while the tills sell: pg_backup_start, a copy of the cluster's files, pg_backup_stop; then the files outside the database.
// The master key is never included, so a backup alone opens no PIN.
import { constants } from 'node:fs'
import { copyFile, mkdir, open, readdir, readFile, rename, rm, stat, statfs } from 'node:fs/promises'
import { basename, join, relative } from 'node:path'
import pg from 'pg'
import * as z from 'zod/mini'
import { codeOf } from '../kit/errors.ts'
import { positional } from './parameters.ts'
import { forgetWal, syncFolder, takeWal, writeDurably } from './wal-archive.ts'

const Manifest = z.object({
  name: z.string(),
  started_at: z.iso.datetime(),
  /** The earliest second the backup can be restored to. */
  ended_at: z.iso.datetime(),
  /** The first WAL segment the backup needs. */
  start_wal: z.string(),
  server_version: z.string(),
  /** Ids of the master keys that open this backup: a restore needs one of them. */
  key_ids: z.array(z.string()),
  bytes: z.int(),
})
export type Backup = z.output<typeof Manifest>

export type Source = {
  dataDir: string
  backupDir: string
  /** The path of the master key's file, which is left out of the backup wherever it is. */
  masterKeyFile: string
  superuserUrl: string
  portalUrl: string
  cluster: string
  spool: string
}

/** Files of the cluster that are not copied, because every start makes them again or another cluster cannot use them. Their folders are copied. */
const NOT_COPIED =
  /^(pg_wal|pg_replslot|pg_dynshmem|pg_notify|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans|log)\/|^postmaster\.(pid|opts)$|(^|\/)pgsql_tmp|^backup_label|^tablespace_map/
/** Parts of the data directory that are backed up differently (the cluster) or belong to this machine only. */
const OWN_FILES = /^(postgres|postgres\.(new|password|restoring)|wal-spool|watermark\.json|restored\.json)$/
const ROOM_LEFT_BYTES = 512 * 1024 * 1024

const baseDir = (backupDir: string) => join(backupDir, 'base')
export const folderOf = (backupDir: string, { name }: Pick<Backup, 'name'>) => join(baseDir(backupDir), name)

export async function baseBackup(source: Source): Promise<Backup> {
  const { backupDir, dataDir, masterKeyFile } = source
  if (isWithin(masterKeyFile, backupDir)) throw new Error(`the master key (${masterKeyFile}) must not lie with the backups: move it, or set MASTER_KEY_FILE`)
  await mkdir(baseDir(backupDir), { recursive: true, mode: 0o700 })
  await forgetParts(backupDir)
  const started_at = new Date()
  const name = started_at.toISOString().replaceAll(':', '-')
  const part = join(baseDir(backupDir), `${name}.part`)
  const client = new pg.Client({ connectionString: source.superuserUrl })
  await client.connect()
  try {
    await enoughRoom(client, backupDir)
    const [mode] = (await client.query<{ archive_mode: string }>('show archive_mode')).rows
    if (mode?.archive_mode !== 'on')
      throw new Error('this PostgreSQL archives no WAL, and without it a backup is worth nothing: start the server without BACKUP=off')
    const key_ids = await keyIds(source.portalUrl)
    const [start] = (
      await client.query<{ wal: string; version: string }>(
        positional(
          `select pg_walfile_name(pg_backup_start(:name, fast => true)) as wal,
                  current_setting('server_version') as version`,
          { name },
        ),
      )
    ).rows
    if (!start) throw new Error('pg_backup_start answered nothing')
    const counted = { bytes: 0 }
    await copyTree(source.cluster, join(part, 'cluster'), (path) => NOT_COPIED.test(path), counted)
    const isLeftOut = (path: string) => OWN_FILES.test(path) || [backupDir, masterKeyFile].includes(join(dataDir, path))
    await copyTree(dataDir, join(part, 'files'), isLeftOut, counted, await keyBytes(masterKeyFile))
    const [stop] = (
      await client.query<{ labelfile: string; spcmapfile: string }>(
        `select labelfile, spcmapfile
           from pg_backup_stop(wait_for_archive => true)`,
      )
    ).rows
    if (!stop) throw new Error('pg_backup_stop answered nothing')
    if (stop.spcmapfile.trim()) throw new Error('a cluster with tablespaces of its own is not backed up by this command')
    await writeDurably(join(part, 'cluster', 'backup_label'), stop.labelfile)
    const { rows } = await client.query<{ ended_at: Date }>('select now() as ended_at')
    await takeWal(source.spool, backupDir)
    const ended_at = (rows[0]?.ended_at ?? new Date()).toISOString()
    const backup = { name, started_at: started_at.toISOString(), ended_at, start_wal: start.wal, server_version: start.version, key_ids, bytes: counted.bytes }
    await writeDurably(join(part, 'manifest.json'), `${JSON.stringify(backup, null, 2)}\n`)
    await rename(part, folderOf(backupDir, backup))
    await syncFolder(baseDir(backupDir))
    return backup
  } finally {
    // If the backup failed, closing the connection also ends the backup that PostgreSQL has begun on it.
    await client.end()
    await rm(part, { recursive: true, force: true })
  }
}

/** The complete backups in the folder, oldest first. */
export async function listBackups(backupDir: string): Promise<Backup[]> {
  const found: Backup[] = []
  for (const name of (await readdir(baseDir(backupDir)).catch(() => [])).sort()) {
    const text = await readFile(join(baseDir(backupDir), name, 'manifest.json'), 'utf8').catch(() => undefined)
    if (text && !name.endsWith('.part')) found.push(z.parse(Manifest, JSON.parse(text)))
  }
  return found
}

/** Keeps the newest `kept` backups, at least one, and the WAL since the oldest of them. */
export async function forgetBackups(backupDir: string, kept: number): Promise<void> {
  const all = await listBackups(backupDir)
  const stay = all.slice(-Math.max(1, kept))
  for (const old of all.slice(0, all.length - stay.length)) await rm(folderOf(backupDir, old), { recursive: true, force: true })
  if (stay[0]) await forgetWal(backupDir, stay[0].start_wal)
}

/** Deletes what interrupted backups left behind more than a day ago. */
async function forgetParts(backupDir: string): Promise<void> {
  const DAY_MS = 86_400_000
  for (const name of await readdir(baseDir(backupDir)).catch(() => [])) {
    const path = join(baseDir(backupDir), name)
    if (name.endsWith('.part') && Date.now() - (await stat(path)).mtimeMs > DAY_MS) await rm(path, { recursive: true, force: true })
  }
}

const isWithin = (path: string, folder: string) => !relative(folder, path).startsWith('..')

/** Throws if the disk has not enough room for a backup. A full disk would stop the tills, so the backup fails instead and raises an alarm. */
async function enoughRoom(client: pg.Client, backupDir: string): Promise<void> {
  const { rows } = await client.query<{ bytes: string }>(
    `select sum(pg_database_size(oid))::bigint::text as bytes
       from pg_database`,
  )
  const { bavail, bsize } = await statfs(backupDir)
  const wanted = Number(rows[0]?.bytes ?? 0) + ROOM_LEFT_BYTES
  if (bavail * bsize < wanted) throw new Error(`no room for a backup in ${backupDir}: ${Math.ceil(wanted / 1e6)} MB are wanted`)
}

async function keyIds(portalUrl: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: portalUrl })
  await client.connect()
  const { rows } = await client.query<{ key_id: string }>('select key_id from master_keys order by created_at').finally(() => client.end())
  return rows.map(({ key_id }) => key_id)
}

const keyBytes = (file: string) => readFile(file).catch(() => undefined)

/**
 * Copies a folder. `isLeftOut` is called with the path of each file and folder, relative to `from`. Files that vanish meanwhile are skipped. `secret`: content
 * that must not be copied.
 */
async function copyTree(from: string, to: string, isLeftOut: (path: string) => boolean, counted: { bytes: number }, secret?: Buffer): Promise<void> {
  async function copy(path: string): Promise<void> {
    await mkdir(join(to, path), { recursive: true, mode: 0o700 })
    for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
      const own = path ? `${path}/${entry.name}` : entry.name
      if (isLeftOut(own)) continue
      if (entry.isDirectory()) await copy(own)
      else if (entry.isFile()) counted.bytes += await copyDurably(join(from, own), join(to, own), secret).catch(gone)
    }
  }
  await copy('')
}

function gone(error: unknown): number {
  if (codeOf(error) === 'ENOENT') return 0
  throw error
}

async function copyDurably(from: string, to: string, secret: Buffer | undefined): Promise<number> {
  const { size } = await stat(from)
  if (secret && size === secret.length && (await readFile(from)).equals(secret))
    throw new Error(`${basename(from)} is a copy of the master key: it must not lie in the data directory`)
  await copyFile(from, to, constants.COPYFILE_FICLONE)
  const handle = await open(to, 'r+')
  await handle.datasync().finally(() => handle.close())
  return size
}
