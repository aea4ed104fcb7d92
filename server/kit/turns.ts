// Turns at a scarce resource: a user who makes many requests waits behind their own requests and delays nobody else. Tenants and users have shares of the
// places; each place runs one piece of work at a time. Requests beyond a user's share wait in that user's queue, and free places rotate among tenants and among
// their users.
import { Refusal } from './errors.ts'

export type Asker = { tenant_id: number; user_id: string }
/** The user name of background work, which no person waits for. */
export const JOB = 'job'

export type Shares = {
  /** How many pieces of work run at the same time: in all, per tenant, per user. */
  places: number
  tenant: number
  user: number
  /** The most requests of one user that wait; a further one is refused. */
  waiting: number
  /** A user with a queue longer than this gets one place only. */
  few?: number
  wait_ms: number
}

/** The shares for lists. A page of the product asks for a handful of lists; more than that at the same time come from a program, which can wait. */
export const LIST_SHARES: Shares = { places: 8, tenant: 6, user: 3, waiting: 60, few: 8, wait_ms: 10_000 }
/** The shares for reports. Exports first wait for a turn among exports (modules/papers/exports), so they leave places here for shorter reports. */
export const REPORT_SHARES: Shares = { places: 4, tenant: 3, user: 3, waiting: 10, wait_ms: 60_000 }

type Waiting = { go: () => void }
type Line = { running: number; waiting: Waiting[] }
type Tenant = { running: number; users: Map<string, Line> }

const refused = (wait_s: number) => new Refusal('share_used_up', { detail: { wait_s } })

export function createTurns({ places, tenant: ofTenant, user: ofUser, waiting: most, few = Number.POSITIVE_INFINITY, wait_ms }: Shares) {
  const tenants = new Map<number, Tenant>()
  let running = 0

  function placeOf({ tenant_id, user_id }: Asker): [Tenant, Line] {
    const tenant = tenants.get(tenant_id) ?? { running: 0, users: new Map<string, Line>() }
    const line = tenant.users.get(user_id) ?? { running: 0, waiting: [] }
    tenants.set(tenant_id, tenant)
    tenant.users.set(user_id, line)
    return [tenant, line]
  }

  /** Resolves when it is the asker's turn. Refuses with 429 when too many are waiting or the wait was too long. */
  function take(asker: Asker): Promise<void> {
    const [, { waiting }] = placeOf(asker)
    return new Promise<void>((resolve, reject) => {
      const one = { go: resolve }
      const giveUp = (wait_s: number) => {
        waiting.splice(waiting.indexOf(one), 1)
        forget(asker)
        reject(refused(wait_s))
        give()
      }
      waiting.push(one)
      give()
      if (!waiting.includes(one)) return
      if (waiting.length > most) return giveUp(1)
      const timer = setTimeout(() => giveUp(Math.ceil(wait_ms / 1000)), wait_ms)
      one.go = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  function giveBack(asker: Asker): void {
    const [tenant, line] = placeOf(asker)
    running--
    tenant.running--
    line.running--
    forget(asker)
    give()
  }

  /** Gives free places to those who wait, in rotation: a user who got a place moves to the end. */
  function give(): void {
    for (let next = pick(); next; next = pick()) {
      const [tenant, line] = next
      running++
      tenant.running++
      line.running++
      line.waiting.shift()?.go()
    }
  }

  function pick(): [Tenant, Line] | undefined {
    const [tenant_id, tenant] = (running < places && nextOf(tenants, mayCome)) || []
    const [user_id, line] = (tenant && nextOf(tenant.users, mayGo)) || []
    if (tenant_id === undefined || !tenant || user_id === undefined || !line) return undefined
    toTheBack(tenants, tenant_id, tenant)
    toTheBack(tenant.users, user_id, line)
    return [tenant, line]
  }

  const mayGo = ({ running, waiting }: Line) => waiting.length > 0 && running < (waiting.length > few ? Math.min(ofUser, 1) : ofUser)
  const mayCome = (tenant: Tenant) => tenant.running < ofTenant && nextOf(tenant.users, mayGo) !== undefined

  function forget({ tenant_id, user_id }: Asker): void {
    const tenant = tenants.get(tenant_id)
    const line = tenant?.users.get(user_id)
    if (line && line.running + line.waiting.length === 0) tenant?.users.delete(user_id)
    if (tenant?.users.size === 0) tenants.delete(tenant_id)
  }

  async function inTurn<T>(asker: Asker, work: () => Promise<T>): Promise<T> {
    await take(asker)
    try {
      return await work()
    } finally {
      giveBack(asker)
    }
  }

  return { inTurn, running: () => running }
}

function nextOf<K, V>(all: ReadonlyMap<K, V>, fits: (value: V) => boolean): [K, V] | undefined {
  for (const entry of all) if (fits(entry[1])) return entry
  return undefined
}

function toTheBack<K, V>(all: Map<K, V>, key: K, value: V): void {
  all.delete(key)
  all.set(key, value)
}
