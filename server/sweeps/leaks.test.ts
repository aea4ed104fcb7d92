// Another reseller's world in which every text is marked. No call returns a marked text for any of that world's ids, and a foreign id gets byte for byte the
// same answer as a missing id.
import { describe, expect, test, vi } from 'vitest'
import { allows } from '../../contract/kit/access.ts'
import type { Call } from '../../contract/kit/call.ts'
import { newId } from '../kit/ids.ts'
import { fileWorld, HOST } from '../test/world.ts'
import { people } from './access-table.ts'
import { crowd } from './crowd.ts'
import { FOREIGN, foreignWorld, MARK } from './foreign-world.ts'
import type { Ids } from './ids.ts'
import { type Asker, ask } from './raw-calls.ts'
import { allCalls, missingIds, sampleForm } from './samples.ts'

/** Each test sends requests as several people, so it may take two minutes. */
vi.setConfig({ testTimeout: 120_000 })

const DEMO = [
  { username: 'nord', host: HOST },
  { username: 'kiosque', host: HOST },
  { username: 'platform', host: 'platform.localhost' },
]

const w = await fileWorld()
const askers = await crowd(w)
for (const { username, host } of DEMO) askers.set(username, { host, headers: (await w.signIn(username, { host })).headers })
const { foreign, foreigner } = await foreignWorld(w)

/** Hides parts that differ from answer to answer and reveal nothing: requested ids, new ids, times, and the free space of a disk. */
const masked = (text: string) =>
  text
    .replace(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, '<id>')
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<instant>')
    .replace(/"transaction_key":"[^"]+"/, '"transaction_key":"<key>"')
    .replace(/"transaction_keys":\["[^"]+"\]/, '"transaction_keys":["<key>"]')
    .replace(/"token":"[^"]+"/, '"token":"<token>"')
    .replace(/"key":"sandbox_[^"]+"/, '"key":"<key>"')
    .replace(/"secret":"whsec_[^"]+"/, '"secret":"<secret>"')
    .replace(/"wait_s":\d+/, '"wait_s":0')
    .replace(/"free_bytes":\d+,"detail":"[^"]*"/g, '"free_bytes":0')
    .replace(/"detail":"\d+ ms"/g, '"detail":""')

/** People whom the rule admits, and users of the demo world with goods, customers and sales of their own. */
function askersOf(c: Call): [string, Asker][] {
  const admitted = people.filter(({ actor }) => actor?.is_manager && allows(c.access, actor)).map(({ name }) => name)
  return ['anonymous', ...admitted, ...DEMO.map(({ username }) => username)].map((name) => [name, askers.get(name) as Asker])
}

/** The form with a transaction key of the asker, also in the rows that the form contains. */
async function withKey(form: Record<string, string>, asker: Asker): Promise<Record<string, string>> {
  if (!Object.values(form).some((text) => text.includes('no key'))) return form
  const answer = await w.fetch('/api/get_transaction_session_key/', asker)
  const { transaction_key } = (await answer.json()) as { transaction_key?: string }
  return Object.fromEntries(Object.entries(form).map(([name, text]) => [name, text.replace('no key', transaction_key ?? 'no key')]))
}

/**
 * Calls that end the asker's session or key, or change the viewed tenant, and the call that shows the platform's managers all tenants at once
 * (platform.test.ts). Their fields name nothing that could belong to others.
 */
const LEFT_OUT = ['logout', 'tenantChoose', 'apiKeyRevoke', 'tenantsToday']

const UNDER_WAY = "select from exports where state in ('waiting', 'running') and tenant_id ="

/**
 * Makes all requests start from the same counts. Attempts at passwords and codes are counted, and so are running exports: before each request the attempts are
 * deleted and the exports must have ended, because an export that ends between two requests would change the second answer. Reading a list changes none of
 * these counts.
 */
const forgetTries = () =>
  vi.waitFor(
    async () => {
      const answers = await w.owner.query(`begin; set local app.tenant = '1'; delete from login_attempts where tenant_id = 1; ${UNDER_WAY} 1;
        set local app.tenant = '0'; ${UNDER_WAY} 0; commit`)
      const underWay = (answers as unknown as { command: string; rowCount: number }[]).filter(({ command }) => command === 'SELECT')
      expect(underWay.map(({ rowCount }) => rowCount)).toEqual([0, 0])
    },
    { timeout: 30_000, interval: 20 },
  )

async function expectAlike(c: Call, form: (ids: Ids) => Record<string, string>, counts = true): Promise<void> {
  for (const [name, asker] of askersOf(c)) {
    if (counts) await forgetTries()
    const asked = await ask(w, c, asker, await withKey(form(foreign), asker))
    if (counts) await forgetTries()
    const missing = await ask(w, c, asker, await withKey(form(missingIds()), asker))
    expect(asked.text, name).not.toContain(MARK)
    expect([asked.status, masked(asked.text)], name).toEqual([missing.status, masked(missing.text)])
  }
}

describe.each(allCalls.filter(([name]) => !LEFT_OUT.includes(name)))('the call %s', (_, c) => {
  test('answers ids of another reseller exactly like missing ids, and with no text of the other reseller', async () => {
    await expectAlike(c, (ids) => sampleForm(c, ids))
  })
})

describe.each(allCalls.filter(([, c]) => 'filters' in c.input.shape))('the list %s', (_, c) => {
  test('filtered by ids of another reseller has the same rows as filtered by missing ids', async () => {
    const { user_id, organisation_id, discount_plan_id } = foreign
    const otherwise = { parent_id: organisation_id, subject_id: user_id, plan_id: discount_plan_id }
    const fields = [
      'user_id',
      'customer_id',
      'organisation_id',
      'product_id',
      'configuration_id',
      'supplier_id',
      'supplier_contact_id',
      'mandate_id',
      'status_notice_id',
    ] as const
    for (const [field, value] of [...fields.map((name) => [name, foreign[name]] as const), ...Object.entries(otherwise)]) {
      await expectAlike(c, (ids) => ({ ...sampleForm(c, ids), filters: JSON.stringify({ [field]: ids === foreign ? value : newId() }) }), Boolean(c.changes))
    }
  })
})

test('control: the marks in the other reseller’s texts are visible to their owners', async () => {
  const shop = await w.anonymous('rhein.localhost').organisationCheck({})
  expect(shop.organisation_name).toContain(MARK)
  const offers = await w.fetch('/api/view_seller_products_v2/', { method: 'POST', ...foreigner })
  expect(await offers.text()).toContain(MARK)
})

test('every id of the other reseller that the sweep sends exists', async () => {
  for (const [table, id] of [
    ['users', foreign.user_id],
    ['organisations', foreign.organisation_id],
    ['logins', foreign.reference_id],
    ['registrations', foreign.registration_id],
    ['messages', foreign.message_id],
    ['sessions', foreign.session_id],
    ['devices_known', foreign.browser_id],
    ['devices', foreign.device_id],
    ['configurations', foreign.pool_id],
    ['plans', foreign.discount_plan_id],
    ['price_changes', foreign.change_id],
    ['credit_requests', foreign.request_id],
    ['exports', foreign.export_id],
    ['reclamations', foreign.reclaim_id],
    ['reclamation_files', foreign.file_id],
    ['invoices', foreign.invoice_id],
    ['supplier_contacts', foreign.supplier_contact_id],
    ['mandates', foreign.mandate_id],
    ['collections', foreign.collection_id],
    ['debit_returns', foreign.return_id],
    ['status_notices', foreign.status_notice_id],
  ])
    expect(await w.db.read(FOREIGN, (q) => q.query(`select id from ${table} where tenant_id = $1 and id = $2`, [FOREIGN, id])), table).toEqual([{ id }])
})
