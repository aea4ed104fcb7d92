// The folder of the tests' clusters, if possible in memory. A world is a thousand small files, which a disk's file system makes and deletes fifteen times as
// slowly as memory does, and all that time the processor is busy. No file in the folder is needed after a run.
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const MEMORY = '/dev/shm'
/**
 * The memory that must be free; all clusters of a run use less than half of it. A container's memory file system often has only 64 MiB; then the disk is used.
 */
const LEAST_BYTES = 6 * 1024 ** 3
const OURS = /^portal-[a-z0-9]+-(\d+)-/

/** Makes a new folder that PostgreSQL's own user may enter as well, and returns its path; the caller deletes it. */
export function quickFolder(name: string): string {
  const folder = mkdtempSync(join(hasRoom() ? MEMORY : tmpdir(), `portal-${name}-${process.pid}-`))
  chmodSync(folder, 0o755)
  return folder
}

function hasRoom(): boolean {
  if (!existsSync(MEMORY)) return false
  leftovers()
  const { bavail, bsize } = statfsSync(MEMORY)
  return bavail * bsize > LEAST_BYTES && process.availableMemory() > LEAST_BYTES
}

/** Deletes the files of killed runs, which would stay in memory until the machine restarts; a PostgreSQL without its files ends by itself. */
function leftovers(): void {
  for (const name of readdirSync(MEMORY)) {
    const [, pid] = name.match(OURS) ?? []
    if (pid && !existsSync(`/proc/${pid}`)) rmSync(join(MEMORY, name), { recursive: true, force: true })
  }
}
