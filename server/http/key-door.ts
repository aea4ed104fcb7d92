// Admission of API keys: from which IP addresses a key may be used, and how many calls a minute.
import { BlockList, isIPv6 } from 'node:net'
import type { KeyBounds } from '../kit/actor.ts'
import { Refusal } from '../kit/errors.ts'
import type { Clock } from '../postgres/clock.ts'
import type { Db } from '../postgres/db.ts'
import { createGatherer } from '../postgres/gatherer.ts'

const MINUTE_MS = 60_000
/** The most calls that one statement counts. */
const TOGETHER_MAX = 200
const KNOWN_MAX = 10_000

/**
 * SQL: counts calls by key and minute. If a server's clock is behind, its calls count into the newer minute that is stored. Rows are ordered by key, so that
 * two servers never deadlock.
 */
const COUNT = `
  insert into api_paces as p (tenant_id, session_id, minute, calls)
  select :tenant_id, asked.id, :minute, asked.n
    from unnest(:ids::uuid[], :counts::int[]) as asked(id, n) order by asked.id
  on conflict (tenant_id, session_id) do update
     set minute = greatest(p.minute, excluded.minute),
         calls = case when p.minute >= excluded.minute then p.calls + excluded.calls else excluded.calls end
  returning session_id, calls`

export type KeyDoor = ReturnType<typeof createKeyDoor>

/**
 * Admits API keys. Calls are counted in the database, for all servers together; once a key's minute is used up, its calls are refused without asking
 * the database.
 */
export function createKeyDoor(db: Pick<Db, 'once'>, clock: Clock) {
  const usedUp = new Map<string, string>()
  const counters = new Map<number, (session_id: string) => Promise<number>>()
  const minuteNow = () => Math.floor(clock().getTime() / MINUTE_MS)

  function counter(tenant_id: number) {
    const known = counters.get(tenant_id) ?? createGatherer((ids: readonly string[]) => count(tenant_id, ids), TOGETHER_MAX)
    counters.set(tenant_id, known)
    return known
  }

  /** Counts these calls; returns for each call its number among the key's calls of this minute. */
  async function count(tenant_id: number, ids: readonly string[]): Promise<number[]> {
    const counts = new Map<string, number>()
    const places = ids.map((id) => {
      const n = (counts.get(id) ?? 0) + 1
      counts.set(id, n)
      return n
    })
    const values = { tenant_id, minute: new Date(minuteNow() * MINUTE_MS), ids: [...counts.keys()], counts: [...counts.values()] }
    // This write does not wait for the disk: after a crash at most a few calls are not counted.
    const rows = await db.once<{ session_id: string; calls: number }>(
      tenant_id,
      { name: 'count_calls', text: COUNT, values },
      'set local synchronous_commit = off; ',
    )
    const totals = new Map(rows.map(({ session_id, calls }) => [session_id, calls]))
    return ids.map((id, i) => (totals.get(id) ?? 0) - (counts.get(id) ?? 0) + (places[i] ?? 0))
  }

  return {
    async admit(tenant_id: number, session_id: string, { addresses, calls_per_minute: most }: KeyBounds, address: string): Promise<void> {
      if (addresses.length > 0 && !isAmong(addresses, address)) throw new Refusal('key_address', { detail: { address } })
      const minute = `${minuteNow()}|${most}`
      if (usedUp.get(session_id) !== minute && (await counter(tenant_id)(session_id)) <= most) return
      if (usedUp.size >= KNOWN_MAX) usedUp.clear()
      usedUp.set(session_id, minute)
      throw new Refusal('too_many_requests', { detail: { most } })
    },
  }
}

/** Whether an IP address is one of these addresses, or in one of these networks, which were validated when they were entered. */
function isAmong(addresses: readonly string[], address: string): boolean {
  const list = new BlockList()
  for (const one of addresses) {
    const [net = '', bits] = one.split('/')
    const family = familyOf(net)
    if (bits === undefined) list.addAddress(net, family)
    else list.addSubnet(net, Number(bits), family)
  }
  return list.check(address, familyOf(address))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
