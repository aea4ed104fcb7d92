// What goes wrong in the faults yardstick: kill -9, which nothing can catch.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from './processes.ts'

const lockOf = (dir: string) => join(dir, 'postgres/postmaster.pid')
const nameOf = (pid: number) => (existsSync(`/proc/${pid}/comm`) ? readFileSync(`/proc/${pid}/comm`, 'utf8') : '')

/** Process and port of the PostgreSQL in a data directory, as its own lock file says. */
export function postmasterOf(dir: string): { pid: number; port: number } {
  const lines = readFileSync(lockOf(dir), 'utf8').split('\n')
  return { pid: Number(lines[0]), port: Number(lines[3]) }
}

/** The postmaster and everything it started, all at once: nothing is left that could write the log out. */
export function killPostgres(dir: string): void {
  if (!existsSync(lockOf(dir))) return
  const { pid } = postmasterOf(dir)
  // Process ids come round again.
  if (!nameOf(pid).startsWith('postgres')) return
  for (const each of [...childrenOf(pid), pid]) {
    try {
      process.kill(each, 'SIGKILL')
    } catch {
      // Gone already, which is what was wanted.
    }
  }
}
