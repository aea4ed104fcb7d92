// Statements about remembered layouts of files. A layout belongs to the owner of its supplier, even if the platform stores it.

import { LAYOUTS_MAX, type supplierFileKeep, type supplierFilesKnown } from '../../../../contract/goods/supplier-files.ts'
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'

type KnownLayout = OutputOf<typeof supplierFilesKnown>['content'][number]
export type Sequences = Omit<InputOf<typeof supplierFileKeep>, 'fingerprint' | 'supplier_id' | 'goods'>
export type Goods = InputOf<typeof supplierFileKeep>['goods']

/**
 * Remembered layouts of files with these headings. Layouts of a supplier that is switched off are left out. Within a layout, goods are left out that the
 * asker no longer owns, that are switched off, or that draw on a pool.
 */
export const knownLayouts = (q: Query, actor: SignedIn, fingerprints: readonly string[]) =>
  q.query<Pick<KnownLayout, 'fingerprint' | 'supplier_id' | 'company' | 'goods' | 'kept_by' | 'used_at'> & { sequences: Required<Sequences> }>(
    `select l.fingerprint, l.supplier_id, s.company, l.sequences, l.kept_by, l.used_at,
            coalesce((select jsonb_agg(g.one) from jsonb_array_elements(l.goods) as g(one)
                       join configurations c
                         on c.tenant_id = :tenant_id and c.id = (g.one ->> 'configuration_id')::uuid
                        and c.draws_on is null and c.is_active
                       join products p on p.tenant_id = :tenant_id and p.id = c.product_id and ${isOwn('p')}),
                     '[]'::jsonb) as goods
       from file_layouts l
       join suppliers s on s.tenant_id = :tenant_id and s.id = l.supplier_id and s.is_active
      where l.tenant_id = :tenant_id and ${isOwn('l')} and l.fingerprint = any (:fingerprints)
      order by l.used_at desc`,
    { ...ownedBy(actor), fingerprints },
  )

/** How many of these denominations the asker owns; pools and live goods do not count. */
export const ownGoods = async (q: Query, actor: SignedIn, ids: readonly string[]) =>
  (
    await q.query<{ n: number }>(
      `select count(*)::int as n from configurations c
         join products p on p.tenant_id = :tenant_id and p.id = c.product_id and ${isOwn('p')}
        where c.tenant_id = :tenant_id and c.id = any (:ids) and not c.is_pool and p.provider is null`,
      { ...ownedBy(actor), ids },
    )
  )[0]?.n ?? 0

export const ownerOfSupplier = (q: Query, actor: SignedIn, supplier_id: string) =>
  q.query<{ owner_id: string; company: string }>(
    `select s.owner_id, s.company from suppliers s
      where s.tenant_id = :tenant_id and ${isOwn('s')} and s.id = :supplier_id and s.is_active`,
    { ...ownedBy(actor), supplier_id },
  )

type Layout = { owner_id: string; fingerprint: string; supplier_id: string; sequences: Sequences; goods: Goods; kept_by: string }

export const putLayout = (q: Query, tenant_id: number, now: Date, { sequences, goods, ...layout }: Layout) =>
  q.query(
    `insert into file_layouts (tenant_id, owner_id, fingerprint, supplier_id, sequences, goods, kept_by, used_at)
     values (:tenant_id, :owner_id, :fingerprint, :supplier_id, :sequences, :goods, :kept_by, :now)
     on conflict (tenant_id, owner_id, fingerprint) do update
        set supplier_id = excluded.supplier_id, sequences = excluded.sequences, goods = excluded.goods,
            kept_by = excluded.kept_by, used_at = excluded.used_at`,
    { tenant_id, now, ...layout, sequences: JSON.stringify(sequences), goods: JSON.stringify(goods) },
  )

/** Deletes all but the most recently used layouts of an owner. */
export const dropOldLayouts = (q: Query, tenant_id: number, owner_id: string) =>
  q.query(
    `delete from file_layouts where tenant_id = :tenant_id and owner_id = :owner_id and fingerprint in (
       select fingerprint from file_layouts where tenant_id = :tenant_id and owner_id = :owner_id
        order by used_at desc, fingerprint offset ${LAYOUTS_MAX})`,
    { tenant_id, owner_id },
  )
