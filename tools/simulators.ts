// The simulated suppliers of the demo world, each in its own process, on the ports that its connections use. They end with their parent process, however that
// ends.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { simulated } from '../server/seeds/demo-suppliers.ts'

const folder = join(import.meta.dirname, '../simulators')

/** Returns a function that ends them. A simulator whose port is taken is left out: another portal may run already, and its simulators serve both. */
export function startSimulators(): () => void {
  const children = [...new Map(simulated.map((one) => [one.port, one])).values()].map(({ file, port }) =>
    spawn(process.execPath, ['--import', 'tsx', join(folder, `${file}.ts`), String(port)], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] }),
  )
  for (const child of children) {
    child.on('error', () => undefined)
    child.unref()
    child.channel?.unref()
  }
  return () => {
    for (const child of children) child.kill('SIGTERM')
  }
}
