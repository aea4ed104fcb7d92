// Finds the shop that a host name belongs to. It is strict: one Host header, one spelling, an exact look-up; any other request belongs to no shop.
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../kit/errors.ts'
import type { Db } from '../postgres/db.ts'

export type Host = { name: string; tenant_id: number; organisation_id: string }

/** The pattern of a host name. Only ASCII is accepted, because lower-casing would turn a Kelvin sign into a k. */
const NAME = /^[a-z0-9-]{1,63}(\.[a-z0-9-]{1,63})*$/i
const NAME_MAX = 253
/** A list of hosts older than this is refreshed in the background. */
const FRESH_MS = 5_000
/** Unknown names cause a refresh at most this often, however many names are asked for and by whom. */
const AGAIN_MS = 1_000
/** A list of hosts older than this, for example after a quiet night, is refreshed before it is used. */
const OLD_MS = 60_000
/** How long a request waits for a refresh of the list at most. */
const DEADLINE_MS = 2_000

/**
 * The host name in lower case, without port and without one trailing dot; undefined if the text is no host name. This is checked here, because Node lets `a, b`
 * and `a@b` pass.
 */
export function hostName(text: string): string | undefined {
  const name = text.replace(/:\d{1,5}$/, '').replace(/\.$/, '')
  return name.length <= NAME_MAX && NAME.test(name) ? name.toLowerCase() : undefined
}

/** The host that a request asks for. Node takes the first of two Host headers; for this function two headers mean no host. */
export function hostNameOf(request: FastifyRequest): string | undefined {
  const given = request.raw.rawHeaders.filter((header, i) => i % 2 === 0 && header.toLowerCase() === 'host')
  return given.length > 1 ? undefined : hostName(request.host ?? '')
}

export type Hosts = ReturnType<typeof createHosts>

type Read = { hosts: ReadonlyMap<string, Host>; at: number }

/**
 * Holds all hosts in memory, so that requests for unknown names cost no transaction, however many there are. A new host is found within seconds.
 * `now`: the time in milliseconds, by a clock that only goes forwards.
 */
export function createHosts(db: Pick<Db, 'reference'>, now: () => number = () => performance.now()) {
  let known: Read | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let reading: Promise<void> | undefined

  async function read(): Promise<void> {
    try {
      const rows = await withinDeadline(
        db.reference((q) =>
          q.query<Host>(
            `select host as name, tenant_id, organisation_id
               from hosts`,
          ),
        ),
      )
      known = { hosts: new Map(rows.map((row) => [row.name, row])), at: now() }
    } catch (error) {
      failedAt = now()
      throw error
    } finally {
      reading = undefined
    }
  }

  /** Reads the list of hosts. Only one reading runs at a time, and all requests that need it share its result. */
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

/** Refuses a request with the code for busy, because at present the server cannot find out whether this shop exists. */
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
