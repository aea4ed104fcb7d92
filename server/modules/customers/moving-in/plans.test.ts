// Plans from the files of a move: the dry run names the plans that will be made, they are made with the move and removed with it, and a plan that another
// customer has been given meanwhile stays.

import { expect, test } from 'vitest'
import { MOVE_PLANS_MAX } from '../../../../contract/customers/moving-in.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { goods, organisationId, rowsOf, wrongs } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { until } from '../../../test/wait-for.ts'
import { fileWorld } from '../../../test/world.ts'
import { isPlanOf } from '../customers/customer-changes.sql.ts'
import { goOn } from './carry-out.ts'
import { customer, key, moving } from './fixtures/moves.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const kiosque = await organisationId(w, 'kiosque')
const { start, move, rowsOfMove } = moving(w, nord)
const cards = [await goods(w, { pins: 5, euro: 10 }), await goods(w, { pins: 5, euro: 20 }), await goods(w, { pins: 5, euro: 50 })]
const nameOf = ({ product_id }: (typeof cards)[number]) => `Test ${product_id.slice(-4)}`
const [ten, twenty, fifty] = cards.map(nameOf) as [string, string, string]
const ofPlan = (plan: string, product: string, discount: string, value = '') => ['', product, value, discount, plan]
const plan = async (name: string) => (await nord.calls.plansList({ search_text: name })).content.find(({ plan_name }) => plan_name === name)
/** The discounts of a plan by product name: of one denomination, or of the whole product. */
async function discountsOf(name: string) {
  const { entries } = await nord.calls.plansList({ discount_plan_id: (await plan(name))?.discount_plan_id ?? '' })
  return Object.fromEntries(
    entries.flatMap((one) => ((one.discount ?? one.discount_product) === null ? [] : [[one.product_name, [one.discount, one.discount_product]]])),
  )
}

test('the dry run names the plans that will be made, and every price row that cannot be carried out', async () => {
  const gold = (await plan('Gold'))?.discount_plan_id
  await nord.calls.planUpdate({ discount_plan_id: gold ?? '', entries: [{ product_id: cards[0]?.product_id ?? '', discount: 450 }] })
  const checked = await nord.calls.moveCheck({
    customers: [customer('a', { plan_name: 'bronze' }), customer('b', { plan_name: 'Bronze' }), customer('c', { plan_name: 'No such plan' }), customer('d')],
    prices: [
      ofPlan('Bronze', ten, '2', '10'),
      ofPlan(' BRONZE ', twenty, '3'),
      ofPlan('Bronze', ten, '4', '10'),
      ofPlan('Steel', ten, '3'),
      ofPlan('gold', ten, '4.5'),
      ofPlan('Gold', ten, '4'),
      ofPlan('Gold', ten, '4', '10'),
      ['kiosk-d', ten, '', '1', 'Steel'],
      ['', ten, '', '1', ''],
      ofPlan('x'.repeat(81), ten, '1'),
      ['kiosk-d', ten, '', '1'],
    ],
  })
  expect(checked.problems.map(({ file, row, field, code, limit }) => [file, row, field, code, limit].join(' '))).toEqual([
    'customers 3 plan_name none_here ',
    'prices 3 product_name row_twice 1',
    'prices 6 product_name row_twice 5',
    'prices 7 plan_name plan_differs ',
    'prices 8 plan_name user_or_plan ',
    'prices 9 username required ',
    'prices 10 plan_name too_long 80',
  ])
  expect(checked.plans.map(({ plan_name, prices, customers }) => [plan_name, prices, customers]).slice(0, 2)).toEqual([
    ['Bronze', 2, 2],
    ['Steel', 1, 0],
  ])
  const others = await nord.calls.moveCheck({ customers: [customer('a')], prices: [ofPlan('Gold', ten, '4')] })
  expect(others.problems).toMatchObject([{ row: 1, field: 'plan_name', code: 'plan_differs', limit: '450' }])
  const many = Array.from({ length: MOVE_PLANS_MAX + 1 }, (_, i) => ofPlan(`Plan ${i}`, ten, '1'))
  expect((await nord.calls.moveCheck({ customers: [customer('a')], prices: many })).problems).toMatchObject([
    { row: MOVE_PLANS_MAX + 1, field: 'plan_name', code: 'too_many_plans', limit: String(MOVE_PLANS_MAX) },
  ])
  expect(await plan('Bronze')).toBeUndefined()
})

test('three plans and two hundred customers are moved in at once, sell at the prices of their plans, and are undone without a trace', async () => {
  const names = ['Small', 'Middle', 'Large']
  const customers = Array.from({ length: 200 }, (_, i) => customer(`many-${i}`, { plan_name: names[i % 3] ?? '' }))
  const prices = names.flatMap((name, i) => [
    ofPlan(name, ten, String(i + 1), '10'),
    ofPlan(name, twenty, String(i + 2)),
    ofPlan(name, fifty, String(i + 3), '50'),
  ])
  expect(await nord.calls.moveCheck({ customers, prices })).toMatchObject({
    ...{ bad: 0, customers: 200, prices: 0 },
    plans: [
      { plan_name: 'Small', prices: 3, customers: 67 },
      { plan_name: 'Middle', prices: 3, customers: 67 },
      { plan_name: 'Large', prices: 3, customers: 66 },
    ],
  })
  const { move_id, ids } = await move(customers, prices)
  expect((await nord.calls.movesList({ filters: { move_id } })).content).toMatchObject([
    { state: 'done', customers: 200, refused: 0, plans: ['Large', 'Middle', 'Small'] },
  ])
  expect(await plan('Middle')).toMatchObject({ customers: 67, products: 3 })
  expect(await discountsOf('Middle')).toEqual({ [ten]: [200, null], [twenty]: [null, 300], [fifty]: [400, null] })
  const assigned = (await nord.calls.assignedProducts({ customer_id: ids[1] ?? '', filters: { product_id: cards[1]?.product_id ?? '' } })).content
  expect(assigned).toMatchObject([{ price: 19.4 * EURO, source: 'plan_product' }])
  // A second move has the same prices. The plans that it names exist already, so it makes none, and undoing it removes none.
  const more = await move([customer('more', { plan_name: 'small' })], prices)
  expect((await nord.calls.movesList({ filters: { move_id: more.move_id } })).content).toMatchObject([{ refused: 0, plans: [] }])
  await nord.calls.moveUndo({ move_id: more.move_id })
  expect(await plan('Small')).toMatchObject({ customers: 67 })
  expect(await nord.calls.moveUndo({ move_id })).toEqual({ customers: 200, used: null })
  expect(await Promise.all(names.map(plan))).toEqual([undefined, undefined, undefined])
  expect((await nord.calls.moveCheck({ customers, prices })).bad).toBe(0)
  const written = await rowsOf<{ action: string }>(
    w,
    `select action from audit where tenant_id = 1 and subject_kind = 'plan' and subject_name = 'Middle' order by id`,
  )
  expect(written.map(({ action }) => action)).toEqual(['moveStart', 'moveUndo'])
  expect(await wrongs(w)).toEqual([])
})

test('a repeated request makes no second plan; if a user adds the plan at the same moment, there is one plan and no half-done move', async () => {
  const input = {
    transaction_key: await key(nord),
    customers: [customer('lost', { plan_name: 'Lost' })],
    prices: [ofPlan('Lost', ten, '1')],
    remarks: 'opening balance',
  }
  const one = await nord.calls.moveStart(input)
  expect(await nord.calls.moveStart(input)).toEqual(one)
  await goOn(w.services, 1, one.move_id)
  expect(await plan('Lost')).toMatchObject({ customers: 1, products: 1 })
  const [added, begun] = await Promise.allSettled([
    nord.calls.planAdd({ plan_name: 'Race', entries: [] }),
    start([customer('race', { plan_name: 'Race' })], [ofPlan('Race', ten, '1')]),
  ])
  expect(await rowsOf(w, `select from plans where tenant_id = 1 and name = 'Race'`)).toHaveLength(1)
  if (begun.status === 'fulfilled') await goOn(w.services, 1, begun.value.move_id)
  expect((await plan('Race'))?.products).toBe(begun.status === 'fulfilled' ? 1 : 0)
  expect([added.status, begun.status].filter((status) => status === 'fulfilled').length).toBeGreaterThan(0)
  expect(await rowsOf(w, `select from moves where tenant_id = 1 and state = 'running'`)).toEqual([])
})

test('a clerk who may not make plans cannot make one by a move nor remove one by undoing it', async () => {
  const { username } = await addAccount(w, 'nord', { internal_role: 1, flags: ['has_customers', 'has_credit', 'has_assign_product'] })
  const clerk = await w.signIn(username)
  const files = { customers: [customer('clerk', { plan_name: 'Clerk' })], prices: [ofPlan('Clerk', ten, '1')] }
  await expect(clerk.calls.moveCheck(files)).rejects.toMatchObject({ code: 'forbidden' })
  await expect(start(files.customers, files.prices, clerk)).rejects.toMatchObject({ code: 'forbidden' })
  const { move_id } = await move(files.customers, files.prices)
  await expect(clerk.calls.moveUndo({ move_id })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await plan('Clerk')).toMatchObject({ customers: 1 })
})

test('a plan that sells below cost is made, but no customer gets it without a second person; the report says why', async () => {
  const { move_id } = await move([customer('below', { plan_name: 'Below' })], [ofPlan('Below', ten, '90')])
  expect((await rowsOfMove(move_id)).map(({ outcome, code }) => [outcome, code])).toEqual([['refused', 'below_cost']])
  expect(await plan('Below')).toMatchObject({ customers: 0 })
})

/** Undoes a move while a transaction that gives its plan to another customer has not ended yet; returns whether the plan is still there. */
async function undoneWhileGiven(name: string, locks: boolean): Promise<boolean> {
  const { move_id } = await move([customer(name, { plan_name: name })], [ofPlan(name, ten, '1')])
  const plan_id = (await plan(name))?.discount_plan_id ?? ''
  const waiting = () => rowsOf(w, `select from pg_locks l join pg_stat_activity a on a.pid = l.pid and a.datname = current_database() where not l.granted`)
  const undone = await w.services.db.write(1, async (q) => {
    if (locks) await isPlanOf(q, 1, plan_id, nord.customer_id)
    await q.query('update organisations set plan_id = :plan_id where tenant_id = 1 and id = :kiosque', { plan_id, kiosque })
    const undoing = nord.calls.moveUndo({ move_id })
    if (locks) await until('the undoing waits for the plan', async () => (await waiting()).length > 0)
    else await undoing
    return { undoing }
  })
  await undone.undoing
  await rowsOf(w, `update organisations set plan_id = null where tenant_id = 1 and id = $1`, [kiosque])
  return (await rowsOf(w, 'select from plans where tenant_id = 1 and id = $1', [plan_id])).length > 0
}

test('a plan that is given to another customer while its move is undone stays; control: without its lock the plan would be removed', async () => {
  expect(await undoneWhileGiven('Given', true)).toBe(true)
  expect(await undoneWhileGiven('Unlocked', false)).toBe(false)
})
