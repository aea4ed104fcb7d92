// A note, in a file of the data directory, about the server that runs there. A second start then says at once where the portal is, instead of trying again and
// again.
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'
import { type Config, ConfigurationError } from './kit/config.ts'

const Running = z.object({ pid: z.int(), host: z.string(), port: z.int() })
type Running = z.output<typeof Running>

const ANSWER_MS = 2_000
/** Addresses that mean every address of the machine, each with the address at which a process on the machine reaches such a server. */
const EVERY: Readonly<Record<string, string>> = { '0.0.0.0': '127.0.0.1', '::': '::1' }

const fileIn = (dataDir: string) => join(dataDir, 'server.json')

function addressOf({ host, port }: Running): string {
  const reached = EVERY[host] ?? host
  return `http://${reached.includes(':') ? `[${reached}]` : reached}:${port}`
}

/** Notes that this process serves from the data directory. Returns a function that takes the note away, unless another server has replaced it. */
export function noteServer(dataDir: string, host: string, port: number): () => void {
  writeFileSync(`${fileIn(dataDir)}.new`, JSON.stringify({ pid: process.pid, host, port }), { mode: 0o600 })
  renameSync(`${fileIn(dataDir)}.new`, fileIn(dataDir))
  return () => {
    if (noted(dataDir)?.pid === process.pid) rmSync(fileIn(dataDir), { force: true })
  }
}

function noted(dataDir: string): Running | undefined {
  try {
    return z.safeParse(Running, JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))).data
  } catch {
    return undefined
  }
}

/**
 * Refuses to start if another server runs in the data directory. The other server's note does not prove that it runs, because a server that was killed leaves
 * its note behind, and its process id is used again (in a container by the next server itself). So the process must exist and must answer at the noted port.
 */
export async function refuseSecondServer({ dataDir }: Pick<Config, 'dataDir'>): Promise<void> {
  const one = noted(dataDir)
  if (!one || one.pid === process.pid || !isAlive(one.pid)) return
  const isServing = await fetch(`${addressOf(one)}/health`, { signal: AbortSignal.timeout(ANSWER_MS) }).then(
    (answer) => answer.ok,
    () => false,
  )
  if (isServing) throw new ConfigurationError(`not starting: the portal of ${dataDir} already runs at ${addressOf(one)} (process ${one.pid})`)
}

function isAlive(pid: number): boolean {
  try {
    return pid > 1 && process.kill(pid, 0)
  } catch {
    return false
  }
}
