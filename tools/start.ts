// `npm start`: builds what is old, then runs the server: embedded database, migrations, the demo world when there is none.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { buildIfNeeded } from './build-if-needed.ts'

buildIfNeeded()
const server = spawn(process.execPath, ['--enable-source-maps', join(import.meta.dirname, '../server/dist/main.js')], { stdio: 'inherit' })
// Ctrl-C reaches the server by itself; a signal sent to this process alone has to be passed on.
process.on('SIGINT', () => undefined)
process.on('SIGTERM', () => server.kill('SIGTERM'))
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)))
