// Calls that list past sales and show the dashboard.

import { calls } from '../../../../contract/index.ts'
import { allows } from '../../../../contract/kit/access.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { dashboardParts } from '../../../../contract/sales/dashboard.ts'
import type { salesList as salesListCall } from '../../../../contract/sales/sales.ts'
import { agreementOn } from '../../../figures/sale-lines.ts'
import type { Handlers } from '../../../http/mount.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { reported } from '../../../postgres/row-pages.ts'
import { type OwnWallet, ownWallet, runwayOf } from '../../customers/credit/credit.ts'
import { scarcest, unpublished } from '../../goods/stock/stock.ts'
import { lowCustomers, salesByHour, salesLeft } from './dashboard.sql.ts'
import { compareDays } from './dashboard.ts'
import { chosenBy, NO_SALES, sales as saleRows, saleTotals, seesLine } from './sales.sql.ts'
import { costOf, mayReprint } from './sales.ts'

const salesList: Handlers['salesList'] = async (asked, { actor, db, now }) => {
  refuseOrder(asked, actor)
  return db.list(actor, async (q) => {
    if (asked.after && !(await seesLine(q, actor, asked.after))) throw new Refusal('not_found')
    const chosen = await chosenBy(q, actor, asked)
    const totals = chosen ? await saleTotals(q, actor, asked, chosen) : NO_SALES
    const rows = !chosen || totals.total_count === 0 ? [] : await saleRows(q, actor, asked, chosen)
    const answer = reported(
      asked,
      rows.map((row) => ({ ...row, ...costOf(row, actor), may_reprint: row.kind === 'sale' && mayReprint(row, actor, now()) })),
      { quantity: totals.quantity, sold_total: totals.sold_total, ...costOf(totals, actor) },
      totals.total_count,
    )
    return { ...answer, agrees: await agreementOn(q, actor, asked) }
  })
}

export const sales: Pick<Handlers, 'salesList' | 'ownSalesList' | 'dashboard'> = {
  salesList,

  ownSalesList: (asked, context) => salesList({ ...asked, filters: { ...asked.filters, user_id: context.actor.user_id } }, context),

  dashboard: async ({ part }, context) => {
    const { actor, db, now, lists } = context
    const at = now()
    const isAsked = (name: (typeof dashboardParts)[number]) => part === undefined || part === name
    const sees = (name: 'salesList' | 'stockList' | 'customersListShort') => allows(calls[name].access, actor)
    const seesStock = isAsked('stock') && sees('stockList')
    const low = seesStock ? await lists.first('stockList', { filters: '{"low":"1"}' }, context) : null
    return db.list(actor, async (q) => {
      const [wallet] = isAsked('wallet') ? await ownWallet(q, actor) : []
      return {
        as_of: at.toISOString(),
        sales:
          isAsked('sales') && sees('salesList')
            ? { ...compareDays(await salesByHour(q, actor, at), actor), agrees: await agreementOn(q, actor, twoDays(at)) }
            : null,
        wallet: wallet ? { ...wallet, ...(await outlook(q, actor, wallet, at)) } : null,
        stock: seesStock ? await scarcest(q, actor, at) : null,
        stock_low: low?.filters.total_count ?? null,
        to_publish: seesStock ? ((await unpublished(q, actor, at))[0] ?? null) : null,
        customers_low: isAsked('customers') && sees('customersListShort') ? await lowCustomers(q, actor) : null,
      }
    })
  },
}

const DAY_MS = 86_400_000
/** The Berlin days of the last 24 hours before a time: the day before and the day itself. */
const twoDays = (at: Date) => ({ date_from: berlinDay(new Date(at.getTime() - DAY_MS)), date_to: berlinDay(at) })

/**
 * Refuses to sort by margin for users who may not see margins, because the order would reveal them. Refuses `after` in any order but that of time, because
 * only in that order is it known which lines follow a line.
 */
function refuseOrder({ sort, after }: InputOf<typeof salesListCall>, { mask_seller_discount }: SignedIn) {
  if (mask_seller_discount && sort.endsWith('margin_total')) throw refuseField('sort', 'not_one_of')
  if (after !== undefined && sort !== '-created_at') throw refuseField('after', 'not_one_of')
}

/** How long the balance will last: for how many average sales, and until when. */
async function outlook(q: Query, actor: SignedIn, { available, created_at }: OwnWallet, now: Date) {
  const [left] = await salesLeft(q, actor, now, available)
  const { organisation_id, shop_timings: timings } = actor
  const end = await runwayOf(q, actor.tenant_id, { organisation_id, available, created_at, timings }, now)
  return { sales_left: left?.sales_left ?? null, lasts_until: end?.toISOString() ?? null }
}
