// Another reseller's world, every text of it marked: no call, with any of its ids, ever answers a mark, and what is foreign answers
// byte for byte like what is not there.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { allows } from '../../contract/kit/access.ts'
import type { Call } from '../../contract/kit/call.ts'
import { newId } from '../kit/ids.ts'
import { HOST, type World, world } from '../test/world.ts'
import { people } from './access-table.ts'
import { type Asker, ask } from './asking.ts'
import { crowd, signInAs } from './crowd.ts'
import { allCalls, type Ids, sampleForm } from './samples.ts'

const FOREIGN = 2
const MARK = 'FOREIGN-MARK'

let w: World
let askers: Map<string, Asker>
let foreign: Ids
let foreigner: Asker
beforeAll(async () => {
  w = await world()
  askers = await crowd(w)
  for (const { username, host } of DEMO) askers.set(username, { host, headers: (await w.signIn(username, { host })).headers })
  foreign = await foreignIds()
  foreigner = await foreignSeller()
  await markEveryText()
})
afterAll(() => w.end())

async function one(text: string): Promise<string> {
  const [row] = await w.db.read(FOREIGN, (q) => q.query<{ id: string }>(text))
  return row?.id ?? newId()
}

async function foreignIds(): Promise<Ids> {
  return {
    product_id: await one(`select id from products limit 1`),
    configuration_id: await one(`select id from configurations limit 1`),
    supplier_id: await one(`select id from suppliers limit 1`),
    customer_id: await one(`select id from organisations where kind = 'seller' limit 1`),
    upload_id: await one(`select id from uploads limit 1`),
    sale_id: await one(`select id from sales order by id desc limit 1`),
    download_id: await one(`select download_id as id from sales where download_id is not null limit 1`),
    batch_no: await one(`select batch_no::text as id from batches order by batch_no desc limit 1`),
    transaction_key: 'key',
  }
}

async function foreignSeller(): Promise<Asker> {
  return signInAs(
    w,
    FOREIGN,
    await one(`select u.id from users u join organisations o on o.id = u.organisation_id where o.kind = 'seller' and u.internal_role = 0 limit 1`),
    'rhein.localhost',
  )
}

/** Every text column of every tenant table, but those that a rule or a look-up holds to certain values. */
async function markEveryText(): Promise<void> {
  const { rows } = await w.owner.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c join schema_placement p on p.object = c.table_name and p.kind = 'tenant'
      where c.table_schema = 'public' and c.data_type = 'text' and c.column_name not in ('kind', 'type', 'state', 'step', 'status', 'operation', 'level', 'ean', 'default_language', 'language',
        'username', 'payment_mode', 'price_source', 'vat_treatment', 'vat_country', 'subject', 'finding', 'password_hash', 'country')`,
  )
  const client = await w.owner.connect()
  try {
    await client.query(`begin; set local app.tenant = '${FOREIGN}'`)
    for (const { table_name, column_name } of rows) await client.query(`update ${table_name} set ${column_name} = '${MARK}-' || ${column_name}`)
    await client.query('commit')
  } finally {
    client.release()
  }
}

const missingIds = (): Ids => ({
  ...(Object.fromEntries(Object.keys(foreign).map((name) => [name, randomUUID()])) as Ids),
  batch_no: '999999',
  transaction_key: 'key',
})

/** Ids asked for, fresh ids and moments differ from answer to answer and tell nothing. */
const masked = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replace(/"transaction_key":"[^"]+"/, '"transaction_key":"<key>"')

/** Whoever the rule admits, and people of the demo world with goods, customers and sales of their own. */
function askersOf(c: Call): [string, Asker][] {
  const admitted = people.filter(({ actor }) => actor?.is_manager && allows(c.access, actor)).map(({ name }) => name)
  return ['anonymous', ...admitted, ...DEMO.map(({ username }) => username)].map((name) => [name, askers.get(name) as Asker])
}

const DEMO = [
  { username: 'nord', host: HOST },
  { username: 'kiosque', host: HOST },
  { username: 'platform', host: 'platform.localhost' },
]

async function sampleWithKey(c: Call, asker: Asker, ids: Ids): Promise<Record<string, string>> {
  const form = sampleForm(c, ids)
  if (!('transaction_key' in form)) return form
  const answer = await w.fetch('/api/get_transaction_session_key/', asker)
  const { transaction_key } = (await answer.json()) as { transaction_key?: string }
  return { ...form, transaction_key: transaction_key ?? 'key' }
}

describe.each(allCalls.filter(([name]) => name !== 'logout' && name !== 'tenantChoose'))('%s', (_, c) => {
  test('answers foreign ids like missing ones, and never a foreign text', async () => {
    for (const [name, asker] of askersOf(c)) {
      const asked = await ask(w, c, asker, await sampleWithKey(c, asker, foreign))
      const missing = await ask(w, c, asker, await sampleWithKey(c, asker, missingIds()))
      expect(asked.text, name).not.toContain(MARK)
      expect([asked.status, masked(asked.text)], name).toEqual([missing.status, masked(missing.text)])
    }
  })
})

test('the marks are there for those whose they are', async () => {
  const shop = await w.anonymous('rhein.localhost').organisationCheck({})
  expect(shop.organisation_name).toContain(MARK)
  const offers = await w.fetch('/api/view_seller_products_v2/', { method: 'POST', ...foreigner })
  expect(await offers.text()).toContain(MARK)
})
