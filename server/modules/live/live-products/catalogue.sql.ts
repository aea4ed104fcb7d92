// Queries of the job that keeps suppliers' catalogues of goods up to date: which connection is due, and what a portion of products changes.

import type { Provider } from '../../../../contract/goods/live-prices.ts'
import { adaptersThat } from '../../../../contract/kit/adapters.ts'
import type { PriceRule } from '../../../../contract/kit/live-price.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Read } from './catalogue-reader.ts'

export type Connection = { connection_id: string; provider: Provider; name: string }
export type Run = { tenant_id: number; connection_id: string; started_at: Date }

/** SQL: connection `n` is in use and has a catalogue. */
export const HAS_CATALOGUE = `n.is_active and n.adapter = any('{${adaptersThat(({ catalogue }) => catalogue).join()}}')`

/** Connections in use whose catalogue is due to be read, the one that has waited longest first. */
export const dueConnections = (q: Query, tenant_id: number, now: Date) =>
  q.query<Connection>(
    `select n.id as connection_id, n.provider, s.company as name
       from connections n
       join suppliers s on s.tenant_id = :tenant_id and s.id = n.id
       left join catalogues k on k.tenant_id = :tenant_id and k.connection_id = n.id
      where n.tenant_id = :tenant_id and ${HAS_CATALOGUE} and coalesce(k.next_at, '-infinity') <= :now
      order by k.next_at nulls first, n.id`,
    { tenant_id, now },
  )

/**
 * Makes a connection's catalogue due now. A catalogue that was never claimed is due anyway. `only`: with 'failing', a catalogue whose last reading succeeded
 * is left as it is.
 */
export const dueAgain = (q: Query, tenant_id: number, connection_id: string, now: Date, only: 'failing' | 'any' = 'any') =>
  q.query(
    `update catalogues set next_at = :now
      where tenant_id = :tenant_id and connection_id = :connection_id
        and (:only = 'any' or failing_since is not null)`,
    { tenant_id, connection_id, now, only },
  )

/** Claims the catalogue until `until`; returns no row if another run has claimed it, or if it is not due. */
export const claim = (q: Query, { tenant_id, connection_id, started_at }: Run, until: Date) =>
  q.query<{ puts_on_sale: boolean }>(
    `insert into catalogues as k (tenant_id, connection_id, claimed_until, started_at)
     values (:tenant_id, :connection_id, :until, :started_at)
     on conflict (tenant_id, connection_id) do update set claimed_until = excluded.claimed_until,
       started_at = excluded.started_at
       where k.claimed_until <= :started_at and k.next_at <= :started_at returning puts_on_sale`,
    { tenant_id, connection_id, started_at, until },
  )

/** Extends the claim; no row if another run has taken over. */
export const goOn = (q: Query, { tenant_id, connection_id, started_at }: Run, until: Date) =>
  q.query(
    `update catalogues set claimed_until = :until
      where tenant_id = :tenant_id and connection_id = :connection_id and started_at = :started_at
        and claimed_until > '-infinity' returning connection_id`,
    { tenant_id, connection_id, started_at, until },
  )

export type Counts = { products: number; added: number; changed: number; dearer: number; gone: number; odd: number }
type Ended = { run: Run; outcome: 'done' | 'empty' | 'failed'; reason: string; ended_at: Date; counts: Counts | undefined }

/**
 * SQL: the pause until the next reading. After a reading with products it is an hour. After any other it is as long as the catalogue has been failing, but at
 * least one minute and at most ten, so that a supplier that has failed for long is asked less often.
 */
const PAUSE = `case when :outcome = 'done' then interval '1 hour'
  else least(greatest(:ended_at - coalesce(failing_since, :ended_at), interval '1 minute'), interval '10 minutes') end`

/**
 * Ends a run. If the run has read nothing, the earlier counts stay. If a user asked for a new reading during the run, the catalogue is read again. The time of the
 * next reading is computed before it is written: Citus does not add times in an UPDATE.
 */
export async function end(q: Query, { run, outcome, reason, ended_at, counts }: Ended): Promise<void> {
  const [next] = await q.query<{ at: string }>(
    `select :ended_at::timestamptz + ${PAUSE} as at from catalogues
      where tenant_id = :tenant_id and connection_id = :connection_id and started_at = :started_at for update`,
    { ...run, outcome, ended_at },
  )
  if (!next) return
  await q.query(
    `update catalogues set claimed_until = '-infinity',
            next_at = case when next_at > started_at then next_at else :next_at end,
            failing_since = case when :outcome <> 'done' then coalesce(failing_since, :ended_at) end,
            ended_at = :ended_at, outcome = :outcome, reason = :reason, products = coalesce(:products, products),
            added = coalesce(:added, added), changed = coalesce(:changed, changed),
            dearer = coalesce(:dearer, dearer), gone = coalesce(:gone, gone), odd = coalesce(:odd, odd)
      where tenant_id = :tenant_id and connection_id = :connection_id and started_at = :started_at`,
    {
      ...run,
      ...{ outcome, reason: reason.slice(0, 200), ended_at, next_at: next.at },
      ...(counts ?? { products: null, added: null, changed: null, dearer: null, gone: null, odd: null }),
    },
  )
}

export type ProductBefore = Pick<Read, 'supplier_product' | 'cost_from' | 'cost_to'> &
  PriceRule & {
    id: string
    is_gone: boolean
    price: Money | null
    dearer_at: string | null
    cost_before: Money | null
    is_held: boolean
    is_on: boolean
    said: string
  }

/** SQL: the data of a product in a catalogue; if they are unchanged, only the time at which the product was seen is written. */
const SAID = `jsonb_build_array(l.name, l.operator, l.operator_name, l.country, l.cost_from, l.cost_to, l.retail_from,
  l.retail_to, l.currency, l.details)`

/**
 * Reads the stored rows of these products; products that are not stored yet have no row. The rows are locked until the
 * transaction ends, in the order of their ids; changes of prices lock them in the same order.
 */
export const knownProducts = (q: Query, { tenant_id, connection_id }: Run, supplier_products: readonly string[]) =>
  q.query<ProductBefore>(
    `select l.id, l.supplier_product, l.cost_from, l.cost_to, l.gone_at is not null as is_gone, l.price, l.dearer_at,
            l.cost_before, l.is_held, l.is_on, l.price_by, l.margin_percent, l.margin_amount, l.rounding,
            md5(${SAID}::text) as said
       from live_products l
      where l.tenant_id = :tenant_id and l.connection_id = :connection_id
        and l.supplier_product = any (:supplier_products::text[])
      order by l.id for no key update`,
    { tenant_id, connection_id, supplier_products },
  )

export type Next = Read & {
  id: string
  price_by: PriceRule['price_by']
  price: Money | null
  covers_cost: boolean
  dearer_at: string | null
  cost_before: Money | null
  is_held: boolean
}

/** Stores products; returns their ids, and for each whether it is new or its content has changed. */
export const putProducts = (q: Query, { tenant_id, connection_id, started_at }: Run, rows: readonly Next[]) =>
  q.query<{ id: string; is_changed: boolean }>(
    `with said as (
       select r.* from jsonb_to_recordset(:rows::jsonb) as r(id uuid, supplier_product text, name text, search text,
         operator text, operator_name text, country text, cost_from bigint, cost_to bigint, retail_from bigint,
         retail_to bigint, currency text, rate numeric, details jsonb, price_by text, price bigint,
         covers_cost boolean, dearer_at timestamptz, cost_before bigint,
         is_held boolean)),
     before as (
       select l.id, md5(${SAID}::text) as said from live_products l
        where l.tenant_id = :tenant_id and l.id in (select id from said)),
     put as (
       insert into live_products as l (tenant_id, id, connection_id, supplier_product, name, search, operator,
         operator_name, country, cost_from, cost_to, retail_from, retail_to, currency, rate, details, price_by,
         price, covers_cost, dearer_at, cost_before, is_held, first_seen_at, seen_at)
       select :tenant_id, s.id, :connection_id, s.supplier_product, s.name, s.search, s.operator, s.operator_name,
              s.country, s.cost_from, s.cost_to, s.retail_from, s.retail_to, s.currency, s.rate, s.details, s.price_by,
              s.price, s.covers_cost, s.dearer_at, s.cost_before, s.is_held, :started_at, :started_at from said s
       on conflict (tenant_id, id) do update set name = excluded.name, search = excluded.search,
         operator = excluded.operator, operator_name = excluded.operator_name, country = excluded.country,
         cost_from = excluded.cost_from, cost_to = excluded.cost_to, retail_from = excluded.retail_from,
         retail_to = excluded.retail_to, currency = excluded.currency, rate = excluded.rate,
         details = excluded.details, price = excluded.price, covers_cost = excluded.covers_cost,
         dearer_at = excluded.dearer_at, cost_before = excluded.cost_before, is_held = excluded.is_held,
         seen_at = excluded.seen_at, gone_at = null
       returning l.id, md5(${SAID}::text) as said)
     select p.id, p.said is distinct from b.said as is_changed from put p left join before b on b.id = p.id`,
    { tenant_id, connection_id, started_at, rows: JSON.stringify(rows) },
  )

/** Takes off sale, but keeps, the products that this run has not seen. Returns those that were not missing before. */
export const goneSince = (q: Query, { tenant_id, connection_id, started_at }: Run) =>
  q.query<{ id: string }>(
    `update live_products set gone_at = :started_at
      where tenant_id = :tenant_id and connection_id = :connection_id and seen_at < :started_at and gone_at is null
      returning id`,
    { tenant_id, connection_id, started_at },
  )

/** Adds an entry with the present cost and price to the price history of each of these products whose cost or price differs from its last entry. */
export async function notePrices(q: Query, tenant_id: number, ids: readonly string[], by: string, now: Date): Promise<void> {
  await q.query(
    `insert into live_prices (tenant_id, live_product_id, id, at, cost_from, cost_to, price, currency, rate, by)
     select :tenant_id, l.id, n.id, :now, l.cost_from, l.cost_to, l.price, l.currency, l.rate, :by
       from unnest(:ids::uuid[], :new_ids::uuid[]) as n(of, id)
       join live_products l on l.tenant_id = :tenant_id and l.id = n.of
       left join lateral (
         select p.cost_from, p.cost_to, p.price from live_prices p
          where p.tenant_id = :tenant_id and p.live_product_id = l.id order by p.id desc limit 1) last on true
      where (last.cost_from, last.cost_to, last.price) is distinct from (l.cost_from, l.cost_to, l.price)
     returning 1`,
    { tenant_id, ids, new_ids: ids.map(() => newId()), by, now },
  )
}
