// Whether a shop can sell: if its indicator is green, a sale succeeds; if it is red, a sale is refused for the reason that the indicator shows.
import { describe, expect, test } from 'vitest'
import type { Hindrance } from '../../../../contract/customers/readiness.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, goods, organisationId, rowsOf, sabotage } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const [port, sud] = [await organisationId(w, 'port'), await organisationId(w, 'sud')]
/** The only card that is on offer to the shop below the sub-reseller. */
const card = await goods(w, { pins: 500, euro: 10, discount: 500 })
const run = (sql: string, ...values: unknown[]) => rowsOf(w, sql, values)
const shop = (change: string) => run(`update organisations set ${change} where tenant_id = 1 and id = $1`, port)
const wallets = async () => {
  for (const customer_id of [sud, port]) await giveWallet(w, customer_id, 1_000 * EURO)
}
await wallets()
await shop('plan_id = null')
await nord.calls.assignedChange({ action: 'add', customer_ids: [sud], pad_list: [{ product_id: card.product_id, discount: 700 }] })
await (await w.signIn('sud')).calls.assignedChange({ action: 'add', customer_ids: [port], pad_list: [{ product_id: card.product_id, discount: 500 }] })
const early = await w.signIn('port')

const light = async () => (await nord.calls.shopsReady({ customer_id: port })).content[0]?.hindrance

/** Sells this card in a new session; returns 'sold', or why not. */
async function sale(): Promise<string> {
  const { calls } = await w.signIn('port')
  const { transaction_key } = await calls.transactionKey({})
  const asked = { transaction_key, configuration_id: card.configuration_id, quantity: 1 }
  return calls.sell(asked).then(
    () => 'sold',
    ({ code }: { code: string }) => code,
  )
}

/** Sells by calling the money function directly, for a shop of which no user can sign in. */
async function pastTheCall({ session_id }: Person): Promise<string> {
  const [session] = await rowsOf<{ user_id: string }>(w, 'select user_id from sessions where tenant_id = 1 and id = $1', [session_id])
  const purchase = { ...card, seller_id: port, session_id, user_id: session?.user_id ?? '', quantity: 1, download_id: null }
  return (await w.services.money.sell({ ...purchase, key: newId(), sale_id: newId() })).code
}

const CLOSED = JSON.stringify({
  is_binding: true,
  days: Array.from({ length: 7 }, () => ({ is_open: false, start: '08:00', close: '20:00', lunch_start: null, lunch_end: null })),
  holidays: [],
})

type Fault = { reason: Hindrance; begin: () => Promise<unknown>; end: () => Promise<unknown>; sells?: () => Promise<string> }

const faults: Record<string, Fault> = {
  'because its own price is disabled': {
    reason: 'not_on_offer',
    begin: () => run('update assigned_products set is_enabled = false where tenant_id = 1 and customer_id = $1', port),
    end: () => run('update assigned_products set is_enabled = true where tenant_id = 1 and customer_id = $1', port),
  },
  'because the reseller above it has no price': {
    reason: 'not_on_offer',
    begin: () => run('update assigned_products set is_enabled = false where tenant_id = 1 and customer_id = $1 and product_id = $2', sud, card.product_id),
    end: () => run('update assigned_products set is_enabled = true where tenant_id = 1 and customer_id = $1 and product_id = $2', sud, card.product_id),
  },
  'because nothing is in stock': {
    reason: 'out_of_stock',
    begin: () => run('update queue_heads set is_published = false where tenant_id = 1 and batch_no = $1', card.batch_no),
    end: () => run('update queue_heads set is_published = true where tenant_id = 1 and batch_no = $1', card.batch_no),
  },
  'because the stock has expired': {
    reason: 'out_of_stock',
    begin: () => run(`update queue_heads set expires_on = current_date - 2 where tenant_id = 1 and batch_no = $1`, card.batch_no),
    end: () => run('update queue_heads set expires_on = null where tenant_id = 1 and batch_no = $1', card.batch_no),
  },
  'because it cannot pay for one card': { reason: 'credit_limit_reached', begin: () => giveWallet(w, port, 9 * EURO), end: wallets },
  'because its reseller cannot pay for one card': { reason: 'reseller_limit', begin: () => giveWallet(w, sud, 9 * EURO), end: wallets },
  'because the card would be sold below cost, and no loss is allowed': {
    reason: 'below_cost_limit',
    begin: async () => {
      await run('update queue_heads set cost_unit = 99000 where tenant_id = 1 and batch_no = $1', card.batch_no)
      await run('update organisations set below_cost_daily = 0 where tenant_id = 1')
    },
    end: () => run('update queue_heads set cost_unit = null where tenant_id = 1 and batch_no = $1', card.batch_no),
  },
  'because it may sell on its own devices only, and none is paired': {
    reason: 'device_not_assigned',
    begin: () => shop('devices_only = true'),
    end: () => shop('devices_only = false'),
  },
  'because it is outside its binding opening hours': {
    reason: 'shop_closed',
    begin: () => shop(`shop_timings = '${CLOSED}'`),
    end: () => shop('shop_timings = null'),
  },
  'because it is suspended': {
    reason: 'customer_stopped',
    begin: () => nord.calls.customerStatus({ customer_ids: [port], is_active: false, reason: 'test' }),
    end: () => nord.calls.customerStatus({ customer_ids: [port], is_active: true, reason: 'test' }),
    sells: () => pastTheCall(early),
  },
}

describe('a shop that can sell stops being able to sell', () => {
  for (const [name, { reason, begin, end, sells = sale }] of Object.entries(faults))
    test(`${name}: the indicator shows this reason before a sale is refused for it; without the reason it is green and a sale succeeds`, async () => {
      expect([await light(), await sale()]).toEqual([null, 'sold'])
      await begin()
      expect([await light(), await sells()]).toEqual([reason, reason])
      await end()
      expect([await light(), await sale()], 'control: nothing but this was in the way').toEqual([null, 'sold'])
    })
})

test('if all users of a shop are switched off, its indicator is red with the reason that it has no user, and a sign-in is refused', async () => {
  await run('update users set is_active = false where tenant_id = 1 and organisation_id = $1', port)
  expect(await light()).toBe('no_user')
  await expect(w.signIn('port')).rejects.toBeDefined()
  await run('update users set is_active = true where tenant_id = 1 and organisation_id = $1', port)
  expect(await light()).toBeNull()
})

test('control: the indicator and a sale read the same data, so an error in the data changes both', async () => {
  await sabotage(w, 'purchase_lines', 'and c.is_active and not c.is_pool', 'and not c.is_active and not c.is_pool')
  expect([await light(), await sale()]).toEqual(['not_on_offer', 'not_on_offer'])
  await sabotage(w, 'purchase_lines', 'and not c.is_active and not c.is_pool', 'and c.is_active and not c.is_pool')
  expect([await light(), await sale()]).toEqual([null, 'sold'])
})

test('a shop is shown as ready if one of many goods can be sold; if none can, the shown reason is that of the goods in stock', async () => {
  const empty = await goods(w, { pins: 0, euro: 50 })
  await nord.calls.assignedChange({ action: 'add', customer_ids: [sud], pad_list: [{ product_id: empty.product_id, discount: 700 }] })
  await (await w.signIn('sud')).calls.assignedChange({ action: 'add', customer_ids: [port], pad_list: [{ product_id: empty.product_id, discount: 500 }] })
  expect((await nord.calls.shopsReady({ customer_id: port })).content[0]).toMatchObject({ hindrance: null, on_offer: 2, in_stock: 1 })
  await giveWallet(w, port, 0)
  expect(await light()).toBe('credit_limit_reached')
  await wallets()
})

describe('the list of shops without sales', () => {
  const names = async (person: Person, quiet_days?: number) => (await person.calls.shopsReady({ filters: { quiet_days } })).content.map(({ name }) => name)

  test('contains shops without sales for the chosen number of days, the longest first; with 0 days it contains all shops', async () => {
    const all = (await names(nord, 0)).sort()
    expect(all).toEqual(['Kiosque Nord', 'Tabac de la Gare', 'Épicerie du Port'].sort())
    await run(`update wallets set last_sale_at = now() - interval '8 days' where tenant_id = 1 and organisation_id = $1`, port)
    expect(await names(nord, 7)).toEqual(['Épicerie du Port'])
    expect(await names(nord, 9)).toEqual([])
    await sale()
    expect(await names(nord, 7)).toEqual([])
  })

  test('contains no shops of other organisations, and is refused to users who may not see customers', async () => {
    expect(await names(await w.signIn('sud'), 0)).toEqual(['Épicerie du Port'])
    const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
    expect((await rhein.calls.shopsReady({ filters: { quiet_days: 0 }, customer_id: port })).content).toEqual([])
    await expect((await w.signIn('kiosque')).calls.shopsReady({})).rejects.toMatchObject({ code: 'forbidden' })
  })
})
