// Queries about single batches and PINs. Under row level security PostgreSQL uses an index only for plain comparisons, so codes and serials are compared
// whole, with `=`.
import type * as z from 'zod/mini'
import type { inventorySearch, soldPins, TrailEvent } from '../../../../contract/goods/batches.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'

export type PinState = OutputOf<typeof inventorySearch>['pins'][number]['state']
/** `seq`: the number, within the batch, of the PIN that the event is about; null if the event is about the whole batch. */
export type Custody = { batch_no: number; seq: number | null; event: z.output<typeof TrailEvent>['event']; who: string; user_id: string | null; note?: string }

/** SQL: the state of pin `p` whose stretch (its row of queue_heads) is `h`; `day` is the parameter with today's Berlin day. */
export const stateOf = (day: string) => `
  case when p.sale_id is not null and exists (
              select from reclaimed_pins d
               where d.tenant_id = :tenant_id and d.batch_no = p.batch_no and d.seq = p.seq) then 'reclaimed'
       when p.sale_id is not null then 'sold' when p.is_blocked then 'blocked'
       when h.expires_on < ${day}::date then 'expired'
       when h.is_published then 'available' else 'unpublished' end`

/**
 * SQL: joins to pin `p` of batch `b` the PIN's stretch, which is a row of queue_heads. The PINs of a stretch are sold
 * one after the other. A blocked PIN has an empty stretch of its own.
 */
export const STRETCH = `
  left join lateral (select h.is_published, h.expires_on from queue_heads h
                      where h.tenant_id = :tenant_id and h.configuration_id = b.configuration_id
                        and h.batch_no = b.batch_no and h.first_seq <= p.seq
                        and (p.seq < h.end_seq or p.seq = h.first_seq)) h on true`

const isGood = (day: string) => `(h.expires_on is null or h.expires_on >= ${day}::date)`
const left = (which: string) => `coalesce(sum(h.end_seq - h.next_seq) filter (where ${which}), 0)::int`

/** SQL over queue heads `h` (stretches): how many PINs are published, not expired and not sold. `day` is the parameter with today's Berlin day. */
export const availableOf = (day: string) => `${left(`h.is_published and ${isGood(day)}`)} as available`

/** SQL: the counts of a batch: its PINs on sale, unpublished, expired and sold. */
export const countsOf = (day: string) => `
  ${availableOf(day)}, ${left(`not h.is_published and ${isGood(day)}`)} as unpublished,
  ${left(`h.expires_on < ${day}::date`)} as expired, coalesce(sum(h.next_seq - h.first_seq), 0)::int as sold`

export type OwnBatch = {
  batch_no: number
  owner_id: string
  configuration_id: string
  state: 'importing' | 'ready'
  quantity: number
  filename: string
  product_name: string
  value: number
}

export const ownBatch = (q: Query, actor: SignedIn, batch_no: number) =>
  q.query<OwnBatch>(
    `select b.batch_no, b.owner_id, b.configuration_id, b.state, b.quantity, b.filename, p.name as product_name, c.value
       from batches b
       join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where b.tenant_id = :tenant_id and ${isOwn('b')} and b.batch_no = :batch_no`,
    { ...ownedBy(actor), batch_no },
  )

/** Cancels the upload that a batch came from, so that the same file can be uploaded again. */
export const closeUpload = (q: Query, tenant_id: number, now: Date, batch_no: number) =>
  q.query(
    `update uploads set step = 'cancelled', updated_at = :now
      where tenant_id = :tenant_id and batch_no = :batch_no and step in ('importing', 'imported')`,
    { tenant_id, batch_no, now },
  )

export const undoneBatches = (q: Query, tenant_id: number) =>
  q.query<{ batch_no: number }>(
    `select batch_no from batches where tenant_id = :tenant_id and state = 'importing' and undone_at is not null
      order by batch_no`,
    { tenant_id },
  )

export const insertCustody = (q: Query, { id, at, batch_no, seq, event, who, user_id, note }: Custody & { id: string; at: Date }) =>
  q.query(
    `insert into custody (tenant_id, id, batch_no, seq, event, user_id, who, note, at)
     values (current_setting('app.tenant')::int, :id, :batch_no, :seq, :event, :user_id, :who, :note, :at)`,
    { id, batch_no, seq, event, user_id, who, note: note ?? '', at },
  )

/** SQL: the events of one PIN; look-ups of its whole batch are left out. */
const TRAIL = `
  with pin as (select p.sale_id from pins p where p.tenant_id = :tenant_id and p.batch_no = :batch_no and p.seq = :seq)
  select b.created_at as at, 'imported' as event, b.created_by as who, b.lot as note from batches b
   where b.tenant_id = :tenant_id and b.batch_no = :batch_no
  union all
  select c.at, c.event, c.who, c.note from custody c
   where c.tenant_id = :tenant_id and c.batch_no = :batch_no
     and (c.seq = :seq or (c.seq is null and c.event <> 'looked_up'))
  union all
  select s.created_at, 'sold', o.name, coalesce(u.username, '') from pin
    join sales s on s.tenant_id = :tenant_id and s.id = pin.sale_id
    join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
    left join users u on u.tenant_id = :tenant_id and u.id = s.user_id
  union all
  select r.created_at, case r.kind when 'reprint' then 'reprinted' when 'download' then 'downloaded' else r.kind end,
      coalesce(u.username, ''), case when r.copy > 0 then r.copy::text else '' end
    from pin join reveals r on r.tenant_id = :tenant_id and r.sale_id = pin.sale_id
    left join users u on u.tenant_id = :tenant_id and u.id = r.user_id
  union all
  select h.created_at, 'reclaimed', h.name, r.number::text
    from reclaimed_pins d
    join refunds f on f.tenant_id = :tenant_id and f.id = d.refund_id
    join reclamations r on r.tenant_id = :tenant_id and r.id = f.reclamation_id
    join reclamation_steps h on h.tenant_id = :tenant_id and h.reclamation_id = r.id and h.step = 'accept'
   where d.tenant_id = :tenant_id and d.batch_no = :batch_no and d.seq = :seq
  order by at`

export const trailRows = (q: Query, tenant_id: number, batch_no: number, seq: number) =>
  q.query<{ at: Instant; event: Custody['event']; who: string; note: string }>(TRAIL, { tenant_id, batch_no, seq })

export type FoundPin = {
  batch_no: number
  seq: number
  owner_id: string
  configuration_id: string
  product_name: string
  value: number
  serial: string
  last4: string
  state: PinState
  expires_on: string | null
  sale_id: string | null
  sold_to: string
}

/**
 * The most PINs returned for one serial. If several PINs have the same serial, the supplier made a mistake, and this number of them is enough to show the
 * mistake.
 */
const PINS_MOST = 20

const PINS = `
  select p.batch_no, p.seq, b.owner_id, b.configuration_id, g.name as product_name, coalesce(s.value, c.value) as value,
         p.serial, p.last4, ${stateOf(':today')} as state, h.expires_on,
         p.sale_id, coalesce(seller.name, '') as sold_to
    from pins p
    join batches b on b.tenant_id = :tenant_id and b.batch_no = p.batch_no and b.state = 'ready' and ${isOwn('b')}
    join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
    join products g on g.tenant_id = :tenant_id and g.id = c.product_id
    ${STRETCH}
    left join sales s on s.tenant_id = :tenant_id and s.id = p.sale_id
    left join organisations seller on seller.tenant_id = :tenant_id and seller.id = s.seller_id
   where p.tenant_id = :tenant_id and`

export const pinsByHash = (q: Query, actor: SignedIn, today: string, hash: Buffer) =>
  q.query<FoundPin>(`${PINS} p.hash = :hash`, { ...ownedBy(actor), today, hash })

export const pinsBySerial = (q: Query, actor: SignedIn, today: string, serial: string) =>
  q.query<FoundPin>(`${PINS} p.serial = :serial and p.serial <> '' order by p.batch_no desc, p.seq limit ${PINS_MOST}`, { ...ownedBy(actor), today, serial })

export type FoundBatch = {
  batch_no: number
  owner_id: string
  lot: string
  product_name: string
  configuration_id: string
  value: number
  supplier_name: string
  quantity: number
  sold: number
  available: number
  unpublished: number
  expired: number
  created_at: Instant
  created_by: string
}

const BATCHES_MOST = 20

/** Batches with this number, or with this lot number regardless of capitals and small letters. */
export const batchesBy = (q: Query, actor: SignedIn, today: string, text: string, number: number | null) =>
  q.query<FoundBatch>(
    `select b.batch_no, b.owner_id, b.lot, p.name as product_name, b.configuration_id, c.value,
            s.company as supplier_name, b.quantity, h.sold, h.available, h.unpublished,
            h.expired, b.created_at, b.created_by
       from batches b
       join configurations c on c.tenant_id = :tenant_id and c.id = b.configuration_id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
       join suppliers s on s.tenant_id = :tenant_id and s.id = b.supplier_id
       cross join lateral (
         select ${countsOf(':today')} from queue_heads h
          where h.tenant_id = :tenant_id and h.configuration_id = b.configuration_id and h.batch_no = b.batch_no) h
      where b.tenant_id = :tenant_id and b.state = 'ready' and ${isOwn('b')}
        and (b.batch_no = :number or (b.lot <> '' and lower(b.lot) = lower(:text)))
      order by b.batch_no desc limit ${BATCHES_MOST}`,
    { ...ownedBy(actor), today, text, number },
  )

/** The actor's batches of a denomination or pool, or the one batch that is given. */
export const soldBatches = (q: Query, actor: SignedIn, configuration_id: string, batch_no: number | null) =>
  q.query<Pick<OutputOf<typeof soldPins>, 'product_name' | 'pool_name' | 'value' | 'lot'> & { batch_nos: number[] | null }>(
    `select p.name as product_name, case when c.is_pool then c.info end as pool_name, c.value,
            (select b.lot from batches b
              where b.tenant_id = :tenant_id and b.configuration_id = c.id and b.state = 'ready'
                and b.batch_no = :batch_no) as lot,
            (select array_agg(b.batch_no) from batches b
              where b.tenant_id = :tenant_id and b.configuration_id = c.id and b.state = 'ready'
                and (:batch_no::int is null or b.batch_no = :batch_no)) as batch_nos
       from configurations c join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and (:is_platform or p.owner_id = :organisation_id) and c.id = :configuration_id`,
    { ...ownedBy(actor), configuration_id, batch_no },
  )
