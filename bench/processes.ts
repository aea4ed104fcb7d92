// Processes as the kernel counts them: which process started which, and the processor time that a server has used, which stays comparable on a busy machine.
// Linux only; on other systems all figures are empty.
import { existsSync, readdirSync, readFileSync } from 'node:fs'

/** The kernel counts in ticks of 10 ms on every platform Node runs on. */
const TICK_MS = 10

/**
 * Reads a process from /proc/pid/stat: its parent, and the processor time in ms of the process and of its ended children. Skips the name, which may
 * hold anything.
 */
function statOf(pid: number): { parent: number; own: number; ended: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ')
      .map(Number)
    const [utime = 0, stime = 0, cutime = 0, cstime = 0] = fields.slice(11, 15)
    return { parent: fields[1] ?? 0, own: (utime + stime) * TICK_MS, ended: (cutime + cstime) * TICK_MS }
  } catch {
    // The system has no /proc, or the process ended after it was listed.
    return undefined
  }
}

export function childrenOf(pid: number): number[] {
  const all = existsSync('/proc')
    ? readdirSync('/proc')
        .filter((name) => /^\d+$/.test(name))
        .map(Number)
    : []
  return all.filter((each) => statOf(each)?.parent === pid)
}

/** The processor time, in milliseconds, of a process and its direct children, running and ended: for example a PostgreSQL with all its backends. */
export function cpuOf(pid: number): number {
  const { own = 0, ended = 0 } = statOf(pid) ?? {}
  return childrenOf(pid).reduce((sum, child) => sum + (statOf(child)?.own ?? 0), own + ended)
}
