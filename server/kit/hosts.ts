// Which shop a host name stands for. Strict: one Host header, one spelling, an exact look-up; anything else is no shop at all.
import type { FastifyRequest } from 'fastify'
import type { Db } from './db.ts'
import { Refusal } from './errors.ts'

export type Host = { name: string; tenant_id: number; organisation_id: string }

/** ASCII alone: lower-casing would turn a Kelvin sign into a k. */
const NAME = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i
const NAME_MAX = 253
/** The list is read anew behind a request once it is so old. */
const FRESH_MS = 5_000
/** A name that is not in it has it read anew at most so often, whoever asks and for how many names. */
const AGAIN_MS = 1_000
/** So old, as after a quiet night, it is no longer believed without a look. */
const OLD_MS = 60_000
/** Nobody waits longer for it: a database that does not answer is said so. */
const DEADLINE_MS = 2_000

/** Lower case, without port and one trailing dot; undefined when it is no host name: Node lets `a, b` and `a@b` pass. */
export function hostName(text: string): string | undefined {
  const name = text.replace(/:\d{1,5}$/, '').replace(/\.$/, '')
  return name.length <= NAME_MAX && NAME.test(name) ? name.toLowerCase() : undefined
}

/** The host a request asks for. Node takes the first of two Host headers; here two are none. */
export function hostNameOf(request: FastifyRequest): string | undefined {
  const given = request.raw.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === 'host')
  return given.length > 1 ? undefined : hostName(request.host ?? '')
}

export type Hosts = ReturnType<typeof createHosts>

type Read = { hosts: ReadonlyMap<string, Host>; at: number }

/**
 * All hosts there are, in memory: a name nobody has costs no transaction, however many of them are asked for. A new one is known within seconds.
 * `now` in milliseconds, of a clock that only goes forwards.
 */
export function createHosts(db: Pick<Db, 'reference'>, now: () => number = () => performance.now()) {
  let known: Read | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const rows = await withinDeadline(db.reference((q) => q.query<Host>('select host as name, tenant_id, organisation_id from hosts')))
      known = { hosts: new Map(rows.map((row) => [row.name, row])), at: now() }
    } catch (error) {
      failedAt = now()
      throw error
    } finally {
      reading = undefined
    }
  }

  /** One at a time, for all who ask. */
  function readOnce(): Promise<void> {
    reading ??= read()
    return reading
  }

  return {
    async find(name: string): Promise<Host | undefined> {
      const host = known?.hosts.get(name)
      const age = known ? now() - known.at : Number.POSITIVE_INFINITY
      if (age < (host ? FRESH_MS : AGAIN_MS)) return host
      if (now() - failedAt < AGAIN_MS) return host ?? refuse()
      const done = readOnce()
      if (host && age < OLD_MS) {
        done.catch(() => undefined)
        return host
      }
      await done.catch(host ? () => undefined : refuse)
      return known?.hosts.get(name)
    },
  }
}

/** Whether there is such a shop nobody knows just now. */
function refuse(): never {
  throw new Refusal('busy')
}

async function withinDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the database does not answer')), DEADLINE_MS)
  })
  try {
    return await Promise.race([work, over])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
