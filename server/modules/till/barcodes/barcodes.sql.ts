// Statements about unknown barcodes. The organisations above a shop see its scans; the owner of the goods sees which barcodes were assigned ("taught") to
// them.

import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import { type StockType, stockTypes } from '../../../../contract/kit/product-types.ts'
import { type barcodesList, UNKNOWN_MAX } from '../../../../contract/till/barcodes.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'

type BarcodesListInput = InputOf<typeof barcodesList>
type Row = OutputOf<typeof barcodesList>['content'][number]

const KEPT_DAYS = 90
/** A barcode that is scanned again within this time counts as the same scan. */
const SAME_SCAN_MS = 10_000

const place = ({ tenant_id, organisation_id, role }: SignedIn) => ({ tenant_id, organisation_id, is_platform: role === 'superadmin' })

/**
 * Counts a scan of an unknown barcode; false if the shop’s list is full. Simultaneous scans can exceed the limit, but only by a few, because a user may have
 * only a few requests under way at once.
 */
export async function noteScan(q: Query, { tenant_id, organisation_id }: SignedIn, ean: string, now: Date): Promise<boolean> {
  await q.query(
    `delete from unknown_scans
      where tenant_id = :tenant_id and organisation_id = :organisation_id
        and last_at < :now::timestamptz - :kept::interval`,
    { tenant_id, organisation_id, now, kept: `${KEPT_DAYS} days` },
  )
  const again = await q.query(
    `update unknown_scans
        set times = times + (last_at < :since)::int,
            last_at = case when last_at < :since then :now else last_at end
      where tenant_id = :tenant_id and organisation_id = :organisation_id and ean = :ean
      returning ean`,
    { tenant_id, organisation_id, ean, now, since: new Date(now.getTime() - SAME_SCAN_MS) },
  )
  if (again.length > 0) return true
  const added = await q.query(
    `insert into unknown_scans (tenant_id, organisation_id, ean, first_at, last_at)
     select :tenant_id, :organisation_id, :ean, :now, :now
      where (select count(*) from unknown_scans
              where tenant_id = :tenant_id and organisation_id = :organisation_id) < ${UNKNOWN_MAX}
     on conflict do nothing returning ean`,
    { tenant_id, organisation_id, ean, now },
  )
  return added.length > 0
}

/** SQL: goods that the asker owns; for the platform all goods. */
const OWN = '(p.owner_id = :organisation_id or :is_platform)'

const BARCODES = {
  from: `(select s.ean, 'unknown' as state, p.name as product_name, p.name_search, c.value, s.shops, s.times,
                 s.who, s.at
            from (select s.ean, count(*)::int as shops, sum(s.times)::int as times, max(s.last_at) as at,
                         (array_agg(o.name order by s.last_at desc))[1] as who
                    from unknown_scans s
                    join organisations o on o.tenant_id = :tenant_id and o.id = s.organisation_id
                   where s.tenant_id = :tenant_id and (:is_platform or :organisation_id = any (o.path))
                   group by s.ean) s
            left join (configurations c
                       join products p on p.tenant_id = :tenant_id and p.id = c.product_id and ${OWN})
              on c.tenant_id = :tenant_id and c.ean = s.ean
          union all
          select t.ean, 'taught', p.name, p.name_search, c.value, 0, 0, t.taught_by, t.created_at
            from taught_barcodes t
            join configurations c on c.tenant_id = :tenant_id and c.id = t.configuration_id
            join products p on p.tenant_id = :tenant_id and p.id = c.product_id and ${OWN}
           where t.tenant_id = :tenant_id) b`,
  where: `(:state::text is null or b.state = :state)
          and (:search::text is null or strpos(b.ean, :search) > 0 or strpos(b.name_search, :search) > 0)`,
}

const parameters = (actor: SignedIn, { filters, search_text }: BarcodesListInput) => ({
  ...place(actor),
  state: filters.state ?? null,
  search: searchFor(search_text),
})

export const barcodeRows = (q: Query, actor: SignedIn, asked: BarcodesListInput) =>
  q.query<Row>(
    pageOf(
      {
        select: 'b.ean, b.state, b.product_name, b.value, b.shops, b.times, b.who, b.at',
        ...BARCODES,
        order: 'b.at desc, b.ean, b.state',
      },
      parameters(actor, asked),
      asked,
    ),
  )

export const barcodeCount = (q: Query, actor: SignedIn, asked: BarcodesListInput) => countOf(q, BARCODES, parameters(actor, asked))

export type Goods = { product_id: string; product_name: string; owner_id: string; value: Money }

/** The denomination with this id, if the asker owns it or is the platform. Its product is locked until the transaction ends, as for any change of a product. */
export const goodsToTeach = (q: Query, actor: SignedIn, configuration_id: string) =>
  q.query<Goods>(
    `select p.id as product_id, p.name as product_name, p.owner_id, c.value
       from configurations c
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and c.id = :configuration_id and not c.is_pool and p.provider is null and ${OWN}
        for no key update of p`,
    { ...place(actor), configuration_id },
  )

/** The spellings of a barcode that are the same number: one leading zero more or less makes no difference. */
const sameAs = (ean: string) => [ean, `0${ean}`, ean.replace(/^0/, '')]

/** SQL: whether denomination `c` has this barcode, as its EAN or as an assigned barcode. */
const HAS_BARCODE = `(c.ean = any (:same::text[])
             or exists (select from taught_barcodes t
                         where t.tenant_id = :tenant_id and t.configuration_id = c.id and t.ean = any (:same::text[])))`

/**
 * The card from stock with this barcode, and whether it is on offer to the shop, by the same ladder as a sale. Only
 * cards of the shop and of the organisations above are searched, because no other card can ever be on offer to the
 * shop.
 */
export const cardOfBarcode = (q: Query, { tenant_id, organisation_path }: SignedIn, ean: string) =>
  q.query<{ product_name: string; value: Money; type: StockType; is_offered: boolean }>(
    `select p.name as product_name, c.value, p.type,
            p.is_active and c.is_active and is_offered(:tenant_id, :path::uuid[], p.owner_id, p.id, c.id) as is_offered
       from configurations c
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and not c.is_pool and p.owner_id = any (:path::uuid[]) and p.type = any (:types)
        and ${HAS_BARCODE}
      order by is_offered desc, c.id limit 1`,
    { tenant_id, path: organisation_path, types: stockTypes, same: sameAs(ean) },
  )

/** The denomination that already has this barcode, as its EAN or as an assigned barcode. */
export const ownerOfBarcode = (q: Query, { tenant_id }: SignedIn, ean: string) =>
  q.query<Goods>(
    `select p.id as product_id, p.name as product_name, p.owner_id, c.value
       from configurations c
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where c.tenant_id = :tenant_id and ${HAS_BARCODE}
      limit 1`,
    { tenant_id, same: sameAs(ean) },
  )

export const putTaught = (q: Query, { tenant_id, username }: SignedIn, ean: string, configuration_id: string, now: Date) =>
  q.query(
    `insert into taught_barcodes (tenant_id, ean, configuration_id, taught_by, created_at)
     values (:tenant_id, :ean, :configuration_id, :username, :now)`,
    { tenant_id, ean, configuration_id, username, now },
  )

/** Removes the barcode from the lists of scans of the shops below the asker. */
export const forgetScans = (q: Query, actor: SignedIn, ean: string) =>
  q.query<{ ean: string }>(
    `delete from unknown_scans s using organisations o
      where s.tenant_id = :tenant_id and s.ean = :ean and o.tenant_id = :tenant_id and o.id = s.organisation_id
        and (:is_platform or :organisation_id = any (o.path))
      returning s.ean`,
    { ...place(actor), ean },
  )

export const forgetTaught = (q: Query, actor: SignedIn, ean: string) =>
  q.query<Goods>(
    `delete from taught_barcodes t using configurations c, products p
      where t.tenant_id = :tenant_id and t.ean = :ean and c.tenant_id = :tenant_id and c.id = t.configuration_id
        and p.tenant_id = :tenant_id and p.id = c.product_id and ${OWN}
      returning p.id as product_id, p.name as product_name, p.owner_id, c.value`,
    { ...place(actor), ean },
  )
