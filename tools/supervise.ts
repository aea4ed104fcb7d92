// Keeps a process running: if the process ends by itself, it is restarted after a pause, which grows with each failure.
import type { ChildProcess } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'

type Patience = { first_ms: number; last_ms: number /** After a run of this length, the next pause is first_ms again. */; held_ms: number }
const PATIENCE: Patience = { first_ms: 500, last_ms: 30_000, held_ms: 60_000 }

type Options = {
  /** Exit codes after which a restart does not help. */
  final: readonly number[]
  /** The name of the process in the lines that `say` prints. */
  name: string
  say: (line: string) => void
  /** The object that emits SIGINT and SIGTERM: the process, or in a test an emitter of its own. */
  signals: NodeJS.EventEmitter
  patience?: Patience
}

/** Returns the exit code when the process ends for good: stopped by a signal, finished by itself, or with a final code. */
export async function supervise(launch: () => ChildProcess, { final, name, say, signals, patience = PATIENCE }: Options): Promise<number> {
  const asked = new AbortController()
  let child: ChildProcess | undefined
  for (const signal of ['SIGINT', 'SIGTERM'])
    signals.on(signal, () => {
      asked.abort()
      // Ctrl-C reaches the process directly too, so the process may be asked to end twice; it can handle that.
      child?.kill('SIGTERM')
    })
  for (let wait_ms = patience.first_ms; ; wait_ms = Math.min(2 * wait_ms, patience.last_ms)) {
    const since = performance.now()
    child = launch()
    const [code, signal] = await ended(child)
    if (asked.signal.aborted || code === 0 || final.includes(code ?? 0)) return code ?? 1
    if (performance.now() - since > patience.held_ms) wait_ms = patience.first_ms
    say(`${name} ended (${signal ?? code}) and is started again in ${wait_ms / 1000} s`)
    // A signal to stop rejects the promise and so ends the pause; the rejection is ignored.
    await pause(wait_ms, undefined, { signal: asked.signal }).catch(() => undefined)
    if (asked.signal.aborted) return 0
  }
}

const ended = (child: ChildProcess) =>
  new Promise<[number | null, NodeJS.Signals | null]>((resolve) => {
    child.once('exit', (...how) => resolve(how))
    // This event means that the process could not even be started.
    child.once('error', () => resolve([1, null]))
  })
