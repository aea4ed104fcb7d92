// Queries about stock held back after a restore.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'

export type HeldRow = {
  batch_no: number
  configuration_id: string
  product_name: string
  pool_name: string | null
  value: number
  owner_name: string
  supplier_name: string
  lot: string
  held: number
  was_published: boolean
  created_at: Instant
  held_total: number
  total_count: number
}

/** Held batches; the search also finds a batch by its number. Rows are in the order of batch numbers, because a sale locks queue heads in that order too. */
export const heldRows = (q: Query, actor: SignedIn, search: string | null, limit: number, offset: number) =>
  q.query<HeldRow>(
    pageOf(
      {
        before: `with held as materialized (
       select h.configuration_id, h.batch_no, sum(h.end_seq - h.next_seq)::int as held,
              bool_or(h.held_published) as was_published
         from queue_heads h where h.tenant_id = :tenant_id and h.held_published is not null group by 1, 2)`,
        select: `b.batch_no, b.configuration_id, p.name as product_name,
                 case when c.is_pool then c.info end as pool_name, c.value, o.name as owner_name,
                 s.company as supplier_name, b.lot, held.held, held.was_published, b.created_at,
                 (sum(held.held) over ())::int as held_total, (count(*) over ())::int as total_count`,
        from: `held
               join batches b on b.tenant_id = :tenant_id and b.batch_no = held.batch_no
               join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
               join products p on p.tenant_id = :tenant_id and p.id = c.product_id
               join organisations o on o.tenant_id = :tenant_id and o.id = b.owner_id
               join suppliers s on s.tenant_id = :tenant_id and s.id = b.supplier_id`,
        where: `${isOwn('b')} and (:search::text is null or strpos(p.name_search, :search) > 0
                                   or b.batch_no::text = :search)`,
        order: 'b.batch_no',
      },
      { ...ownedBy(actor), search },
      { limit, offset },
    ),
  )

export const openRestore = (q: Query, tenant_id: number) =>
  q.query<{ cause: 'restored' | 'older' | 'asked'; point: Instant | null; held_at: Instant }>(
    `select cause, point, held_at from restores where tenant_id = :tenant_id and released_at is null
      order by held_at desc limit 1`,
    { tenant_id },
  )

export type ToRelease = { batch_no: number; owner_id: string; configuration_id: string; product_name: string; value: number }

/** The held batch with this number, or without a number all held batches of the actor. */
export const batchesToRelease = (q: Query, actor: SignedIn, batch_no: number | undefined) =>
  q.query<ToRelease>(
    `select b.batch_no, b.owner_id, b.configuration_id, p.name as product_name, c.value
       from batches b
       join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where b.tenant_id = :tenant_id and ${isOwn('b')} and b.state = 'ready'
        and case when :batch_no::int is null
                 then exists (select from queue_heads h
                               where h.tenant_id = :tenant_id and h.configuration_id = b.configuration_id
                                 and h.batch_no = b.batch_no
                                 and h.held_published is not null)
                 else b.batch_no = :batch_no end
      order by b.configuration_id, b.batch_no`,
    { ...ownedBy(actor), batch_no: batch_no ?? null },
  )

/** The organisations whose customers' API keys were blocked at the instant `at`, with the number of these customers. */
export const keysHeld = (q: Query, tenant_id: number, at: Date) =>
  q.query<{ parent_id: string; customers: number }>(
    `select o.parent_id, count(*)::int as customers from organisations o
      where o.tenant_id = :tenant_id and o.api_held_at = :at group by 1`,
    { tenant_id, at },
  )

/** The owners of held stock, and how many PINs each has. */
export const holders = (q: Query, tenant_id: number) =>
  q.query<{ owner_id: string; pins: number }>(
    `select b.owner_id, sum(h.end_seq - h.next_seq)::int as pins
       from queue_heads h join batches b on b.tenant_id = :tenant_id and b.batch_no = h.batch_no
      where h.tenant_id = :tenant_id and h.held_published is not null group by 1`,
    { tenant_id },
  )
