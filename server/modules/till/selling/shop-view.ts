// The answer of a till's list of goods, and which shops' tills an organisation may view.
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import type { OfferRow } from './selling.sql.ts'

/**
 * Turns a row into the till's answer about these goods. Empty fields are left out, because most goods have neither aliases nor further barcodes, and a till
 * requests all goods again and again.
 */
export const offerAnswer =
  ({ mask_seller_discount }: Pick<SignedIn, 'mask_seller_discount'>) =>
  ({ aliases, eans, on_demand, ...row }: OfferRow) => ({
    ...row,
    ...(on_demand && { on_demand }),
    ...(aliases && { aliases }),
    ...(eans && { eans }),
    ...(mask_seller_discount && { price: null, discount: null }),
  })

/**
 * A shop whose prices the actor sets: a direct customer, or for the platform any shop. A reseller cannot view the shops of a reseller below it, because that
 * reseller sets their prices.
 */
export const ownShop = async (q: Query, { tenant_id, organisation_id, role }: SignedIn, customer_id: string) =>
  (
    await q.query<{ name: string; path: string[]; mask_seller_discount: boolean }>(
      `select o.name, o.path, o.mask_seller_discount from organisations o
        where o.tenant_id = :tenant_id and o.id = :customer_id and o.kind = 'seller'
          and (o.parent_id = :organisation_id or :is_platform)`,
      { tenant_id, organisation_id, customer_id, is_platform: role === 'superadmin' },
    )
  )[0]
