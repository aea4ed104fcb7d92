// Another reseller's world, every text of it marked: no call, with any of its ids, ever answers a mark, and what is foreign answers
// byte for byte like what is not there.
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { allows } from '../../contract/kit/access.ts'
import type { Call } from '../../contract/kit/call.ts'
import { newId } from '../kit/ids.ts'
import { inTenant } from '../seeds/demo-people.ts'
import { DEMO_PASSWORD } from '../seeds/demo-world.ts'
import { HOST, type World, world } from '../test/world.ts'
import { people } from './access-table.ts'
import { type Asker, ask } from './asking.ts'
import { crowd, signInAs } from './crowd.ts'
import { allCalls, type Ids, missingIds, sampleForm } from './samples.ts'

const FOREIGN = 2
const MARK = 'FOREIGN-MARK'

/** Each test asks many people. */
vi.setConfig({ testTimeout: 120_000 })

let w: World
let askers: Map<string, Asker>
let foreign: Ids
let foreigner: Asker
beforeAll(async () => {
  w = await world()
  askers = await crowd(w)
  for (const { username, host } of DEMO) askers.set(username, { host, headers: (await w.signIn(username, { host })).headers })
  await foreignLife()
  foreign = await foreignIds()
  foreigner = await foreignSeller()
  await markEveryText()
})
afterAll(() => w.end())

async function one(text: string): Promise<string> {
  const [row] = await w.db.read(FOREIGN, (q) => q.query<{ id: string }>(text))
  return row?.id ?? newId()
}

const FOREIGN_HOST = 'rhein.localhost'

/** What only comes with people: devices, a sign-in that waits, messages, a registration, notices, rows of the audit log. */
async function foreignLife(): Promise<void> {
  await w.signIn('rhein', { host: FOREIGN_HOST })
  const asking = `update users set otp_type = 'email', login_approval = true, email = 'dieter@kiosk.example' where tenant_id = 2 and username = 'dom'`
  await inTenant(w.owner, FOREIGN, (q) => q.query(asking))
  await w.anonymous(FOREIGN_HOST).login({ username: 'dom', password: DEMO_PASSWORD })
  await inTenant(w.owner, FOREIGN, async (q) => {
    await q.query(`update logins set state = 'waiting' where tenant_id = 2`)
    await q.query(
      `insert into registrations (tenant_id, id, user_id, organisation_id, secret_hash, created_at, expires_at)
       select 2, gen_random_uuid(), id, organisation_id, '', now(), now() + interval '1 day' from users where tenant_id = 2 and username = 'dom'`,
    )
    await q.query(
      `insert into notices (tenant_id, id, organisation_id, kind, data, created_at)
       select 2, gen_random_uuid(), id, 'login_request', '{"name": "${MARK}"}', now() from organisations where tenant_id = 2`,
    )
  })
}

async function foreignIds(): Promise<Ids> {
  const registration_id = await one('select id from registrations limit 1')
  return {
    ...{ username: 'dom', user_id: await one(`select id from users where username = 'dom'`) },
    ...{ organisation_id: await one(`select id from organisations where kind = 'reseller'`), reference_id: await one('select id from logins limit 1') },
    ...{ reference: 'no secret', registration_id, registration: `${registration_id}.no-secret` },
    ...{ message_id: await one('select id from messages limit 1'), session_id: await one('select id from sessions order by created_at desc limit 1') },
    device_id: await one('select id from devices_known limit 1'),
    product_id: await one(`select id from products limit 1`),
    configuration_id: await one(`select id from configurations limit 1`),
    supplier_id: await one(`select id from suppliers limit 1`),
    customer_id: await one(`select id from organisations where kind = 'seller' limit 1`),
    upload_id: await one(`select id from uploads limit 1`),
    sale_id: await one(`select id from sales order by id desc limit 1`),
    download_id: await one(`select download_id as id from sales where download_id is not null limit 1`),
    batch_no: await one(`select batch_no::text as id from batches order by batch_no desc limit 1`),
    transaction_key: 'no key',
  }
}

async function foreignSeller(): Promise<Asker> {
  return signInAs(
    w,
    FOREIGN,
    await one(`select u.id from users u join organisations o on o.id = u.organisation_id where o.kind = 'seller' and u.internal_role = 0 limit 1`),
    FOREIGN_HOST,
  )
}

/** Every text column of every tenant table, but those that a rule or a look-up holds to certain values. */
async function markEveryText(): Promise<void> {
  const { rows } = await w.owner.query<{ table_name: string; column_name: string }>(
    `select c.table_name, c.column_name from information_schema.columns c join schema_placement p on p.object = c.table_name and p.kind = 'tenant'
      where c.table_schema = 'public' and c.data_type = 'text' and c.column_name not in ('kind', 'type', 'state', 'step', 'status', 'operation', 'level', 'ean', 'channel', 'code_channel', 'otp_type', 'default_language', 'language',
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

/** Ids asked for, fresh ids and moments differ from answer to answer and tell nothing. */
const masked = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replace(/"transaction_key":"[^"]+"/, '"transaction_key":"<key>"')
    .replace(/"wait_s":\d+/, '"wait_s":0')

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

async function withKey(form: Record<string, string>, asker: Asker): Promise<Record<string, string>> {
  if (!('transaction_key' in form)) return form
  const answer = await w.fetch('/api/get_transaction_session_key/', asker)
  const { transaction_key } = (await answer.json()) as { transaction_key?: string }
  return { ...form, transaction_key: transaction_key ?? 'no key' }
}

/** They end the asker's session, or change what is looked at. */
const LEFT_OUT = ['logout', 'tenantChoose']

/** Tries of passwords and codes are counted: each question begins with none. */
const forgetTries = () => w.owner.query(`begin; set local app.tenant = '1'; delete from login_attempts where tenant_id = 1; commit`)

async function expectAlike(c: Call, form: (ids: Ids) => Record<string, string>, some = askersOf(c)): Promise<void> {
  for (const [name, asker] of some) {
    await forgetTries()
    const asked = await ask(w, c, asker, await withKey(form(foreign), asker))
    const missing = await ask(w, c, asker, await withKey(form(missingIds()), asker))
    expect(asked.text, name).not.toContain(MARK)
    expect([asked.status, masked(asked.text)], name).toEqual([missing.status, masked(missing.text)])
  }
}

describe.each(allCalls.filter(([name]) => !LEFT_OUT.includes(name)))('%s', (_, c) => {
  test('answers foreign ids like missing ones, and never a foreign text', async () => {
    await expectAlike(c, (ids) => sampleForm(c, ids))
  })
})

describe.each(allCalls.filter(([, c]) => 'filters' in c.input.shape))('%s', (_, c) => {
  test('filtered by foreign ids finds what it finds by missing ones', async () => {
    const { user_id, customer_id, organisation_id, product_id, configuration_id } = foreign
    const filters = { user_id, customer_id, organisation_id, parent_id: organisation_id, subject_id: user_id, product_id, configuration_id }
    const withData = askersOf(c).filter(([name]) => DEMO.some(({ username }) => username === name))
    for (const [field, value] of Object.entries(filters))
      await expectAlike(c, (ids) => ({ ...sampleForm(c, ids), filters: JSON.stringify({ [field]: ids === foreign ? value : newId() }) }), withData)
  })
})

test('the marks are there for those whose they are', async () => {
  const shop = await w.anonymous('rhein.localhost').organisationCheck({})
  expect(shop.organisation_name).toContain(MARK)
  const offers = await w.fetch('/api/view_seller_products_v2/', { method: 'POST', ...foreigner })
  expect(await offers.text()).toContain(MARK)
})

test('everything that could be asked for is there', async () => {
  for (const [table, id] of [
    ['users', foreign.user_id],
    ['organisations', foreign.organisation_id],
    ['logins', foreign.reference_id],
    ['registrations', foreign.registration_id],
    ['messages', foreign.message_id],
    ['sessions', foreign.session_id],
    ['devices_known', foreign.device_id],
  ])
    expect(await one(`select id from ${table} where id = '${id}'`), table).toBe(id)
})
