// Runs the demo world in the built product, for benchmarks in a browser: starts the server, and signs in people of that world, either in a browser or over the
// API.
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { type Calls, calls } from '../contract/index.ts'
import { type Client, createClient } from '../contract/kit/client.ts'
import { DEMO_PASSWORD } from '../server/seeds/demo-world.ts'
import { buildIfNeeded } from '../tools/fresh-build.ts'
import { builtServer, freePort, type Stage, startServer } from './stage.ts'

const WAIT_MS = 30_000

/**
 * Builds the product if a source is newer than the last build, and starts a server with a new demo world; the server is stopped when the stage ends. Returns
 * the server's port.
 */
export async function startDemo(stage: Stage): Promise<number> {
  buildIfNeeded()
  const port = await freePort()
  const env = { DATA_DIR: join(stage.dir, 'data'), PORT: String(port), LOG_LEVEL: 'warn', BACKUP: 'off', SIMULATORS: '0' }
  stage.later((await startServer(builtServer(), join(stage.dir, 'server.log'), env)).stop)
  return port
}

/** Signs in one of the demo world's people at this port; returns the typed client with that person's session. */
export async function callsOf(port: number, username: string): Promise<Client<Calls>> {
  const headers: Record<string, string> = {}
  async function send(path: string, init: RequestInit) {
    const answer = await fetch(`http://localhost:${port}${path}`, init)
    headers['cookie'] = [headers['cookie'], ...answer.headers.getSetCookie().map((line) => line.split(';')[0])].filter(Boolean).join('; ')
    return answer
  }
  const client = createClient(calls, send, () => headers)
  const { token, session_id, customer_id } = await client.login({ username, password: DEMO_PASSWORD })
  Object.assign(headers, { authorization: `Bearer ${token}`, customer: customer_id, session: session_id })
  return client
}

/** Signs in through the login like a person, and waits for the first page. */
export async function enter(page: Page, username: string): Promise<void> {
  await page.goto('/login')
  await page.locator('input[autocomplete=username]').fill(username)
  await page.locator('input[type=password]').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL(({ pathname }) => pathname !== '/login' && pathname !== '/loading', { timeout: WAIT_MS })
}
