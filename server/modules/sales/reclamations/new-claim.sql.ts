// Queries for making a claim: which PINs the shop means, and their data. A shop finds only PINs that it sold.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'

export type Place = { batch_no: number; seq: number }

export const pinsOfSale = (q: Query, { tenant_id, organisation_id }: SignedIn, sale_id: string) =>
  q.query<Place>(
    `select p.batch_no, p.seq from sales s
      cross join lateral generate_series(1, cardinality(s.ranges) / 3) i
      cross join lateral (
        select p.batch_no, p.seq from pins p
         where p.tenant_id = :tenant_id and p.batch_no = s.ranges[3 * i - 2] and p.seq >= s.ranges[3 * i - 1]
           and p.seq < s.ranges[3 * i - 1] + s.ranges[3 * i] and p.sale_id = s.id offset 0) p
      where s.tenant_id = :tenant_id and s.id = :sale_id and s.seller_id = :organisation_id
      order by p.batch_no, p.seq`,
    { tenant_id, organisation_id, sale_id },
  )

/** For each text, the shop's sold PIN that has it as its serial or code; if there are several, the one sold last; null if there is none. */
export const pinsByText = (q: Query, { tenant_id, organisation_id }: SignedIn, serials: readonly string[], hashes: readonly Buffer[]) =>
  q.query<{ [K in keyof Place]: number | null }>(
    `select one.batch_no, one.seq
       from unnest(:serials::text[], :hashes::bytea[]) with ordinality as t(serial, hash, place)
       left join lateral (
         select p.batch_no, p.seq
           from (select p.batch_no, p.seq, p.sale_id from pins p
                  where p.tenant_id = :tenant_id and p.serial = t.serial and p.serial <> ''
                 union all
                 select p.batch_no, p.seq, p.sale_id from pins p
                  where p.tenant_id = :tenant_id and p.hash = t.hash) p
           join sales s on s.tenant_id = :tenant_id and s.id = p.sale_id and s.seller_id = :organisation_id
          order by s.id desc limit 1) one on true
      order by t.place`,
    { tenant_id, organisation_id, serials, hashes },
  )

export type Facts = {
  product_name: string
  value: Money
  serial: string
  pin_last4: string
  sold_at: Instant
  copies: number
  batch_claims: number
  due_at: Instant | null
  is_dead: boolean
  /** The id of the claim that is open for this PIN; null if there is none. */
  reclaim_id: string | null
  number: number | null
}

/** The data of the PINs at these places (batch, and number in the batch): one row for each, in the same order. */
export const factsOf = (q: Query, { tenant_id, organisation_id }: SignedIn, places: readonly Place[], now: Date) =>
  q.query<Facts>(
    `select s.product_name, s.value, p.serial, p.last4 as pin_last4, s.created_at as sold_at, s.copies::int,
            (select count(*)::int from reclamations c
              where c.tenant_id = :tenant_id and c.batch_no = a.batch_no
                and c.created_at > :now::timestamptz - interval '30 days') as batch_claims,
            case when w.reclaim_days > 0 then s.created_at + make_interval(days => w.reclaim_days) end as due_at,
            exists (select from reclaimed_pins d
                     where d.tenant_id = :tenant_id and d.batch_no = a.batch_no and d.seq = a.seq) as is_dead,
            open.id as reclaim_id, open.number
       from unnest(:batches::int[], :seqs::int[]) with ordinality as a(batch_no, seq, place)
       join pins p on p.tenant_id = :tenant_id and p.batch_no = a.batch_no and p.seq = a.seq
       join sales s on s.tenant_id = :tenant_id and s.id = p.sale_id and s.seller_id = :organisation_id
       join batches b on b.tenant_id = :tenant_id and b.batch_no = a.batch_no
       join suppliers w on w.tenant_id = :tenant_id and w.id = b.supplier_id
       left join reclamations open on open.tenant_id = :tenant_id and open.batch_no = a.batch_no and open.seq = a.seq
        and open.state not in ('accepted', 'rejected')
      order by a.place`,
    { tenant_id, organisation_id, batches: places.map(({ batch_no }) => batch_no), seqs: places.map(({ seq }) => seq), now },
  )

export const claimsOfMonth = async (q: Query, { tenant_id, organisation_id }: SignedIn, now: Date) =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from reclamations r
        where r.tenant_id = :tenant_id and r.seller_id = :organisation_id
          and r.created_at > :now::timestamptz - interval '30 days'`,
      { tenant_id, organisation_id, now },
    )
  )[0]?.n ?? 0
