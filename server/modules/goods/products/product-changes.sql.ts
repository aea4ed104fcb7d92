// Statements that add and change goods. `productToChange` checks the owner and locks the product, so that its changes are made one after the other.
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import type { Configuration, Product } from './products.ts'

export const addProduct = (q: Query, tenant_id: number, product: Product & { product_type: string; name_search: string }, now: Date) =>
  q.query(
    `insert into products (tenant_id, id, owner_id, name, name_search, type, pin_length, pin_letters, customer_care,
                           aliases, instructions, texts, created_at)
     values (:tenant_id, :product_id, :owner_id, :product_name, :name_search, :product_type, :pin_length, :pin_letters,
             :customer_care, :aliases, :instructions, :texts, :now)`,
    {
      tenant_id,
      product_id: product.product_id,
      owner_id: product.owner_id,
      product_name: product.product_name,
      name_search: product.name_search,
      product_type: product.product_type,
      pin_length: product.pin_length,
      pin_letters: product.pin_letters,
      customer_care: product.customer_care,
      aliases: product.aliases,
      instructions: product.instructions,
      texts: JSON.stringify(product.texts),
      now,
    },
  )

export const productToChange = (q: Query, { tenant_id, organisation_id, role }: SignedIn, product_id: string) =>
  q.query<Product>(
    `select p.id as product_id, p.owner_id, o.default_language, p.name as product_name, p.pin_length, p.pin_letters,
            p.customer_care, p.aliases, p.instructions,
            case when p.instructions = '' then p.texts
                 else jsonb_build_object(o.default_language, p.instructions) || p.texts end as texts,
            p.image as product_image, p.is_active
       from products p join organisations o on o.tenant_id = :tenant_id and o.id = p.owner_id
      where p.tenant_id = :tenant_id and p.id = :product_id and (p.owner_id = :organisation_id or :is_platform)
        and p.provider is null
      for no key update of p`,
    { tenant_id, product_id, organisation_id, is_platform: role === 'superadmin' },
  )

/** Returns a row if the actor may change the product, never for live goods. This query runs before the new picture is decoded, and takes no lock. */
export const changeable = (q: Query, { tenant_id, organisation_id, role }: SignedIn, product_id: string) =>
  q.query(
    `select from products
      where tenant_id = :tenant_id and id = :product_id and (owner_id = :organisation_id or :is_platform)
        and provider is null`,
    { tenant_id, product_id, organisation_id, is_platform: role === 'superadmin' },
  )

export const changeProduct = (q: Query, tenant_id: number, after: Product, name_search: string) =>
  q.query(
    `update products set name = :product_name, name_search = :name_search, pin_length = :pin_length,
            pin_letters = :pin_letters, customer_care = :customer_care, aliases = :aliases,
            instructions = :instructions, texts = :texts, is_active = :is_active
      where tenant_id = :tenant_id and id = :product_id`,
    {
      tenant_id,
      product_id: after.product_id,
      product_name: after.product_name,
      name_search,
      pin_length: after.pin_length,
      pin_letters: after.pin_letters,
      customer_care: after.customer_care,
      aliases: after.aliases,
      instructions: after.instructions,
      texts: JSON.stringify(after.texts),
      is_active: after.is_active,
    },
  )

const COLUMNS = 'id as configuration_id, value, info, ean, vat_treatment, vat_rate, vat_country, is_active'

export const configurationsOf = (q: Query, tenant_id: number, product_id: string) =>
  q.query<Configuration>(
    `select ${COLUMNS} from configurations where tenant_id = :tenant_id and product_id = :product_id and not is_pool
      order by id`,
    { tenant_id, product_id },
  )

/**
 * Which of these denominations have a batch, even a sold one, draw on a pool or have sales. The rows of all of them are locked first, so that no import for
 * them begins until the transaction ends (a batch refers to its denomination's row).
 */
export async function usedOf(q: Query, tenant_id: number, configuration_ids: readonly string[]): Promise<Set<string>> {
  await q.query(
    `select from configurations where tenant_id = :tenant_id and id = any (:configuration_ids::uuid[]) order by id
      for update`,
    { tenant_id, configuration_ids },
  )
  const used = await q.query<{ id: string }>(
    `select c.id from configurations c
      where c.tenant_id = :tenant_id and c.id = any (:configuration_ids::uuid[])
        and (c.draws_on is not null
             or exists (select from batches b where b.tenant_id = :tenant_id and b.configuration_id = c.id)
             or exists (select from sales s where s.tenant_id = :tenant_id and s.configuration_id = c.id))`,
    { tenant_id, configuration_ids },
  )
  return new Set(used.map(({ id }) => id))
}

/** Denominations that have one of these EANs already, as their EAN or as an assigned barcode; those being changed (`but`) are left out. */
export const eansTaken = (q: Query, tenant_id: number, eans: readonly string[], but: readonly string[]) =>
  q.query<{ ean: string; product_id: string; product_name: string; owner_id: string }>(
    `select taken.ean, p.id as product_id, p.name as product_name, p.owner_id
       from (select c.ean, c.id from configurations c
              where c.tenant_id = :tenant_id and c.ean = any (:eans) and c.ean <> ''
             union all
             select t.ean, t.configuration_id from taught_barcodes t
              where t.tenant_id = :tenant_id and t.ean = any (:eans)) taken
       join configurations c on c.tenant_id = :tenant_id and c.id = taken.id
       join products p on p.tenant_id = :tenant_id and p.id = c.product_id
      where not taken.id = any (:but::uuid[]) limit 1`,
    { tenant_id, eans, but },
  )

/** Clears the EANs of these denominations first, so that two of them can exchange their EANs. */
export const freeEans = (q: Query, tenant_id: number, configuration_ids: readonly string[]) =>
  q.query(
    `update configurations set ean = ''
      where tenant_id = :tenant_id and id = any (:configuration_ids::uuid[]) and ean <> ''`,
    { tenant_id, configuration_ids },
  )

export const putConfiguration = (q: Query, tenant_id: number, product_id: string, one: Configuration, now: Date) =>
  q.query(
    `insert into configurations (tenant_id, product_id, id, value, info, ean, vat_treatment, vat_rate, vat_country,
                                 is_active, created_at)
     values (:tenant_id, :product_id, :configuration_id, :value, :info, :ean, :vat_treatment, :vat_rate, :vat_country,
             :is_active, :now)
     on conflict (tenant_id, id) do update set value = excluded.value, info = excluded.info, ean = excluded.ean,
       vat_treatment = excluded.vat_treatment,
       vat_rate = excluded.vat_rate, vat_country = excluded.vat_country, is_active = excluded.is_active`,
    {
      tenant_id,
      product_id,
      configuration_id: one.configuration_id,
      value: one.value,
      info: one.info,
      ean: one.ean,
      vat_treatment: one.vat_treatment,
      vat_rate: one.vat_rate,
      vat_country: one.vat_country,
      is_active: one.is_active,
      now,
    },
  )

export const setImage = (q: Query, tenant_id: number, product_id: string, image: string | null) =>
  q.query('update products set image = :image where tenant_id = :tenant_id and id = :product_id', { tenant_id, product_id, image })
