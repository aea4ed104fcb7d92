// Moves finished WAL from PostgreSQL's spool to the backups. A base backup and all WAL since allow a restore to any second.
import { randomUUID } from 'node:crypto'
import { type FileHandle, mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

const SEGMENT = /^[0-9A-F]{24}$/
const WAL = /^([0-9A-F]{24}(\.[0-9A-F]{8}\.backup|\.partial)?|[0-9A-F]{8}\.history)$/
const SCAN = 64 * 1024

export const walDir = (backupDir: string) => join(backupDir, 'wal')

/** A segment's position in the log, on any timeline. */
export const placeOf = (segment: string) => segment.slice(8, 24)

export const isSegment = (name: string) => SEGMENT.test(name)

/** Moves finished segments and returns how many. Another process may do the same: each file arrives whole, perhaps twice with the same content. */
export async function takeWal(spool: string, backupDir: string): Promise<number> {
  const names = (await readdir(spool).catch(() => [])).filter((name) => WAL.test(name)).sort()
  if (names.length > 0) await mkdir(walDir(backupDir), { recursive: true, mode: 0o700 })
  let taken = 0
  for (const name of names) taken += Number(await takeOne(join(spool, name), join(walDir(backupDir), name)))
  return taken
}

export const waiting = async (spool: string) => (await readdir(spool).catch(() => [])).filter((name) => WAL.test(name)).length

async function takeOne(from: string, to: string): Promise<boolean> {
  const bytes = await readFile(from).catch(() => undefined)
  if (!bytes) return false
  const used = bytes.subarray(0, usedOf(bytes))
  const known = await readFile(to).catch(() => undefined)
  // A file of this name with other content exists: another cluster or a restored one wrote it. Neither file may be lost.
  if (known && !known.equals(used)) throw new Error(`${to} is there already, and is another: give each database a BACKUP_DIR of its own`)
  if (!known) {
    // Each process writes a temporary file of its own: if two processes wrote one file at the same moment, it would be cut short.
    const part = `${to}.${randomUUID()}.part`
    try {
      await writeDurably(part, used)
      await rename(part, to)
    } catch (error) {
      // The partial file is deleted, because the segment is tried again every few seconds, and remains of failed tries would fill a full disk even more.
      await rm(part, { force: true })
      throw error
    }
    await syncFolder(join(to, '..'))
  }
  await rm(from, { force: true })
  return true
}

/**
 * How many bytes of a segment remain without the zeros at its end; a restore puts the zeros back. A segment has 16 MB, of which a minute with few
 * sales uses only a few pages.
 */
function usedOf(bytes: Buffer): number {
  const zeros = Buffer.alloc(SCAN)
  let end = bytes.length
  while (end > 0 && bytes.subarray(Math.max(0, end - SCAN), end).equals(zeros.subarray(0, Math.min(SCAN, end)))) end -= Math.min(SCAN, end)
  return end
}

export async function writeDurably(file: string, bytes: Buffer | string): Promise<void> {
  const handle: FileHandle = await open(file, 'w', 0o600)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  await handle.sync().catch(() => undefined)
  await handle.close()
}

/** The time at which the newest segment arrived; undefined before the first segment. */
export async function newestWal(backupDir: string): Promise<Date | undefined> {
  const names = (await readdir(walDir(backupDir)).catch(() => [])).filter(isSegment).sort()
  const last = names.at(-1)
  return last ? (await stat(join(walDir(backupDir), last))).mtime : undefined
}

/** Deletes segments that no kept base backup needs. */
export async function forgetWal(backupDir: string, firstNeeded: string): Promise<void> {
  for (const name of await readdir(walDir(backupDir)).catch(() => []))
    if (/^[0-9A-F]{24}/.test(name) && placeOf(name) < placeOf(firstNeeded)) await rm(join(walDir(backupDir), name), { force: true })
}
