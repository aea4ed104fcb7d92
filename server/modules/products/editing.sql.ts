// Statements that make and change goods. `productToChange` checks the owner and locks the product, so that its changes take turns.
import type { SignedIn } from '../../kit/actor.ts'
import type { Query } from '../../kit/db.ts'
import type { Configuration, Product } from './products.ts'

export const addProduct = (q: Query, tenant_id: number, product: Product & { product_type: string; name_search: string }, now: Date) =>
  q.query(
    `insert into products (tenant_id, id, owner_id, name, name_search, type, pin_length, pin_letters, customer_care, instructions, texts, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[tenant_id, product.product_id, product.owner_id, product.product_name, product.name_search, product.product_type, product.pin_length],
      ...[product.pin_letters, product.customer_care, product.instructions, JSON.stringify(product.texts), now],
    ],
  )

export const productToChange = (q: Query, { tenant_id, organisation_id, role }: SignedIn, product_id: string) =>
  q.query<Product>(
    `select p.id as product_id, p.owner_id, o.default_language, p.name as product_name, p.pin_length, p.pin_letters, p.customer_care, p.instructions,
            case when p.instructions = '' then p.texts else jsonb_build_object(o.default_language, p.instructions) || p.texts end as texts,
            p.image as product_image, p.is_active
       from products p join organisations o on o.tenant_id = $1 and o.id = p.owner_id
      where p.tenant_id = $1 and p.id = $2 and (p.owner_id = $3 or $4) for no key update of p`,
    [tenant_id, product_id, organisation_id, role === 'superadmin'],
  )

export const changeProduct = (q: Query, tenant_id: number, after: Product, name_search: string) =>
  q.query(
    `update products set name = $3, name_search = $4, pin_length = $5, pin_letters = $6, customer_care = $7, instructions = $8, texts = $9, is_active = $10
      where tenant_id = $1 and id = $2`,
    [
      ...[tenant_id, after.product_id, after.product_name, name_search, after.pin_length, after.pin_letters, after.customer_care, after.instructions],
      ...[JSON.stringify(after.texts), after.is_active],
    ],
  )

const COLUMNS = 'id as configuration_id, value, info, ean, vat_treatment, vat_rate, vat_country, is_active'

export const configurationsOf = (q: Query, tenant_id: number, product_id: string) =>
  q.query<Configuration>(`select ${COLUMNS} from configurations where tenant_id = $1 and product_id = $2 and not is_pool order by id`, [tenant_id, product_id])

/** Those of the configurations that have stock or sales. They are locked first, so that no import begins meanwhile (its batch refers to the row). */
export async function usedOf(q: Query, tenant_id: number, configuration_ids: readonly string[]): Promise<Set<string>> {
  await q.query('select from configurations where tenant_id = $1 and id = any ($2::uuid[]) order by id for update', [tenant_id, configuration_ids])
  const used = await q.query<{ id: string }>(
    `select c.id from configurations c
      where c.tenant_id = $1 and c.id = any ($2::uuid[])
        and (c.draws_on is not null or exists (select from batches b where b.tenant_id = $1 and b.configuration_id = c.id)
             or exists (select from sales s where s.tenant_id = $1 and s.configuration_id = c.id))`,
    [tenant_id, configuration_ids],
  )
  return new Set(used.map(({ id }) => id))
}

/** Who has these EANs already, apart from the denominations being changed. */
export const eansTaken = (q: Query, tenant_id: number, eans: readonly string[], but: readonly string[]) =>
  q.query<{ ean: string; product_id: string; product_name: string; owner_id: string }>(
    `select c.ean, p.id as product_id, p.name as product_name, p.owner_id from configurations c join products p on p.tenant_id = $1 and p.id = c.product_id
      where c.tenant_id = $1 and c.ean = any ($2) and c.ean <> '' and not c.id = any ($3::uuid[]) limit 1`,
    [tenant_id, eans, but],
  )

/** Clears EANs first, so that two denominations may exchange theirs. */
export const freeEans = (q: Query, tenant_id: number, configuration_ids: readonly string[]) =>
  q.query(`update configurations set ean = '' where tenant_id = $1 and id = any ($2::uuid[]) and ean <> ''`, [tenant_id, configuration_ids])

export const putConfiguration = (q: Query, tenant_id: number, product_id: string, one: Configuration, now: Date) =>
  q.query(
    `insert into configurations (tenant_id, product_id, id, value, info, ean, vat_treatment, vat_rate, vat_country, is_active, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (tenant_id, id) do update set value = excluded.value, info = excluded.info, ean = excluded.ean, vat_treatment = excluded.vat_treatment,
       vat_rate = excluded.vat_rate, vat_country = excluded.vat_country, is_active = excluded.is_active`,
    [...[tenant_id, product_id, one.configuration_id, one.value, one.info, one.ean, one.vat_treatment, one.vat_rate, one.vat_country], ...[one.is_active, now]],
  )

export const setImage = (q: Query, tenant_id: number, product_id: string, image: string | null) =>
  q.query('update products set image = $3 where tenant_id = $1 and id = $2', [tenant_id, product_id, image])

/** The same picture is stored once. */
export const keepImage = (q: Query, tenant_id: number, hash: string, bytes: Buffer, now: Date) =>
  q.query('insert into product_images (tenant_id, hash, bytes, created_at) values ($1, $2, $3, $4) on conflict do nothing', [tenant_id, hash, bytes, now])

export const imageBytes = (q: Query, tenant_id: number, hash: string) =>
  q.query<{ bytes: Buffer }>('select bytes from product_images where tenant_id = $1 and hash = $2', [tenant_id, hash])
