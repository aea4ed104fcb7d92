// The simulated suppliers of the demo world, which run on this machine. The URL of a simulator contains the simulator's name instead of its port, which
// changes. `npm start` runs the simulators and writes their ports into a file.
import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A simulator. `port`: where it listens, or listened last. `pid`: its process; 0 while it does not run. */
export type Simulator = { port: number; pid: number }
export type Simulators = Readonly<Record<string, Simulator>>

/** RFC 6761: a name below `localhost` never means another machine. */
const BELOW = '.simulator.localhost'

export const simulatorUrl = (name: string): string => `http://${name}${BELOW}`

/** The name of the simulator to which a URL leads; undefined for any other URL. */
export const simulatorIn = ({ hostname }: URL): string | undefined => (hostname.endsWith(BELOW) ? hostname.slice(0, -BELOW.length) : undefined)

const fileIn = (dataDir: string) => join(dataDir, 'simulators.json')

/** The simulators of a data directory; empty before the directory's first start. */
export function readSimulators(dataDir: string): Simulators {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8'))
  } catch {
    return {}
  }
}

export function writeSimulators(dataDir: string, simulators: Simulators): void {
  writeFileSync(`${fileIn(dataDir)}.new`, JSON.stringify(simulators, null, 2))
  renameSync(`${fileIn(dataDir)}.new`, fileIn(dataDir))
}

/** Whether the process of a simulator exists. It may have ended without a note in the file, as in a power cut. */
export function isRunning({ pid }: Simulator): boolean {
  try {
    return pid > 0 && process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Looks up the port of a running simulator each time it is needed, because a simulator that was started again may have another port. */
export const portsIn =
  (dataDir: string) =>
  (name: string): number | undefined => {
    const { [name]: simulator } = readSimulators(dataDir)
    return simulator && isRunning(simulator) ? simulator.port : undefined
  }
