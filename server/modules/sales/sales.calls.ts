// Calls about past sales and the dashboard.
import { calls } from '../../../contract/index.ts'
import { allows } from '../../../contract/kit/access.ts'
import type { Handlers } from '../../http/mount.ts'
import type { SignedIn } from '../../http/sessions.ts'
import { reported } from '../../postgres/counted.ts'
import type { Query } from '../../postgres/db.ts'
import { type OwnWallet, ownWallet, runwayOf } from '../credit/credit.ts'
import { scarcest } from '../stock/stock.ts'
import { lowCustomers, salesByHour, salesLeft, topToday } from './dashboard.sql.ts'
import { compareDays } from './dashboard.ts'
import { sales as saleRows, saleTotals } from './sales.sql.ts'
import { costOf, mayReprint } from './sales.ts'

export const sales: Pick<Handlers, 'salesList' | 'dashboard'> = {
  salesList: async (asked, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const rows = await saleRows(q, actor, asked)
      const [totals = { total_count: 0, quantity: 0, sold_total: 0, bought_total: 0 }] = await saleTotals(q, actor, asked)
      return reported(
        asked,
        rows.map((row) => ({
          ...row,
          ...costOf(row, actor),
          may_reprint: mayReprint(row, actor, now()),
        })),
        { quantity: totals.quantity, sold_total: totals.sold_total, ...costOf(totals, actor) },
        totals.total_count,
      )
    }),

  dashboard: async (_, { actor, db, now }) =>
    db.list(actor, async (q) => {
      const at = now()
      const sees = (name: 'salesList' | 'stockList' | 'customersListShort') => allows(calls[name].access, actor)
      const [wallet] = await ownWallet(q, actor)
      return {
        as_of: at.toISOString(),
        sales: sees('salesList') ? { ...compareDays(await salesByHour(q, actor, at), actor), top: await topToday(q, actor, at) } : null,
        wallet: wallet ? { ...wallet, ...(await outlook(q, actor, wallet, at)) } : null,
        stock: sees('stockList') ? await scarcest(q, actor, at) : null,
        customers_low: sees('customersListShort') ? await lowCustomers(q, actor) : null,
      }
    }),
}

/** How long the balance lasts: in average sales, and in time. */
async function outlook(q: Query, actor: SignedIn, { available, created_at }: OwnWallet, now: Date) {
  const [left] = await salesLeft(q, actor, now, available)
  const { organisation_id, shop_timings: timings } = actor
  const end = await runwayOf(q, actor.tenant_id, { organisation_id, available, created_at, timings }, now)
  return { sales_left: left?.sales_left ?? null, lasts_until: end?.toISOString() ?? null }
}
