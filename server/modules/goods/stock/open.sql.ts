// Queries about unfinished uploads.
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

const OPEN = `u.tenant_id = :tenant_id and u.step not in ('imported', 'cancelled')`
/** SQL: unfinished uploads on which no work is under way: they wait for a user. */
const LEFT = `${OPEN} and u.step not in ('checking', 'importing')`

export const countOpen = (q: Query, tenant_id: number, { user_id, owner_id }: { user_id: string; owner_id: string }) =>
  q.query<{ user: number; owner: number; tenant: number }>(
    `select count(*) filter (where u.created_by = :user_id)::int as user,
            count(*) filter (where u.owner_id = :owner_id)::int as owner, count(*)::int as tenant
       from uploads u where ${OPEN}`,
    { tenant_id, user_id, owner_id },
  )

export type Forgotten = { id: string; batch_no: number | null }

/**
 * Uploads that nobody has touched since `before`. An upload whose batch is ready is left out, because that batch is stock, whatever step the upload is at.
 */
export const forgotten = (q: Query, tenant_id: number, before: Date) =>
  q.query<Forgotten>(
    `select u.id, u.batch_no from uploads u left join batches b on b.tenant_id = :tenant_id and b.batch_no = u.batch_no
      where ${LEFT} and u.updated_at < :before and b.state is distinct from 'ready' order by u.updated_at limit 1000`,
    { tenant_id, before },
  )

export const deleteForgotten = (q: Query, tenant_id: number, id: string, before: Date) =>
  q.query<{ id: string }>(`delete from uploads u where ${LEFT} and u.id = :id and u.updated_at < :before returning id`, { tenant_id, id, before })

/** The upload that the actor began last, for a denomination or for a pool, at whatever step it is. */
export const lastUpload = (q: Query, { tenant_id, user_id }: SignedIn, is_pool: boolean) =>
  q.query<{ id: string }>(
    `select u.id from uploads u join configurations c on c.tenant_id = :tenant_id and c.id = u.configuration_id
      where u.tenant_id = :tenant_id and u.created_by = :user_id and c.is_pool = :is_pool
      order by u.created_at desc, u.id desc limit 1`,
    { tenant_id, user_id, is_pool },
  )
