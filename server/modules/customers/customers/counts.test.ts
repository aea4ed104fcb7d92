// The stored counts of customers, of active customers and of customers' own prices equal a full count.
import { expect, test } from 'vitest'
import { goods, organisationId, rowsOf, wrongs } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')

const MOBILE = '+33 6 99 88 77 66'
const add = async (username: string) =>
  (
    await nord.calls.customerAdd({
      transaction_key: (await nord.calls.transactionKey({})).transaction_key,
      ...{
        account_role: 2,
        name: `Shop ${username}`,
        full_name: 'Somebody',
        username,
        email: `${username}@example.test`,
        mobile: MOBILE,
        mobile_confirmation: MOBILE,
      },
    })
  ).customer_id

async function shown() {
  const [all = 0, active = 0] = (await nord.calls.customersList({})).type_of_filters.map(({ count }) => count)
  return { all, active, own_prices: (await nord.calls.assignedList({})).filters.total_count }
}

test('the counts of customers and of own prices stay right while customers are added, suspended and reactivated, and prices are added, changed and removed', async () => {
  const before = await shown()
  const [first, second] = [await add('eins'), await add('zwei')]
  expect(await shown()).toEqual({ ...before, all: before.all + 2, active: before.active + 2 })
  const stop = (is_active: boolean) => nord.calls.customerStatus({ customer_ids: [first], is_active, reason: 'a test' })
  for (const is_active of [false, false, true, true, false]) await stop(is_active).catch(() => undefined)
  expect(await shown()).toEqual({ ...before, all: before.all + 2, active: before.active + 1 })

  const { product_id, configuration_id } = await goods(w, { pins: 1 })
  const change = (action: 'add' | 'delete' | 'disable', customer_ids: string[], discount = 700) =>
    nord.calls.assignedChange({
      action,
      customer_ids,
      pad_list: [
        { product_id, discount },
        { product_id, configuration_id, discount },
      ],
    })
  const own = async () => (await shown()).own_prices - before.own_prices
  await change('add', [first, second])
  expect(await own()).toBe(4)
  await change('add', [first, second], 800)
  await change('disable', [second])
  expect(await own()).toBe(4)
  await change('delete', [first])
  expect(await own()).toBe(2)
  expect(await wrongs(w)).toEqual([])
})

test('simultaneous changes of customers and own prices are all counted', async () => {
  const before = await shown()
  const [ids, corners] = [
    [await organisationId(w, 'gare'), await organisationId(w, 'kiosque'), await organisationId(w, 'sud')],
    await Promise.all([1, 2, 3].map(() => goods(w, { pins: 1 }))),
  ]
  const each = corners.flatMap(({ product_id }) => ids.map((customer_id) => ({ product_id, customer_id })))
  await Promise.all(
    each.map(({ product_id, customer_id }) =>
      nord.calls.assignedChange({ action: 'add', customer_ids: [customer_id], pad_list: [{ product_id, discount: 500 }] }),
    ),
  )
  expect((await shown()).own_prices - before.own_prices).toBe(each.length)
  expect(await wrongs(w)).toEqual([])
})

test('control: the money check finds a customer’s own price that was written directly to the database and not counted', async () => {
  const { product_id } = await goods(w, { pins: 1 })
  await rowsOf(w, 'insert into assigned_products (tenant_id, id, customer_id, product_id, discount) values (1, gen_random_uuid(), $1, $2, 500)', [
    await organisationId(w, 'kiosque'),
    product_id,
  ])
  expect(await wrongs(w)).toEqual(['customers_counted'])
})
