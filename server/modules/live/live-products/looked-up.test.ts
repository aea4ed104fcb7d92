// The lists of live goods call is_offered once for each product, even if the planner has poor statistics.
import { expect, test } from 'vitest'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { catalogueProduct } from '../../../test/online.ts'
import { fileWorld } from '../../../test/world.ts'
import { customerPrices } from './customer-prices.sql.ts'
import { productRows } from './live-products.sql.ts'
import { offerRows } from './offers.sql.ts'

type Node = Record<string, unknown> & { Plans?: Node[] }

const PRODUCTS = 25
const w = await fileWorld()
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const [{ id, path } = { id: '', path: [''] }] = await rowsOf<{ id: string; path: string[] }>(
  w,
  `select id, path from organisations where name = 'Comptoir Nord'`,
)
const actor = { tenant_id: 1, organisation_id: id, organisation_path: path, role: 'reseller' } as unknown as SignedIn
for (let i = 0; i < PRODUCTS; i++) {
  const { live_product_id } = await catalogueProduct(w)
  await platform.calls.liveProductsUpdate({ live_product_ids: [live_product_id], is_on: true })
}

/** Returns the number of rows for which the nodes of this query plan call is_offered. */
function askedOf(node: Node): number {
  const asks = ['Filter', 'Join Filter', 'One-Time Filter'].some((field) => String(node[field] ?? '').includes('is_offered'))
  const rows = Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)
  return (asks ? rows * Number(node['Actual Loops']) : 0) + (node.Plans ?? []).reduce((sum, under) => sum + askedOf(under), 0)
}

const asked = (of: (q: Query) => Promise<unknown>) =>
  w.db.read(1, async (q) => {
    let n = 0
    const explaining = async (given: { text: string }) => {
      const [row] = await q.query<{ 'QUERY PLAN': { Plan: Node }[] }>({ ...given, text: `explain (analyze, format json) ${given.text}` } as never)
      n = row?.['QUERY PLAN'].reduce((sum, { Plan }) => sum + askedOf(Plan), 0) ?? 0
      return []
    }
    await of({ ...q, query: explaining as never })
    return n
  })

const page = { page: 0, limit: 100, filters: {} }

test.each<[string, (q: Query) => Promise<unknown>]>([
  ['the query for what a reseller may sell on', async (q) => productRows(q, actor, { ...page, sort: 'position' })],
  ['the query for what a reseller’s customers pay', async (q) => customerPrices(q, actor, { ...page, sort: 'operator_name' })],
  ['the query for what a till may sell', async (q) => offerRows(q, actor, 'softapi', page)],
])('%s calls is_offered about once for each product', async (_, of) => {
  const n = await asked(of)
  expect(n).toBeGreaterThanOrEqual(PRODUCTS)
  expect(n).toBeLessThan(2 * PRODUCTS)
})
