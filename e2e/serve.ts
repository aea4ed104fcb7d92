// Once for all journeys: the real thing, built and started as `npm start` does, on a free port in a directory of its own.
import { spawn } from 'node:child_process'
import { chmodSync, cpSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { findBrowser } from '../tools/browser.ts'
import { buildIfNeeded } from '../tools/build-if-needed.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the server listens; its hosts are those of the demo world. */
    port: number
  }
}

const START_TIMEOUT_MS = 120_000
const POLL_MS = 200

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  buildIfNeeded()
  await findBrowser()
  const dir = mkdtempSync(join(tmpdir(), 'portal-e2e-'))
  chmodSync(dir, 0o755)
  copyBuilt(dir)
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: join(dir, 'data'), PORT: String(port), LOG_LEVEL: 'warn' }
  const server = spawn(process.execPath, [join(dir, 'server/dist/main.js')], { env, stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  const end = async () => {
    server.kill('SIGTERM')
    await ended
    rmSync(dir, { recursive: true, force: true })
  }
  for (const start = Date.now(); !(await isUp(port)); await new Promise((done) => setTimeout(done, POLL_MS)))
    if (server.exitCode !== null || Date.now() - start > START_TIMEOUT_MS) {
      await end()
      throw new Error('the server did not start')
    }
  project.provide('port', port)
  return end
}

/** A build that starts meanwhile would take away the hashed files a running page still asks for. */
function copyBuilt(dir: string): void {
  const root = join(import.meta.dirname, '..')
  for (const built of ['web/dist', 'server/dist']) cpSync(join(root, built), join(dir, built), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(dir, 'node_modules'))
}

const isUp = (port: number) =>
  fetch(`http://127.0.0.1:${port}/health`).then(
    (answer) => answer.ok,
    () => false,
  )

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
