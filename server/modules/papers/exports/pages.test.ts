// All pages of an export come from one snapshot, and the list is sorted only once, even if much is sold meanwhile.

import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { throughCursors } from '../../../postgres/cursors.ts'
import type { Query } from '../../../postgres/db.ts'
import { giveWallet, goods, organisationId } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const SIZE = 4
const ROWS = 3 * SIZE + 1
const w = await fileWorld()
const port = await w.signIn('port')
await giveWallet(w, port.customer_id, 10_000 * EURO)
await giveWallet(w, await organisationId(w, 'sud'), 10_000 * EURO)
const configuration_id = (await goods(w, { pins: 60, discount: 0 })).configuration_id
const sell = async () => port.calls.sell({ transaction_key: (await port.calls.transactionKey({})).transaction_key, configuration_id, quantity: 1 })
for (let n = 0; n < ROWS; n++) await sell()
const listed = async () => (await port.calls.salesList({ filters: { configuration_id }, limit: 100 })).content

/** Reads all pages through `where`, as an export does. Before each page except the first a sale is made. */
async function pages(where: Query): Promise<unknown[]> {
  const whose = { tenant_id: 1, organisation_id: port.customer_id, organisation_path: [port.customer_id], kind: 'seller' }
  const actor = { ...whose, flags: [], account_role: 2, mask_seller_discount: false, view: null }
  const work = (_: number, read: (q: Query) => Promise<unknown>) => read(where)
  const read = w.services.lists.reader('salesList', { filters: JSON.stringify({ configuration_id }) }, SIZE)
  const rows: unknown[] = []
  for (let page = 0; ; page++) {
    const found = await read(page, { actor, now: w.clock.now, db: { list: work } })
    rows.push(...found.rows)
    if (found.rows.length < SIZE) return rows.map((row) => Object(row).sale_id)
    await sell()
  }
}

test('sales made while an export’s pages are read do not shift the pages: every row is read once, in the order of the list', async () => {
  const before = await listed()
  const sent: string[] = []
  const read = await w.services.db.reports({ tenant_id: 1, user_id: '' }, (q) => {
    const query: Query['query'] = (statement, values) => {
      sent.push(typeof statement === 'string' ? statement : statement.text)
      return q.query(statement, values)
    }
    return pages(throughCursors({ query }))
  })
  expect(read).toEqual(before.map(({ sale_id }) => sale_id))
  expect(before.every(({ serial, pin_last4 }) => serial !== '' && pin_last4 !== '')).toBe(true)
  expect((await listed()).length).toBeGreaterThan(before.length)
  // The export sorts the list once, and each later page continues where the previous page ended. Every other query, such as that for the sums, runs only
  // once.
  const kinds = sent.map((text) => /^(declare|fetch|set local)/.exec(text.trim())?.[0])
  expect(kinds.filter(Boolean)).toEqual(['set local', 'declare', 'fetch', 'fetch', 'fetch', 'fetch'])
  const others = sent.filter((_, i) => !kinds[i])
  expect([others.length > 0, new Set(others).size]).toEqual([true, others.length])
})

test('control: if an export’s pages are not read from one snapshot, some rows are read twice', async () => {
  const before = await listed()
  const read = await pages({ query: (statement, values) => w.services.db.read(1, (q) => q.query(statement, values)) })
  expect(new Set(read).size).toBeLessThan(read.length)
  expect(read).not.toEqual(before.map(({ sale_id }) => sale_id))
})
