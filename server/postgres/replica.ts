// The read replica, from which lists, reports and exports are read where the operator names one. Such a read sees everything that was committed before it was
// requested: the replica is used only if it has replayed the primary's log up to that moment, otherwise the primary is read (decision 0105).
import type { Check } from '../kit/check.ts'
import { type Deadlines, isBroken, isUndone, type Pool } from './pool.ts'

/** The longest wait until the replica has caught up, in milliseconds: longer than a usual lag, and short enough that a user does not notice it. */
const WAIT_MS = 300
const POLL_MS = 10
/** The longest wait for a connection to the replica, and for an answer of either database about how far its log goes. */
const LOOK_MS = 1_000
/** For how long the replica is not asked after it failed, and after it was too far behind, so that not every read waits for it. */
const [REST_MS, BEHIND_MS] = [10_000, 2_000]

export const replicaDeadlines = (deadlines: Deadlines): Deadlines => ({ ...deadlines, connect_ms: Math.min(LOOK_MS, deadlines.connect_ms) })

/**
 * SQL: how far the primary's log is written, and to which history it belongs: the cluster, and the timeline, which changes at every failover and restore. After a
 * restore from a backup, the replica of before is ahead of the primary, but in another history.
 */
const WRITTEN = `
  select pg_current_wal_lsn()::text as lsn, system_identifier::text as cluster,
         ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int as timeline
    from pg_control_system()`
/**
 * SQL: whether this is a replica that receives the log of this history, and whether it has replayed that much of it. A replica notes a new timeline at its next
 * checkpoint, so that after a failover it is not read for some minutes.
 */
const REPLAYED = `
  select pg_is_in_recovery() and s.system_identifier::text = :cluster and c.timeline_id = :timeline
         and exists (select from pg_stat_wal_receiver) as is_replica,
         pg_last_wal_replay_lsn() >= :lsn::pg_lsn as is_current
    from pg_control_system() s, pg_control_checkpoint() c`

/**
 * `replica`: connections to the replica; undefined if there is none, in which case everything is read from the primary. `primary`: connections to the
 * primary, which tell how far its log is written.
 */
export function createReplica(replica: Pool | undefined, primary: Pool, wait_ms = WAIT_MS) {
  if (!replica) return { pools: [], checks: [], read: <T>(own: Pool, work: (pool: Pool) => Promise<T>): Promise<T> => work(own) }
  let restsUntil = 0

  /** Why the replica cannot be read at this moment; '' if it can. Throws if one of the two databases does not answer. */
  const hindrance = async (): Promise<string> => {
    const [written] = await primary.query<{ lsn: string; cluster: string; timeline: number }>({
      ...{ name: 'wal_written', text: WRITTEN, values: [], query_timeout: LOOK_MS },
    })
    if (!written) return 'no answer'
    for (const start = performance.now(); ; await new Promise((done) => setTimeout(done, POLL_MS))) {
      const [state] = await replica.query<{ is_replica: boolean; is_current: boolean | null }>({
        name: 'wal_replayed',
        text: REPLAYED,
        values: written,
        query_timeout: LOOK_MS,
      })
      // After a failover the former replica may be a primary of its own; after a restore it may follow a history that the primary has left.
      if (!state?.is_replica) return 'not a replica of this primary'
      if (state.is_current) return ''
      if (performance.now() - start >= wait_ms) return `more than ${wait_ms} ms behind`
    }
  }

  const isCurrent = async (): Promise<boolean> => {
    if (performance.now() < restsUntil) return false
    const rest = (ms: number) => {
      restsUntil = performance.now() + ms
      return false
    }
    return hindrance().then(
      (why) => why === '' || rest(why.startsWith('more than') ? BEHIND_MS : REST_MS),
      () => rest(REST_MS),
    )
  }

  return {
    pools: [replica],
    /** Reads from the replica if it is current, otherwise from `own`. If a read fails on the replica, the caller repeats it, and it is made on the primary. */
    async read<T>(own: Pool, work: (pool: Pool) => Promise<T>): Promise<T> {
      if (!(await isCurrent())) return work(own)
      try {
        return await work(replica)
      } catch (error) {
        // 40001 is also the error of a read that PostgreSQL ended because it held up the replay.
        if (isUndone(error) || isBroken(error)) restsUntil = performance.now() + REST_MS
        throw error
      }
    },
    /** Tells the operator whether the replica is read. A server whose replica is not read still gets work, because it reads the primary instead. */
    checks: [
      {
        name: 'replica',
        isAside: true,
        look: async () => {
          const start = performance.now()
          const why = await hindrance()
          return { ok: why === '', detail: why || `current after ${Math.round(performance.now() - start)} ms` }
        },
      },
    ] satisfies Check[],
  }
}
