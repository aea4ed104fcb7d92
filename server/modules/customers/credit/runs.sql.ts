// Queries of credit runs: their rows, the progress of each run, and which server is working on it.
import type { Calls } from '../../../../contract/index.ts'
import type { Flag } from '../../../../contract/kit/access.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import { IS_MANAGER, type SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

export type CreditRunStartInput = InputOf<Calls['creditRunStart']>
export type Result = OutputOf<Calls['walletChangeMany']>['rows'][number]
/** The user who requested the run, with the IP address and device of the request. */
export type AskedBy = { actor: SignedIn; address: string; device: string }
export type Run = {
  id: string
  asked_by: AskedBy
  payment_mode: CreditRunStartInput['payment_mode']
  rows: CreditRunStartInput['rows']
  round_id: string | null
  results: Result[]
}

/** Adds a run. If the run belongs to a round, returns no row while the organisation has another round under way. */
export const addRun = (q: Query, { actor, ...from }: AskedBy, id: string, { rows, payment_mode, round_id }: CreditRunStartInput, now: Date) =>
  q.query<{ id: string }>(
    `insert into credit_runs
       (tenant_id, id, user_id, organisation_id, asked_by, payment_mode, rows, round_id, total, claimed_until,
        created_at)
     values
       (:tenant_id, :id, :user_id, :organisation_id, :by, :payment_mode, :rows, :round_id, :length, :now, :now)
     on conflict (tenant_id, organisation_id) where round_id is not null and done < total do nothing returning id`,
    {
      ...{ tenant_id: actor.tenant_id, id, user_id: actor.user_id, organisation_id: actor.organisation_id, payment_mode, round_id: round_id ?? null, now },
      ...{ by: JSON.stringify({ actor, ...from }), rows: JSON.stringify(rows), length: rows.length },
    },
  )

/** Reads a run; returns no row if another user requested it. */
export const runOf = (q: Query, { tenant_id, user_id }: SignedIn, id: string) =>
  q.query<{ total: number; done: number; results: Result[] }>(
    'select total, done, results from credit_runs where tenant_id = :tenant_id and user_id = :user_id and id = :id',
    { tenant_id, user_id, id },
  )

export const openRuns = (q: Query, tenant_id: number, now: Date) =>
  q.query<{ id: string }>(
    `select id from credit_runs
      where tenant_id = :tenant_id and done < total and claimed_until <= :now order by id`,
    { tenant_id, now },
  )

/** Claims the run for `lease_ms`; no row if another server has claimed it or it has ended. */
export const claimRun = (q: Query, tenant_id: number, id: string, now: Date, lease_ms: number) =>
  q.query<Run>(
    `update credit_runs set claimed_until = :now::timestamptz + :lease_ms * interval '1 millisecond'
      where tenant_id = :tenant_id and id = :id and done < total and claimed_until <= :now
      returning id, asked_by, payment_mode, rows, round_id, results`,
    { tenant_id, id, now, lease_ms },
  )

/** Stores the next results and extends the claim. */
export const addResults = (q: Query, tenant_id: number, id: string, results: readonly Result[], now: Date, lease_ms: number) =>
  q.query(
    `update credit_runs set results = :results, done = :length,
            claimed_until = :now::timestamptz + :lease_ms * interval '1 millisecond'
      where tenant_id = :tenant_id and id = :id and done < :length`,
    { tenant_id, id, results: JSON.stringify(results), length: results.length, now, lease_ms },
  )

/** Deletes runs that have ended, a week after they were requested; their bookings stay. */
export const forgetRuns = (q: Query, tenant_id: number, now: Date) =>
  q.query(
    `delete from credit_runs
      where tenant_id = :tenant_id and done = total and created_at < :now::timestamptz - interval '7 days'`,
    { tenant_id, now },
  )

/**
 * Whether the user may still act: the account is active and still in the same organisation, the user and the organisation have all these rights, and neither
 * that organisation nor one above it is suspended.
 */
export const stillMay = async (q: Query, { home_tenant_id, user_id, home_organisation_id }: SignedIn, flags: readonly Flag[]) =>
  (
    await q.query(
      `select from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
        where u.tenant_id = :tenant_id and u.id = :user_id and o.id = :home_organisation_id and u.is_active
          and (${IS_MANAGER} or u.flags @> :flags)
          and (o.kind = 'platform' or o.flags @> :flags)
          and not exists (select from organisations a
                           where a.tenant_id = :tenant_id and a.id = any (o.path) and not a.is_active)`,
      { tenant_id: home_tenant_id, user_id, home_organisation_id, flags },
    )
  ).length > 0
