// The checklist of a new organisation: each tick follows from the organisation's data, and the list disappears with the first sale.
import { expect, test } from 'vitest'
import type { StartStep } from '../../../../contract/customers/guided-start.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { batch, goods, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const FLAGS = [
  'has_supplier',
  'has_product',
  'has_inventory',
  'has_discount_slab',
  'has_assign_product',
  'has_customers',
  'has_credit',
  'has_cash_card',
] as const

/** Adds a customer. Its manager has a password, as after registering; if `isIn` is false, the manager has not registered yet. */
async function added({ calls }: Person, username: string, account_role: 1 | 2, isIn = true) {
  const mobile = '+33 6 11 22 33 44'
  const given = { account_role, name: username, username, full_name: username, email: `${username}@example.test`, mobile, mobile_confirmation: mobile }
  const { customer_id } = await calls.customerAdd({ ...(await calls.transactionKey({})), ...given, ...(account_role === 1 && { flags: [...FLAGS] }) })
  if (isIn) await registered(username)
  return customer_id
}
const registered = (username: string) =>
  rowsOf(w, `update users u set password_hash = n.password_hash from users n where n.username = 'nord' and u.username = $1`, [username])

await added(nord, 'newcomer', 1)
const newcomer = await w.signIn('newcomer')
const start = ({ calls }: Person = newcomer) => calls.guidedStart({})
const done = async (person?: Person) => (await start(person)).steps.filter(({ is_done }) => is_done).map(({ step }) => step)

test('each step of a new reseller and of its new shop is ticked according to that organisation’s data, and the first sale removes both checklists', async () => {
  const steps: StartStep[] = ['supplier', 'product', 'stock', 'plan', 'shop', 'shop_plan', 'credit', 'people', 'sale']
  expect((await start()).steps).toEqual(steps.map((step) => ({ step, is_done: false, missing: [] })))

  await newcomer.calls.supplierAdd({ company: 'Grossiste Neuf' })
  expect(await done()).toEqual(['supplier'])
  const { discount_plan_id } = await newcomer.calls.planAdd({ plan_name: 'Neuf' })
  expect(await done(), 'control: a plan that names no product is none').toEqual(['supplier'])
  const card = await goods(w, { pins: 0, owner: 'newcomer' })
  expect(await done()).toEqual(['supplier', 'product', 'plan'])
  const { batch_no } = await batch(w, card, { pins: 3, published: false })
  expect(await done(), 'control: what is imported and not on sale is no stock').toEqual(['supplier', 'product', 'plan'])
  await newcomer.calls.stockList({ action: 'publish', batch_no })
  expect(await done()).toEqual(['supplier', 'product', 'stock', 'plan'])

  const customer_id = await added(newcomer, 'boutique', 2, false)
  expect(await start()).toMatchObject({ hindrance: 'no_user', customer_id })
  expect(await done()).toEqual(['supplier', 'product', 'stock', 'plan', 'shop'])
  await registered('boutique')
  const shop = await w.signIn('boutique')
  expect(await start()).toMatchObject({ hindrance: 'not_on_offer' })
  expect((await start(shop)).steps.map(({ step, is_done }) => [step, is_done])).toEqual([
    ['offer', false],
    ['in_stock', false],
    ['money', false],
    ['first_sale', false],
  ])
  await newcomer.calls.assignedChange({ action: 'plan', customer_ids: [customer_id], discount_plan_id })
  expect([(await start()).hindrance, await done(shop)]).toEqual(['credit_limit_reached', ['offer', 'in_stock']])
  const money = { customer_id, amount: 20 * EURO }
  await newcomer.calls.walletChange({ ...(await newcomer.calls.transactionKey({})), ...money })
  expect(await done()).toEqual(steps.slice(0, -1))
  expect([(await start()).hindrance, await done(shop)]).toEqual([null, ['offer', 'in_stock', 'money']])

  await shop.calls.sell({ ...(await shop.calls.transactionKey({})), configuration_id: card.configuration_id, quantity: 1 })
  expect([(await start()).steps, (await start(shop)).steps]).toEqual([[], []])
})

test('a shop that may sell only on its own devices has one more step in its checklist, which is to pair a device', async () => {
  await rowsOf(w, 'update wallets set last_sale_at = null where tenant_id = 1')
  const kiosque = await w.signIn('kiosque')
  expect((await start(kiosque)).steps[0]?.step, 'control: not bound').toBe('offer')
  await rowsOf(w, 'update organisations set devices_only = true where tenant_id = 1 and id = $1', [kiosque.customer_id])
  const bound = await w.signIn('kiosque')
  expect((await start(bound)).steps[0]).toEqual({ step: 'device', is_done: false, missing: [] })
})

test('the checklist tells a shop to phone its own reseller, and not the organisation above that owns the host name', async () => {
  const shop = await w.signIn('boutique')
  const { portal } = await shop.calls.authCheck({})
  expect(portal).toEqual({ name: 'Comptoir Nord', support: { name: 'newcomer', phone: '+33 6 11 22 33 44', email: 'newcomer@example.test' } })
  const kiosque = await w.signIn('kiosque')
  expect((await kiosque.calls.authCheck({})).portal.support?.phone, 'control: a shop of the host’s owner').toBe('+33 3 20 00 00 10')
})

test('staff see all steps, with the missing right at those they may not take; the reason why shops cannot sell is shown only with the right to see customers', async () => {
  const { steps, ...stock } = await start(await w.signIn('nord-stock'))
  expect(stock).toEqual({ hindrance: null, customer_id: null })
  expect(steps.map(({ step, missing }) => [step, missing])).toEqual([
    ['supplier', []],
    ['product', []],
    ['stock', []],
    ['plan', ['has_discount_slab']],
    ['shop', ['has_customers']],
    ['shop_plan', ['has_assign_product']],
    ['credit', ['has_credit']],
    ['people', ['manager']],
    ['sale', []],
  ])
  await rowsOf(w, `update users set flags = '{has_invoice}' where tenant_id = 1 and username = 'nord-stock'`)
  expect((await start(await w.signIn('nord-stock'))).steps, 'a user who may take none of them sees none').toEqual([])
  expect((await start(await w.signIn('platform', { host: 'platform.localhost' }))).steps).toEqual([])
})
