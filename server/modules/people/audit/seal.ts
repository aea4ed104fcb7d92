// Seals the audit log with a chain: each hash, made with the server's key, covers the mark of a row and the hash before. One server writes the chain of a
// tenant, seconds after the rows.

import type { Services } from '../../../http/services.ts'
import type { Keys } from '../../../kit/keys.ts'
import { type AuditRow, markOf } from '../../../postgres/audit-row.ts'
import { planAnew } from '../../../postgres/db.ts'
import { ALL, addSeals, lastSeal, type Marked, type Seal, takeTurn, unsealed } from './chain.sql.ts'

type SealServices = Pick<Services, 'db' | 'keys' | 'clock'>

const AT_ONCE = 1_000
/**
 * How long a row may stay invisible while rows with later ids are visible already, because its transaction may take that long. Rows that become visible even
 * later are sealed by the job that reads all rows.
 */
const LATE_MS = 10 * 60_000

export const hashOf = (keys: Keys, tenant_id: number, { seq, audit_id, sealed_us }: Omit<Seal, 'hash'>, mark: Buffer, before: Buffer): Buffer =>
  keys.sign('audit chain', [tenant_id, seq, audit_id, sealed_us, mark.toString('hex'), before.toString('hex')].join('|'))

/** Whether a server wrote the row and nobody changed it since. */
export const isMarked = (keys: Keys, tenant_id: number, row: AuditRow & { mark: Buffer }): boolean => markOf(keys, tenant_id, row).equals(row.mark)

/**
 * Seals new rows; if `since` is ALL, also rows that were missed earlier. Returns the end of the chain. A row that no server wrote is not sealed; the check of
 * the log will report it.
 */
export async function sealAudit(ground: SealServices, tenant_id: number, since?: string): Promise<Seal | undefined> {
  for (let from = since; ; ) {
    const { end, next } = await sealSome(ground, tenant_id, from)
    if (!next) return end
    from = next
  }
}

/** Seals one portion of rows. `next`: the id after which there may be more; undefined if there are none. */
function sealSome(
  { db, keys, clock }: SealServices,
  tenant_id: number,
  from: string | undefined,
): Promise<{ end: Seal | undefined; next?: string | undefined }> {
  return db.write(tenant_id, async (q) => {
    await planAnew(q)
    const isTurn = await takeTurn(q, tenant_id)
    const last = await lastSeal(q, tenant_id)
    if (!isTurn) return { end: last }
    const rows = await unsealed(q, tenant_id, from ?? sinceOf(last, clock()), AT_ONCE)
    const genuine = rows.filter((row) => isMarked(keys, tenant_id, row))
    const now = clock()
    const seals = linked(keys, tenant_id, genuine, last, now)
    if (seals.length > 0) await addSeals(q, tenant_id, now, seals)
    return { end: seals.at(-1) ?? last, next: rows.length < AT_ONCE ? undefined : rows.at(-1)?.id }
  })
}

function linked(keys: Keys, tenant_id: number, rows: readonly Marked[], last: Seal | undefined, now: Date): Seal[] {
  const seals: Seal[] = []
  for (const { id, mark } of rows) {
    const before = seals.at(-1) ?? last
    const seal = { seq: (before?.seq ?? 0) + 1, audit_id: id, sealed_us: now.getTime() * 1000 }
    seals.push({ ...seal, hash: hashOf(keys, tenant_id, seal, mark, before?.hash ?? Buffer.alloc(0)) })
  }
  return seals
}

/**
 * The id from which on a row may lack a seal. An id begins with its time in milliseconds. A new row is at most LATE_MS older than the last sealed row, or, if
 * the time of that row is in the future, at most LATE_MS older than now.
 */
function sinceOf(last: Seal | undefined, now: Date): string {
  if (!last) return ALL
  const sealed = Number.parseInt(last.audit_id.replace('-', '').slice(0, 12), 16)
  const digits = (Math.min(sealed, now.getTime()) - LATE_MS).toString(16).padStart(12, '0')
  return `${digits.slice(0, 8)}-${digits.slice(8)}${ALL.slice(13)}`
}
