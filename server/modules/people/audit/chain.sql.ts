// Queries for sealing and checking the audit log: its rows in the form that is hashed, and the chain of seals over them.
import type { AuditRow } from '../../../postgres/audit-row.ts'
import type { Query } from '../../../postgres/db.ts'

export type Seal = { seq: number; audit_id: string; hash: Buffer; sealed_us: number }
export type Marked = AuditRow & { mark: Buffer }

/** The lowest possible id; reading from this id on reads all rows. */
export const ALL = '00000000-0000-0000-0000-000000000000'

const ROW = `
  a.id, (extract(epoch from a.at) * 1000000)::bigint as at_us, a.user_id, a.username, a.full_name, a.organisation_id,
  a.organisation_name, a.session_id, a.address,
  a.device, a.action, a.subject_kind, a.subject_id, a.subject_name, a.subject_organisation_id, a.before, a.after,
  a.reason, a.search, a.mark`

/** SQL: rows without a seal. Both tables are read from :since on, because otherwise the database would read the whole chain to find the last few rows. */
const UNSEALED = `
  from audit a
 where a.tenant_id = :tenant_id and a.id >= :since
   and not exists (select from audit_chain c
                    where c.tenant_id = :tenant_id and c.audit_id = a.id and c.audit_id >= :since)`

const SEAL = 'seq, audit_id, hash, (extract(epoch from sealed_at) * 1000000)::bigint as sealed_us'

/**
 * Returns whether this server may seal in a tenant now: true for one server at a time, false for a second one, which then does nothing. Even if two servers
 * sealed, the chain's primary key would let only one of them write.
 */
export const takeTurn = async (q: Query, tenant_id: number): Promise<boolean> =>
  (await q.query<{ mine: boolean }>(`select pg_try_advisory_xact_lock(hashtext('audit chain'), :tenant_id) as mine`, { tenant_id }))[0]?.mine ?? false

export const lastSeal = async (q: Query, tenant_id: number): Promise<Seal | undefined> =>
  (await q.query<Seal>(`select ${SEAL} from audit_chain where tenant_id = :tenant_id order by seq desc limit 1`, { tenant_id }))[0]

export const sealAt = async (q: Query, tenant_id: number, seq: number): Promise<Seal | undefined> =>
  (await q.query<Seal>(`select ${SEAL} from audit_chain where tenant_id = :tenant_id and seq = :seq`, { tenant_id, seq }))[0]

/** Rows without a seal from an id on; ids are in the order of time. */
export const unsealed = (q: Query, tenant_id: number, since: string, limit: number) =>
  q.query<Marked>(`select ${ROW} ${UNSEALED} order by a.id limit :limit`, { tenant_id, since, limit })

export const addSeals = (q: Query, tenant_id: number, now: Date, seals: readonly Pick<Seal, 'seq' | 'audit_id' | 'hash'>[]) =>
  q.query(
    `insert into audit_chain (tenant_id, seq, audit_id, hash, sealed_at)
     select :tenant_id, s.seq, s.audit_id, s.hash, :now
       from unnest(:seqs::bigint[], :audit_ids::uuid[], :hashes::bytea[]) as s (seq, audit_id, hash)
     returning 1`,
    { tenant_id, now, seqs: seals.map(({ seq }) => seq), audit_ids: seals.map(({ audit_id }) => audit_id), hashes: seals.map(({ hash }) => hash) },
  )

/** The seals after number `seq`, in order, each with the row it is about; a row's `id` is null if the row does not exist any more. */
export const sealedAfter = (q: Query, tenant_id: number, seq: number, limit: number) =>
  q.query<{ seal_seq: number; audit_id: string; hash: Buffer; sealed_us: number } & (Marked | { id: null })>(
    `select c.seq as seal_seq, c.audit_id, c.hash, c.sealed_us, ${ROW}
       from (select ${SEAL} from audit_chain where tenant_id = :tenant_id and seq > :seq order by seq limit :limit) c
       left join audit a on a.tenant_id = :tenant_id and a.id = c.audit_id order by c.seq`,
    { tenant_id, seq, limit },
  )

export const unsealedBefore = (q: Query, tenant_id: number, moment: Date, limit: number) =>
  q.query<Marked>(`select ${ROW} ${UNSEALED} and a.at < :moment order by a.id limit :limit`, { tenant_id, since: ALL, moment, limit })

export const rowCount = async (q: Query, tenant_id: number): Promise<number> =>
  (await q.query<{ n: number }>('select count(*)::int as n from audit where tenant_id = :tenant_id', { tenant_id }))[0]?.n ?? 0
