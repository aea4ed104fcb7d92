// Queries of credit runs: the requested rows, the progress, and the server that works on it.
import type { Calls } from '../../../contract/index.ts'
import type { InputOf, OutputOf } from '../../../contract/kit/call.ts'
import type { SignedIn } from '../../kit/actor.ts'
import type { Query } from '../../kit/db.ts'

export type Asked = InputOf<Calls['creditRunStart']>
export type Result = OutputOf<Calls['walletChangeMany']>['rows'][number]
/** The asker, with the address and device of the request. */
export type AskedBy = { actor: SignedIn; address: string; device: string }
export type Run = { id: string; asked_by: AskedBy; payment_mode: Asked['payment_mode']; rows: Asked['rows']; results: Result[] }

export const addRun = (q: Query, tenant_id: number, id: string, user_id: string, by: AskedBy, { rows, payment_mode }: Asked, now: Date) =>
  q.query(
    `insert into credit_runs (tenant_id, id, user_id, asked_by, payment_mode, rows, total, claimed_until, created_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
    [tenant_id, id, user_id, JSON.stringify(by), payment_mode, JSON.stringify(rows), rows.length, now],
  )

/** Only the actor's own run. */
export const runOf = (q: Query, { tenant_id, user_id }: SignedIn, id: string) =>
  q.query<{ total: number; done: number; results: Result[] }>(
    'select total, done, results from credit_runs where tenant_id = $1 and user_id = $2 and id = $3',
    [tenant_id, user_id, id],
  )

export const openRuns = (q: Query, tenant_id: number, now: Date) =>
  q.query<{ id: string }>('select id from credit_runs where tenant_id = $1 and done < total and claimed_until <= $2 order by id', [tenant_id, now])

/** Takes the run for a while; no row when another server has it, or nothing is left. */
export const claimRun = (q: Query, tenant_id: number, id: string, now: Date, lease_ms: number) =>
  q.query<Run>(
    `update credit_runs set claimed_until = $3::timestamptz + $4 * interval '1 millisecond'
      where tenant_id = $1 and id = $2 and done < total and claimed_until <= $3 returning id, asked_by, payment_mode, rows, results`,
    [tenant_id, id, now, lease_ms],
  )

/** Stores the next results and extends the claim. */
export const addResults = (q: Query, tenant_id: number, id: string, results: readonly Result[], now: Date, lease_ms: number) =>
  q.query(
    `update credit_runs set results = $3, done = $4, claimed_until = $5::timestamptz + $6 * interval '1 millisecond' where tenant_id = $1 and id = $2 and done < $4`,
    [tenant_id, id, JSON.stringify(results), results.length, now, lease_ms],
  )

/** After a week only the bookings themselves remain. */
export const forgetRuns = (q: Query, tenant_id: number, now: Date) =>
  q.query(`delete from credit_runs where tenant_id = $1 and done = total and created_at < $2::timestamptz - interval '7 days'`, [tenant_id, now])

/** Whether the asker may still give credit: active, in the same organisation, with the right. */
export const mayCredit = async (q: Query, { home_tenant_id, user_id, home_organisation_id }: SignedIn) =>
  (
    await q.query(
      `select from users u join organisations o on o.tenant_id = $1 and o.id = u.organisation_id
        where u.tenant_id = $1 and u.id = $2 and o.id = $3 and u.is_active and (u.internal_role = 0 or 'has_credit' = any (u.flags))
          and (o.kind = 'platform' or 'has_credit' = any (o.flags))
          and not exists (select from organisations a where a.tenant_id = $1 and a.id = any (o.path) and not a.is_active)`,
      [home_tenant_id, user_id, home_organisation_id],
    )
  ).length > 0
