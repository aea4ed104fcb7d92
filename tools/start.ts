// `npm start`: builds what is out of date, then runs the server and keeps it running: with the embedded database, migrations, the demo world if the database is
// empty, and the simulators of its suppliers.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { configOrExit, EXIT_CONFIGURATION } from '../server/kit/config.ts'
import { refuseSecondServer } from '../server/running-server.ts'
import { buildIfNeeded } from './fresh-build.ts'
import { startSimulators } from './simulators.ts'
import { supervise } from './supervise.ts'

const { suppliers, dataDir } = configOrExit()
const say = (line: string) => void process.stderr.write(`${line}\n`)
// This comes before the build, because a build would replace the files that a running server serves.
await refuseSecondServer({ dataDir }).catch((error: Error) => {
  say(error.message)
  process.exit(EXIT_CONFIGURATION)
})
buildIfNeeded(say)
say('Starting the server …')
const endSimulators = suppliers.hasSimulators ? startSimulators(dataDir, say) : async () => undefined
const main = join(import.meta.dirname, '../server/dist/main.js')
process.exitCode = await supervise(() => spawn(process.execPath, ['--enable-source-maps', main], { stdio: 'inherit' }), {
  final: [EXIT_CONFIGURATION],
  name: 'The server',
  say,
  signals: process,
})
await endSimulators()
