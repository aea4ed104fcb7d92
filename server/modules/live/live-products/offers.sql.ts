// Queries of what a shop or reseller may sell from a provider: the platform and every organisation in between must offer it.

import type { Provider } from '../../../../contract/goods/live-prices.ts'
import type { CatalogueAmounts, PriceRule } from '../../../../contract/kit/live-price.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { countOf, pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'
import { isOffered } from './goods.sql.ts'

export type OfferRow = PriceRule &
  CatalogueAmounts & {
    configuration_id: string
    product_id: string
    product_name: string
    name: string
    country: string
    value: Money
    price: Money
    discount: Percent
    needs: string[][]
  }

type OfferFilters = { page: number; limit: number; search_text?: string | undefined }

const OFFERS = {
  from: `products p
         join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active
         join live_products l on l.tenant_id = :tenant_id and l.configuration_id = c.id
         cross join lateral offer_of(:tenant_id, :organisation_id, p.id, c.id, p.provider) f
         left join live_choices k on k.tenant_id = :tenant_id and k.organisation_id = :parent_id
          and k.configuration_id = c.id`,
  where: `p.tenant_id = :tenant_id and p.provider = :provider and p.is_active
          and (:search::text is null or strpos(l.search, :search) > 0 or strpos(lower(c.info), :search) > 0)
          and ${isOffered(':path')}`,
}

const parameters = ({ tenant_id, organisation_id, organisation_path }: SignedIn, provider: Provider, { search_text }: OfferFilters) => ({
  ...{ tenant_id, organisation_id, provider, path: organisation_path, search: searchFor(search_text) },
  parent_id: organisation_path.at(-2) ?? null,
})

/** Offers, in the order that the asker's parent chose; if the parent chose no order, in the platform's order. */
export const offerRows = (q: Query, actor: SignedIn, provider: Provider, asked: OfferFilters) =>
  q.query<OfferRow>(
    pageOf(
      {
        select: `c.id as configuration_id, p.id as product_id, p.name as product_name, c.info as name, l.country,
                 c.value, price_of(c.value, f.discount) as price, f.discount, l.details -> 'needs' as needs, l.price_by,
                 l.margin_percent, l.margin_amount, l.rounding, l.cost_from, l.cost_to, l.retail_from, l.retail_to`,
        ...OFFERS,
        order: `coalesce(nullif(k.position, 0), l.position), p.name_search, c.value, c.id`,
      },
      parameters(actor, provider, asked),
      asked,
    ),
  )

export const offerCount = (q: Query, actor: SignedIn, provider: Provider, asked: OfferFilters) => countOf(q, OFFERS, parameters(actor, provider, asked))
