// Queries about recharges: which codes in stock have the brand of goods that can be sent to a number, and which country the goods are for.
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import { QUANTITY_MAX } from '../../../../contract/till/selling.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

export type CodeRow = { configuration_id: string; product_name: string; product_image: string | null; value: Money; discount: Percent; left: number | null }

/** Cards of these brands from stock that the shop may sell. `left`: how many can be sold now, perhaps none; null if it is more than a single sale may have. */
export const codesOf = (q: Query, { tenant_id, organisation_id, organisation_path }: SignedIn, brands: readonly string[], today: string) =>
  q.query<CodeRow>(
    `select c.id as configuration_id, p.name as product_name, p.image as product_image, c.value, own.discount,
            case when coalesce(stock.unsold, 0) <= ${QUANTITY_MAX} then coalesce(stock.unsold, 0)::int end as left
       from products p
       join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active and not c.is_pool
       cross join lateral offer_of(:tenant_id, :organisation_id, p.id, c.id) own
       left join lateral (
         select sum(h.end_seq - h.next_seq) as unsold from queue_heads h
          where h.tenant_id = :tenant_id and h.configuration_id = c.stock_id and h.is_published
            and h.next_seq < h.end_seq and (h.expires_on is null or h.expires_on >= :today)) stock on true
      where p.tenant_id = :tenant_id and p.is_active and p.provider is null and p.name_search = any (:brands)
        and is_offered(:tenant_id, :path, p.owner_id, p.id, c.id)
      order by p.name_search, c.value, c.id`,
    { tenant_id, organisation_id, path: organisation_path, brands, today },
  )

/** The country for whose telephone numbers a product is made; it is found even while the product is not on sale. */
export const countryOf = async (q: Query, tenant_id: number, configuration_id: string) =>
  (
    await q.query<{ country: string }>(
      `select country from live_products
        where tenant_id = :tenant_id and configuration_id = :configuration_id`,
      { tenant_id, configuration_id },
    )
  )[0]?.country
