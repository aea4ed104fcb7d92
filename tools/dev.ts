// `npm run dev`: the server restarts and the browser reloads as files change. Open vite's address; vite passes /api on to the server.
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'
import { configOrExit } from '../server/kit/config.ts'
import { startSimulators } from './simulators.ts'

const root = join(import.meta.dirname, '..')
const PORT = process.env.PORT ?? '3000'
const env = { ...process.env, PORT, PORTAL_PORT: PORT }

const run = (name: string, args: string[]): ChildProcess => spawn(join(root, 'node_modules/.bin', name), args, { cwd: root, env, stdio: 'inherit' })
const children = [run('tsx', ['watch', '--clear-screen=false', 'server/main.ts']), run('vite', ['web'])]
const { suppliers, dataDir } = configOrExit()
const say = (line: string) => void process.stderr.write(`${line}\n`)
const endSimulators = suppliers.hasSimulators ? startSimulators(dataDir, say) : async () => undefined

function stop(): void {
  void endSimulators()
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
