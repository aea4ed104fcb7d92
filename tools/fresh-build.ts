// Builds the browser's files and the server if they are missing or older than their sources.
import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const SKIPPED = new Set(['node_modules', 'dist'])

const bin = (name: string) => join(root, 'node_modules/.bin', name)
// Tests set NODE_ENV to "test", which would build React's development version.
const run = (program: string, args: string[]) =>
  execFileSync(program, args, { cwd: root, env: { ...process.env, NODE_ENV: 'production' }, stdio: ['ignore', 'ignore', 'inherit'] })

/** Returns when the newest file below this path was modified, in milliseconds; 0 if there is no file. */
function newest(path: string): number {
  if (!existsSync(path)) return 0
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(0, ...readdirSync(path).map((name) => (SKIPPED.has(name) ? 0 : newest(join(path, name)))))
}

const isOlder = (built: string, sources: string[]) => newest(join(root, built)) < Math.max(...sources.map((source) => newest(join(root, source))))

const buildServer = () => run(bin('tsx'), ['tools/build-server.ts'])

type Say = (line: string) => void

/** Builds the browser's side and the server if they are out of date. `say`: called before each step that takes a while. */
export function buildIfNeeded(say: Say = () => undefined): void {
  if (isOlder('web/dist/index.html', ['web', 'contract', 'packages', 'package-lock.json'])) {
    say('Building the browser’s side, about half a minute …')
    run(bin('vite'), ['build', 'web'])
    say('Building the server and compressing the browser’s files, some seconds …')
    buildServer()
  } else buildServerIfOld(say)
}

/** Builds the server alone, for tests that need no screens. */
export function buildServerIfOld(say: Say = () => undefined): void {
  if (!isOlder('server/dist/main.js', ['server', 'contract', 'package-lock.json'])) return
  say('Building the server, some seconds …')
  buildServer()
}
