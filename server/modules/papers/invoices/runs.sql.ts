// Queries about invoice runs: the customers of each run, its progress, and which server works on it.
import type { Calls } from '../../../../contract/index.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import { IS_MANAGER, type SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Period } from './billing.sql.ts'

export type Result = OutputOf<Calls['invoiceRun']>['results'][number]
/** The user who started the run, with the IP address and device of the request. */
export type AskedBy = { actor: SignedIn; address: string; device: string }
export type What = 'sales' | 'refunds'
type NewRun = Period & {
  tenant_id: number
  id: string
  issuer_id: string
  user_id: string
  asked_by: AskedBy
  what: What
  customers: readonly string[]
  now: Date
}
export type Run = Period & { id: string; issuer_id: string; user_id: string; asked_by: AskedBy; what: What; customers: string[]; results: Result[] }

export const addRun = (q: Query, { asked_by, ...run }: NewRun) =>
  q.query(
    `insert into invoice_runs (tenant_id, id, issuer_id, user_id, asked_by, what, date_from, date_to, customers, total,
                               claimed_until, created_at)
     values (:tenant_id, :id, :issuer_id, :user_id, :asked_by, :what, :date_from, :date_to, :customers,
             cardinality(:customers::uuid[]), :now, :now)`,
    { ...run, asked_by: JSON.stringify(asked_by) },
  )

/**
 * Counts a user's unfinished runs, and makes other starts by the user wait until the transaction ends. Otherwise two simultaneous starts would not count each
 * other, and could together exceed the limit.
 */
export async function unfinished(q: Query, tenant_id: number, user_id: string): Promise<number> {
  await q.query(`select pg_advisory_xact_lock(hashtext('invoice_runs'), hashtext(:user_id))`, { user_id })
  const [row] = await q.query<{ n: number }>(
    `select count(*)::int as n from invoice_runs
      where tenant_id = :tenant_id and user_id = :user_id and done < total`,
    { tenant_id, user_id },
  )
  return row?.n ?? 0
}

/** A run; undefined if another organisation started it. */
export const runOf = async (q: Query, { tenant_id, organisation_id }: SignedIn, id: string) =>
  (
    await q.query<{ total: number; results: Result[] }>(
      `select total, results from invoice_runs
        where tenant_id = :tenant_id and issuer_id = :organisation_id and id = :id`,
      { tenant_id, organisation_id, id },
    )
  )[0]

export const openRuns = (q: Query, tenant_id: number, now: Date) =>
  q.query<{ id: string }>(
    `select id from invoice_runs
      where tenant_id = :tenant_id and done < total and claimed_until <= :now order by id`,
    { tenant_id, now },
  )

/** Claims a run for a while. Returns no row if another server has claimed it or it has no customer left. */
export const claimRun = async (q: Query, tenant_id: number, id: string, now: Date, lease_ms: number) =>
  (
    await q.query<Run>(
      `update invoice_runs set claimed_until = :now::timestamptz + :lease_ms * interval '1 millisecond'
        where tenant_id = :tenant_id and id = :id and done < total and claimed_until <= :now
        returning id, issuer_id, user_id, asked_by, what, date_from, date_to, customers, results`,
      { tenant_id, id, now, lease_ms },
    )
  )[0]

/** Stores result number `at`, unless it is stored already, and extends the claim. With a lease of 0, any server may claim the run next. */
export const addResult = (q: Query, tenant_id: number, id: string, at: number, result: Result, now: Date, lease_ms: number) =>
  q.query(
    `update invoice_runs set results = results || :result::jsonb, done = done + 1,
            claimed_until = :now::timestamptz + :lease_ms * interval '1 millisecond'
      where tenant_id = :tenant_id and id = :id and done = :at`,
    { tenant_id, id, at, result: JSON.stringify([result]), now, lease_ms },
  )

/** Deletes complete runs a week after they were started. Their documents stay. */
export const forgetRuns = (q: Query, tenant_id: number, now: Date) =>
  q.query(
    `delete from invoice_runs
      where tenant_id = :tenant_id and done = total and created_at < :now::timestamptz - interval '7 days'`,
    { tenant_id, now },
  )

/**
 * Whether the user who started a run may still make documents: the user is active, belongs to the same organisation and has the right to invoice, and neither
 * that organisation nor one above it is suspended.
 */
export const mayBill = async (q: Query, { home_tenant_id, user_id, home_organisation_id }: SignedIn) =>
  (
    await q.query(
      `select from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
        where u.tenant_id = :tenant_id and u.id = :user_id and o.id = :home_organisation_id and u.is_active
          and (${IS_MANAGER}
               or 'has_invoice' = any (u.flags) and (o.kind = 'platform' or 'has_invoice' = any (o.flags)))
          and not exists (select from organisations a
                           where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active)`,
      { tenant_id: home_tenant_id, user_id, home_organisation_id },
    )
  ).length > 0
