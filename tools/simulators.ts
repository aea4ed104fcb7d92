// The simulated suppliers of the demo world beside a portal, each in its own process, at a port whose number only the portal's data directory has (decision
// 0083). A simulator that ends is started again; all of them end with their parent process, however that ends.
import { type ChildProcess, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { simulated } from '../server/seeds/demo-suppliers.ts'
import { isRunning, readSimulators, type Simulator, writeSimulators } from '../server/suppliers/simulators.ts'
import { supervise } from './supervise.ts'

const folder = join(import.meta.dirname, '../simulators')
const NEVER: Simulator = { port: 0, pid: 0 }
const OTHERS_MS = 5_000

/**
 * Whether another process runs simulators of this data directory. A stored process id does not prove that they run, because another process may have the id by
 * now; so the simulators must answer.
 */
async function areOthers(dataDir: string): Promise<boolean> {
  const answers = ({ port }: Simulator) =>
    fetch(`http://127.0.0.1:${port}/__control/asked`, { signal: AbortSignal.timeout(1_000) }).then(
      (answer) => answer.text().then(() => answer.ok),
      () => false,
    )
  const all = await Promise.all(Object.values(readSimulators(dataDir)).map(async (one) => isRunning(one) && (await answers(one))))
  return all.includes(true)
}

/**
 * Starts the simulators; returns a function that ends them. While another process runs the simulators of this data directory, this process waits until those
 * have ended.
 */
export function startSimulators(dataDir: string, say: (line: string) => void): () => Promise<void> {
  mkdirSync(dataDir, { recursive: true })
  const [over, signals] = [new AbortController(), new EventEmitter()]
  async function run() {
    while (!over.signal.aborted && (await areOthers(dataDir))) await pause(OTHERS_MS, undefined, { signal: over.signal }).catch(() => undefined)
    if (!over.signal.aborted) await superviseAll(dataDir, say, signals)
  }
  const running = run()
  return async () => {
    over.abort()
    signals.emit('SIGTERM')
    await running
  }
}

async function superviseAll(dataDir: string, say: (line: string) => void, signals: EventEmitter): Promise<void> {
  const before = readSimulators(dataDir)
  const names = [...new Set(simulated.map(({ file }) => file))]
  const now = Object.fromEntries(names.map((name) => [name, { port: before[name]?.port ?? 0, pid: 0 }]))
  const note = (name: string, simulator: Simulator) => {
    now[name] = simulator
    writeSimulators(dataDir, now)
  }
  writeSimulators(dataDir, now)
  await Promise.all(
    names.map((name) => {
      const launch = () => launched(name, now[name] ?? NEVER, (simulator) => note(name, simulator))
      return supervise(launch, { final: [], name: `The simulator ${name}`, say, signals })
    }),
  )
}

/** Starts a simulator at its last port. If it ends before it listens there, another process has that port, and the next start takes any free port. */
function launched(name: string, { port }: Simulator, note: (simulator: Simulator) => void): ChildProcess {
  const child = spawn(process.execPath, ['--import', 'tsx', join(folder, `${name}.ts`), String(port)], {
    // The simulator has a process group of its own, so that Ctrl-C does not end it at once. Its parent ends it after the server.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore', 'ipc'],
  })
  let listens = 0
  if (child.stdout)
    void once(createInterface({ input: child.stdout }), 'line').then(
      ([line]) => {
        listens = Number(line)
        if (child.exitCode === null && child.signalCode === null) note({ port: listens, pid: child.pid ?? 0 })
      },
      () => undefined,
    )
  child.once('exit', () => note({ port: listens, pid: 0 }))
  return child
}
