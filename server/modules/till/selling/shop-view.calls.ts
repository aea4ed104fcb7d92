// Shows a shop's till, as its manager sees it, to the organisation that sells to the shop. The view is read-only: it contains neither a key nor a PIN.
import { stockTypes } from '../../../../contract/kit/product-types.ts'
import type { Handlers } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { offers } from './selling.sql.ts'
import { offerAnswer, ownShop } from './shop-view.ts'

export const shopView: Pick<Handlers, 'shopOffers'> = {
  shopOffers: async ({ customer_id }, { actor, db, now, audit }) =>
    db.write(actor.tenant_id, async (q) => {
      const shop = await ownShop(q, actor, customer_id)
      if (!shop) throw new Refusal('not_found')
      const seen = { ...actor, organisation_id: customer_id, organisation_path: shop.path }
      const rows = await offers(q, seen, { today: berlinDay(now()), type: undefined, favouritesOnly: false, types: stockTypes })
      await audit({ subject: { kind: 'customer', id: customer_id, name: shop.name, organisation_id: customer_id }, after: { rows: rows.length } }, q)
      const { name: customer_name, mask_seller_discount: hides_prices } = shop
      return { customer_name, hides_prices, content: rows.map(offerAnswer({ mask_seller_discount: hides_prices })) }
    }),
}
