// The faults that the faults benchmark causes: kill -9, which no process can catch; frozen processes; a full disk.
import { spawnSync } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from './processes.ts'

const lockOf = (dir: string) => join(dir, 'postgres/postmaster.pid')
const nameOf = (pid: number) => (existsSync(`/proc/${pid}/comm`) ? readFileSync(`/proc/${pid}/comm`, 'utf8') : '')

/** Process and port of the PostgreSQL in a data directory, read from its own lock file. */
export function postmasterOf(dir: string): { pid: number; port: number } {
  const lines = readFileSync(lockOf(dir), 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

/** The process ids of the postmaster and of everything that it started; empty if the postmaster does not run. */
export function postgresOf(dir: string): number[] {
  if (!existsSync(lockOf(dir))) return []
  const { pid } = postmasterOf(dir)
  // The lock file may be left over, and its process id may belong to another process by now.
  return nameOf(pid).startsWith('postgres') ? [...childrenOf(pid), pid] : []
}

function signal(pids: readonly number[], name: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      if (pid > 0) process.kill(pid, name)
    } catch {
      // The process has ended already, so it need not get the signal.
    }
  }
}

/** Kills all processes of a PostgreSQL together, so that none is left that could still write the WAL to disk. */
export const killPostgres = (dir: string): void => signal(postgresOf(dir), 'SIGKILL')
export const standStill = (pids: readonly number[]): void => signal(pids, 'SIGSTOP')
export const goOn = (pids: readonly number[]): void => signal(pids, 'SIGCONT')

/** Waits until half a second past the next full minute, when scheduled jobs have started. */
export const untilFullMinute = () => new Promise((done) => setTimeout(done, 60_500 - (Date.now() % 60_000)))

/** Mounts a small disk in memory; returns false if that is not allowed. */
export function mountSmallDisk(dir: string, mib: number): boolean {
  mkdirSync(dir, { recursive: true })
  return spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${mib}m,mode=755`, 'tmpfs', dir]).status === 0
}
export const unmount = (dir: string): void => void spawnSync('umount', ['-l', dir])

const ballastOf = (dir: string) => join(dir, 'ballast')
const CHUNK = Buffer.alloc(1024 * 1024)

export function fillDisk(dir: string): void {
  const file = openSync(ballastOf(dir), 'w')
  try {
    for (;;) writeSync(file, CHUNK)
  } catch {
    // The error is ignored, because the disk is full, as intended.
  } finally {
    closeSync(file)
  }
}
export const freeDisk = (dir: string): void => rmSync(ballastOf(dir), { force: true })
