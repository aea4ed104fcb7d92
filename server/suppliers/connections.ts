// The suppliers that this process has opened: one HTTP client, one circuit breaker and one token for each connection, made again when the connection is changed
// or its simulator has another port. Messages are logged in the background, so that logging never delays a sale.
import { timingSafeEqual } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { newIdAt } from '../kit/ids.ts'
import type { Keys } from '../kit/keys.ts'
import type { Clock } from '../postgres/clock.ts'
import type { Db } from '../postgres/db.ts'
import { type Opened, openAdapter } from './adapters.ts'
import { baseOf, type Permitted } from './addresses.ts'
import { type Connection, type ConnectionRow, connectionNamed, type Rates, withoutDisk, writeExchanges } from './connections.sql.ts'
import type { Exchange, Limits } from './wire.ts'

export type { Connection } from './connections.sql.ts'

/** The text that a connection's credentials are sealed with, so that they can be opened for this connection only. */
export const credentialsBound = (tenant_id: number, id: string): string => `connection|${tenant_id}|${id}`

export type SuppliersOptions = {
  db: Db
  keys: Keys
  clock: Clock
  log: Pick<FastifyBaseLogger, 'error'>
  permitted: Permitted
  /** The origin of the URLs to which suppliers send callbacks; without it no supplier is asked to send any. */
  callbackOrigin?: string
  limits?: Partial<Limits>
}

/** An open supplier, and the connection it was opened from. */
export type OpenSupplier = Opened & { connection: Connection }

const FLUSH_MS = 200
/** How many exchanges wait to be stored at most. While so many wait, further ones are left out, so that they do not fill the memory. */
const KEPT_MAX = 2_000

export type Suppliers = ReturnType<typeof createSuppliers>

export function createSuppliers({ db, keys, clock, log, permitted, callbackOrigin = '', limits }: SuppliersOptions) {
  /** The suppliers that are open now, by their connections. `rates`: as they were when the supplier was last opened, which happens at every sale. */
  const open = new Map<string, { version: number; at: string; opened: Opened; rates: { now: Rates } }>()
  const exchanges = keeper({ db, clock, log })

  function baseAt(text: string): URL {
    const found = baseOf(text, permitted)
    if ('problem' in found) throw new Error(found.problem)
    return found.base
  }
  const secretOf = (tenant_id: number, id: string) => keys.sign('supplier callback', `${tenant_id}|${id}`)
  const callbackPath = (tenant_id: number, id: string) => `/callbacks/${tenant_id}-${id}/${secretOf(tenant_id, id).toString('base64url')}`

  function made(
    tenant_id: number,
    base: URL,
    { id, adapter, settings }: Connection,
    credentials: unknown,
    rates: { now: Rates },
    onExchange: (exchange: Exchange) => void,
  ): Opened {
    const to = {
      ...{ base, now: clock, baseAt, rateOf: (currency: string) => rates.now[currency], onExchange },
      ...(limits ? { limits } : {}),
      ...(callbackOrigin ? { callbackUrl: () => `${callbackOrigin}${callbackPath(tenant_id, id)}` } : {}),
    }
    return openAdapter(adapter, to, credentials, settings)
  }

  return {
    permitted,
    callbackPath,
    /** Waits until all exchanges so far are stored. */
    flush: exchanges.flush,

    /** The tenant and connection that a callback's URL names; undefined if the secret in the URL is wrong. */
    calledBack(name: string, secret: string): { tenant_id: number; connection_id: string } | undefined {
      const [, tenant = '', connection_id = ''] = /^(\d{1,9})-([0-9a-f-]{36})$/.exec(name) ?? []
      const [given, right] = [Buffer.from(secret, 'base64url'), secretOf(Number(tenant), connection_id)]
      return connection_id !== '' && given.length === right.length && timingSafeEqual(given, right) ? { tenant_id: Number(tenant), connection_id } : undefined
    },

    /**
     * Opens a supplier; undefined if there is no such connection. Throws if its base URL is not permitted or its credentials cannot be decrypted. `read`: the
     * connection as it was just read.
     */
    async open(tenant_id: number, id: string, read?: readonly ConnectionRow[]): Promise<OpenSupplier | undefined> {
      const [row] = read ?? (await db.readAtOnce(tenant_id, (q) => [q.query<ConnectionRow>(connectionNamed(tenant_id, id))]))[0]
      if (!row) return undefined
      const { credentials, rates: now, ...connection } = row
      const name = `${tenant_id}|${id}`
      const known = open.get(name)
      if (known) known.rates.now = now
      const base = baseAt(connection.base_url)
      if (known?.version === row.version && known.at === base.href) return { ...known.opened, connection }
      const signIn: unknown = JSON.parse(keys.unseal(credentialsBound(tenant_id, id), credentials))
      const rates = { now }
      const opened = made(tenant_id, base, connection, signIn, rates, (exchange) => exchanges.keep(tenant_id, id, exchange))
      open.set(name, { version: row.version, at: base.href, opened, rates })
      // The old client is closed as soon as the requests under way through it have ended.
      known?.opened.close().catch(() => undefined)
      return { ...opened, connection }
    },

    async close(): Promise<void> {
      await Promise.all([...open.values()].map(({ opened }) => opened.close().catch(() => undefined)))
      open.clear()
      await exchanges.flush()
    },
  }
}

/** Makes the suppliers of a portal without live sales, in which no supplier may be asked. */
export const noSuppliers = ({ db, keys }: Pick<SuppliersOptions, 'db' | 'keys'>): Suppliers =>
  createSuppliers({ db, keys, clock: () => new Date(), log: { error: () => undefined }, permitted: { origins: [], loopback: false } })

/**
 * Stores exchanges with suppliers in the database, several at a time. If the database refuses, these exchanges are lost, and the server's log tells how many.
 */
function keeper({ db, clock, log }: Pick<SuppliersOptions, 'db' | 'clock' | 'log'>) {
  let kept: (ReturnType<typeof rowOf> & { tenant_id: number })[] = []
  let flushing: Promise<void> = Promise.resolve()
  let timer: NodeJS.Timeout | null = null

  async function write(): Promise<void> {
    const rows = kept
    kept = []
    for (const tenant_id of new Set(rows.map((row) => row.tenant_id))) {
      const ofTenant = rows.filter((row) => row.tenant_id === tenant_id)
      await db
        .writeAtOnce(tenant_id, (q) => [withoutDisk(q), writeExchanges(q, tenant_id, ofTenant)])
        .catch((error: unknown) => log.error({ error: String(error), tenant_id, count: ofTenant.length }, 'exchanges with suppliers are not written down'))
    }
  }
  function flush(): Promise<void> {
    if (timer) clearTimeout(timer)
    timer = null
    flushing = flushing.then(write)
    return flushing
  }
  return {
    flush,
    keep(tenant_id: number, connection_id: string, exchange: Exchange): void {
      if (kept.length >= KEPT_MAX) return
      kept.push({ tenant_id, ...rowOf(connection_id, exchange, clock()) })
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref()
    },
  }
}

const rowOf = (connection_id: string, { reference, supplier: _, ...said }: Exchange, at: Date) => ({
  ...{ id: newIdAt(at), connection_id, key: reference, ...said, at: at.toISOString() },
})
