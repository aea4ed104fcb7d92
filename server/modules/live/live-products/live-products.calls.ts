// Calls about live goods: listing them, storing the platform's decisions and a reseller's choice, and listing and setting exchange rates.
import type { Handlers } from '../../../http/mount.ts'
import { Refusal } from '../../../kit/errors.ts'
import type { Query } from '../../../postgres/db.ts'
import { listed } from '../../../postgres/row-pages.ts'
import { askOnce, hasNoSecondPerson, NOBODY_SECOND, ownHands } from '../../people/approvals/approvals.ts'
import { customerPriceCount, customerPrices, isChild } from './customer-prices.sql.ts'
import { catalogueRows, isKnown, priceCount, priceRows, productCount, productRows, readNext } from './live-products.sql.ts'
import { putRate, type RateAsked } from './live-products.ts'
import { offers } from './offers.ts'
import { type Choice, choicesOf, putChoices } from './product-decisions.sql.ts'
import { decide, switched } from './product-decisions.ts'
import { rateCount, rateRows, ratesOf } from './rates.sql.ts'

type Name =
  | 'liveProductsList'
  | 'liveCustomerPrices'
  | 'liveProductsUpdate'
  | 'liveChoicesUpdate'
  | 'catalogueRead'
  | 'livePriceHistory'
  | 'softApiOffers'
  | 'pjTelesoftOffers'
  | 'exchangeRatesList'
  | 'exchangeRateAdd'

/** The job that reads catalogues. It reads only those that are due, so enqueuing it twice does not read a catalogue twice. */
const READ = 'keep_catalogues'

export const liveProducts: Pick<Handlers, Name> = {
  liveProductsList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const rows = await productRows(q, actor, asked)
      return { ...listed(asked, rows, await productCount(q, actor, asked)), catalogues: await catalogueRows(q, actor) }
    }),

  liveCustomerPrices: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      if (asked.customer_id && !(await isChild(q, actor, asked.customer_id))) throw new Refusal('not_found')
      return listed(asked, await customerPrices(q, actor, asked), await customerPriceCount(q, actor, asked))
    }),

  liveProductsUpdate: async (asked, context) => {
    const { actor, db, audit } = context
    const { tenant_id, organisation_id, organisation_name: name } = actor
    const [hands, alone] = [await ownHands(context), await hasNoSecondPerson(context, organisation_id)]
    return db.write(tenant_id, async (q) => {
      await q.query('savepoint as_it_is')
      const { below, ...done } = await decide(q, context, asked, false)
      if (below.length === 0) return { ...done, state: 'done' }
      await q.query('rollback to savepoint as_it_is')
      const subject = { kind: 'organisation', id: organisation_id, name, organisation_id }
      const record = { below_cost: below.map((row) => row.product_name) }
      if (alone) {
        await audit({ subject, after: { ...record, ...NOBODY_SECOND } }, q)
        const { below: _, ...agreed } = await decide(q, context, asked, true)
        return { ...agreed, state: 'done' }
      }
      const payload = { live_prices: asked, below, about: [...asked.live_product_ids].sort().join(' ') }
      const isNew = await askOnce(q, context, hands, { organisation_id, wallet_id: null, type: 'live_prices', amount: null, payload }, name)
      await audit(isNew ? { subject, after: { ...record, state: 'waiting' } } : null, q)
      return { changed: 0, switched: [], state: 'waiting' }
    })
  },

  liveChoicesUpdate: async ({ live_product_ids, is_on, position }, { actor, db, audit }) =>
    db.write(actor.tenant_id, async (q) => {
      const ids = [...new Set(live_product_ids)]
      const before = await choicesOf(q, actor, ids)
      if (before.length < ids.length) throw new Refusal('not_found')
      const after = before.map((row): Choice => ({ ...row, is_on: is_on ?? row.is_on, position: position ?? row.position }))
      await putChoices(q, actor, after)
      for (const [i, row] of after.entries()) {
        const subject = { kind: 'product', id: row.live_product_id, name: row.name, organisation_id: actor.organisation_id }
        await audit({ subject, before: recordOf(before[i] ?? row), after: recordOf(row) }, q)
      }
      return { changed: after.length, switched: switched(before, after).map((row) => row.live_product_id) }
    }),

  catalogueRead: async ({ connection_id, puts_on_sale }, { actor, db, now, audit, jobs }) => {
    await db.write(actor.tenant_id, async (q) => {
      const [connection] = await readNext(q, actor.tenant_id, connection_id, puts_on_sale, now())
      if (!connection) throw new Refusal('not_found')
      const after = puts_on_sale === undefined ? {} : { puts_on_sale }
      await audit({ subject: { kind: 'supplier', id: connection_id, name: connection.name }, after }, q)
    })
    await jobs.enqueue(READ, {})
    return {}
  },

  livePriceHistory: async (asked, { actor, db }) =>
    db.list(actor, async (q) => {
      const { tenant_id } = actor
      if (!(await isKnown(q, tenant_id, asked.live_product_id))) throw new Refusal('not_found')
      return listed(asked, await priceRows(q, tenant_id, asked), await priceCount(q, tenant_id, asked))
    }),

  softApiOffers: async (asked, { actor, db }) => db.list(actor, (q) => offers(q, actor, 'softapi', asked)),
  pjTelesoftOffers: async (asked, { actor, db }) => db.list(actor, (q) => offers(q, actor, 'pj_telesoft', asked)),

  exchangeRatesList: async (asked, { actor, db }) =>
    db.list(actor, async (q) => listed(asked, await rateRows(q, actor.tenant_id, asked), await rateCount(q, actor.tenant_id, asked))),

  /**
   * If a rate is too low, goods are sold for less than the supplier charges. So the first rate of a currency, and a rate that is not higher than the previous
   * one, needs two people, unless there is no second person.
   */
  exchangeRateAdd: async ({ currency, rate: typed, remarks }, context) => {
    const { actor, db, audit, jobs } = context
    const { tenant_id, organisation_id, organisation_name: name } = actor
    const [hands, alone] = [await ownHands(context), await hasNoSecondPerson(context, organisation_id)]
    const asked: RateAsked = { currency, rate: typed.replace(',', '.'), remarks }
    const state = await db.write(tenant_id, async (q) => {
      const before = await rateBefore(q, tenant_id, organisation_id, currency)
      const subject = { kind: 'organisation', id: organisation_id, name, organisation_id }
      const isHigher = before !== undefined && Number(asked.rate) > Number(before)
      const record = { before: { currency, rate: before ?? null }, after: { currency, rate: asked.rate } }
      if (!isHigher && !alone) {
        const request = { organisation_id, wallet_id: null, type: 'exchange_rate', amount: null, remarks: `${currency} ${asked.rate}` }
        const isNew = await askOnce(q, context, hands, { ...request, payload: { exchange_rate: asked, about: currency } }, name)
        await audit(isNew ? { subject, before: record.before, after: { ...record.after, state: 'waiting' } } : null, q)
        return 'waiting' as const
      }
      await putRate(q, context, asked)
      await audit({ subject, before: record.before, after: { ...record.after, ...(isHigher ? {} : NOBODY_SECOND) } }, q)
      return 'done' as const
    })
    if (state === 'done') await jobs.enqueue(READ, {})
    return { state }
  },
}

const recordOf = ({ is_on, position }: Choice) => ({ is_on, position })

/** The present rate of a currency. Locks the platform's row first, so that two rates entered at the same time are compared one after the other. */
async function rateBefore(q: Query, tenant_id: number, organisation_id: string, currency: string): Promise<string | undefined> {
  await q.query('select from organisations where tenant_id = :tenant_id and id = :organisation_id for no key update', { tenant_id, organisation_id })
  return (await ratesOf(q, tenant_id)).get(currency)
}
