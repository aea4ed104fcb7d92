// A world of its own for a test file: the demo world in a fresh database, the app on it, a clock that can be moved, typed clients.
import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { pino } from 'pino'
import { inject } from 'vitest'
import { type Calls, calls } from '../../contract/index.ts'
import { type Client, createClient } from '../../contract/kit/client.ts'
import { type AppOptions, app } from '../app.ts'
import { createDb, type Db, portalTypes } from '../kit/db.ts'
import { createKeys } from '../kit/keys.ts'
import { createMetrics } from '../kit/metrics.ts'
import type { Services } from '../kit/services.ts'
import { DEMO_PASSWORD, resellers } from '../seeds/demo-world.ts'

/** The host most demo people sign in at. */
export const HOST = resellers[0]?.host ?? ''

export type Person = { calls: Client<Calls>; token: string; session_id: string; customer_id: string; headers: Record<string, string> }
export type World = {
  server: FastifyInstance
  services: Services
  db: Db
  /** The database's owner: for arranging and looking, past the server's rights; begin with `set app.tenant`. */
  owner: pg.Pool
  url: string
  ownerUrl: string
  clock: { now: () => Date; advance: (ms: number) => void }
  logs: string[]
  /** `METHOD /path` of every route the app has. */
  routes: string[]
  enqueued: { name: string; payload: Record<string, unknown> }[]
  /** Speaks to the app as a browser would: fetch without a network. */
  fetch: (path: string, init?: RequestInit & { host?: string }) => Promise<Response>
  anonymous: (host?: string) => Client<Calls>
  signIn: (username: string, options?: { host?: string; password?: string }) => Promise<Person>
  end: () => Promise<void>
}

export async function world(options: Partial<AppOptions> = {}): Promise<World> {
  const { superuserUrl, masterKey, ...cluster } = inject('cluster')
  const name = `world_${randomBytes(6).toString('hex')}`
  await onCluster(superuserUrl, `create database ${name} template portal owner portal_owner`)
  const [url, ownerUrl] = [cluster.url, cluster.ownerUrl].map((each) => withDatabase(each, name)) as [string, string]
  const dataDir = mkdtempSync(join(tmpdir(), 'portal-world-'))
  const db = createDb({ url, max: 10 })
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 3, types: portalTypes() })
  // The database is dropped while its last connections are still closing.
  owner.on('error', () => undefined)
  owner.on('connect', (client) => client.on('error', () => undefined))
  const logs: string[] = []
  const routes: string[] = []
  const enqueued: World['enqueued'] = []
  let offset = 0
  const now = () => new Date(Date.now() + offset)
  const { server, services } = await app({
    ...{ db, dataDir, clock: now, keys: createKeys(Buffer.from(masterKey, 'base64')), metrics: createMetrics() },
    log: pino({ level: 'info' }, { write: (line) => void logs.push(line) }),
    jobs: { enqueue: async (job, payload) => void enqueued.push({ name: job, payload }) },
    onRoute: (route) => void routes.push(route),
    ...options,
  })

  const fetchApp: World['fetch'] = async (path, { host = HOST, ...init } = {}) => {
    const request = new Request(`http://${host}${path}`, init)
    const body = request.body ? Buffer.from(await request.arrayBuffer()) : undefined
    const headers = { ...Object.fromEntries(request.headers), host }
    const answer = await server.inject({ method: request.method === 'GET' ? 'GET' : 'POST', url: path, headers, ...(body ? { payload: body } : {}) })
    return new Response(new Uint8Array(answer.rawPayload), { status: answer.statusCode, headers: headersOf(answer.headers) })
  }
  const clientOf = (host: string, headers: Record<string, string>) =>
    createClient(
      calls,
      (path, init) => fetchApp(path, { ...init, host }),
      () => headers,
    )

  return {
    ...{ server, services, db, owner, url, ownerUrl, logs, routes, enqueued, fetch: fetchApp },
    clock: {
      now,
      advance: (ms) => {
        offset += ms
      },
    },
    anonymous: (host = HOST) => clientOf(host, {}),
    signIn: async (username, { host = HOST, password = DEMO_PASSWORD } = {}) => {
      const { token, session_id, customer_id } = await clientOf(host, {}).login({ username, password })
      const headers = { authorization: `Bearer ${token}`, customer: customer_id, session: session_id }
      return { calls: clientOf(host, headers), token, session_id, customer_id, headers }
    },
    end: async () => {
      await server.close()
      await Promise.all([db.close(), owner.end()])
      await onCluster(superuserUrl, `drop database ${name} with (force)`)
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** An empty database of its own, without a schema. */
export async function emptyDatabase(): Promise<{ url: string; ownerUrl: string; end: () => Promise<void> }> {
  const { superuserUrl, url, ownerUrl } = inject('cluster')
  const name = `empty_${randomBytes(6).toString('hex')}`
  await onCluster(superuserUrl, `create database ${name} owner portal_owner`)
  return { url: withDatabase(url, name), ownerUrl: withDatabase(ownerUrl, name), end: () => onCluster(superuserUrl, `drop database ${name} with (force)`) }
}

async function onCluster(url: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

const withDatabase = (url: string, name: string) => url.replace(/\/portal$/, `/${name}`)

const headersOf = (headers: Record<string, number | string | string[] | undefined>) =>
  new Headers(Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)] as [string, string]])))
