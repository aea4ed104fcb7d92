// Undoing bulk actions. The answer of a bulk action has the rows that it changed, with their values before; the same call with these values restores them, but
// only where a row still has the value that the bulk action set. A row that somebody changed since is left alone and named.
import { expect, test } from 'vitest'
import { goods, organisationId, rowsOf } from '../test/arrange.ts'
import { fileWorld } from '../test/world.ts'

const w = await fileWorld()
const [nord, other, clerk] = [await w.signIn('nord'), await w.signIn('nord'), await w.signIn('nord-stock')]
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const [kiosque, gare, sud] = [await organisationId(w, 'kiosque'), await organisationId(w, 'gare'), await organisationId(w, 'sud')]
const customer_ids = [kiosque, gare, sud]
const nameOf = async (id: string) => (await rowsOf<{ name: string }>(w, 'select name from organisations where id = $1', [id]))[0]?.name

test('undoing a suspension reactivates the customers, except one whom another user has suspended again; sent twice, it changes nothing more', async () => {
  const states = async () =>
    (
      await rowsOf<{ stopped_reason: string }>(
        w,
        `select case when is_active then 'active' else stopped_reason end as stopped_reason
           from organisations where id = any ($1) order by array_position($1, id)`,
        [customer_ids],
      )
    ).map(({ stopped_reason }) => stopped_reason)
  const set = (ids: string[], is_active: boolean, reason: string) => other.calls.customerStatus({ customer_ids: ids, is_active, reason })
  await set([sud], false, 'Before')
  const { was } = await nord.calls.customerStatus({ customer_ids, is_active: false, reason: 'Unpaid' })
  expect(was).toEqual([{ reason: '', customer_ids: expect.arrayContaining([kiosque, gare]) }])
  await set([gare], true, '')
  await set([gare], false, 'Moved away')
  const still = { is_active: false, reason: 'Unpaid' }
  const undo = () => nord.calls.customerStatus({ customer_ids: was[0]?.customer_ids ?? [], is_active: true, reason: 'Undone', still })
  const kept = [await nameOf(gare)]
  expect(await undo()).toMatchObject({ changed: 1, kept })
  expect(await states()).toEqual(['active', 'Moved away', 'Before'])
  expect(await undo()).toMatchObject({ changed: 0, kept })
  const log = await rowsOf(w, `select reason from audit where action = 'customerStatus' and subject_id = $1 order by id desc limit 1`, [kiosque])
  expect(log).toEqual([{ reason: 'Undone' }])
  // Undoing a reactivation suspends each customer again for its own reason.
  const restart = await nord.calls.customerStatus({ customer_ids, is_active: true, reason: '' })
  expect(restart.was.map(({ reason }) => reason).sort()).toEqual(['Before', 'Moved away'])
  for (const { reason, customer_ids: ids } of restart.was)
    await nord.calls.customerStatus({ customer_ids: ids, is_active: false, reason, still: { is_active: true, reason: '' } })
  expect(await states()).toEqual(['active', 'Moved away', 'Before'])
  // Control: without `still`, the other user's suspension is lifted too.
  expect(await nord.calls.customerStatus({ customer_ids: [gare], is_active: true, reason: '' })).toMatchObject({ changed: 1, kept: [] })
  await expect(clerk.calls.customerStatus({ customer_ids: [sud], is_active: true, reason: '', still })).rejects.toMatchObject({ code: 'forbidden' })
  await set(customer_ids, true, '')
})

test('undoing a change of plan gives each customer its earlier plan or none, except one to whom another user has since given another plan', async () => {
  const [a, b] = await Promise.all(['A', 'B'].map(async (plan_name) => (await nord.calls.planAdd({ plan_name })).discount_plan_id))
  const direct = [kiosque, gare]
  const plans = async () =>
    (await rowsOf<{ plan_id: string }>(w, 'select plan_id from organisations where id = any ($1) order by array_position($1, id)', [direct])).map(
      ({ plan_id }) => plan_id,
    )
  const give = (customer: string[], discount_plan_id = '') => other.calls.assignedChange({ action: 'plan', customer_ids: customer, discount_plan_id })
  await other.calls.assignedChange({ action: 'plan_remove', customer_ids: [gare] })
  const before = await plans()
  const { was } = await give(direct, a)
  expect(was).toEqual(
    expect.arrayContaining([
      { discount_plan_id: before[0], customer_ids: [kiosque] },
      { discount_plan_id: null, customer_ids: [gare] },
    ]),
  )
  const undo = async () => {
    const kept: string[] = []
    for (const { discount_plan_id, customer_ids: ids } of was) {
      const back = discount_plan_id ? { action: 'plan' as const, discount_plan_id } : { action: 'plan_remove' as const }
      kept.push(...(await nord.calls.assignedChange({ ...back, customer_ids: ids, still_plan_id: a })).kept)
    }
    return kept
  }
  expect(await undo()).toEqual([])
  expect(await plans()).toEqual(before)
  expect(await undo(), 'sent twice, it finds everybody as before').toEqual([])
  await give(direct, a)
  await give([gare], b)
  expect(await undo()).toEqual([await nameOf(gare)])
  expect(await plans()).toEqual([before[0], b])
})

test('undoing a change of a plan restores its discounts, except for a product that was changed since; without `undo_rest` the whole is refused', async () => {
  const [one, two] = [await goods(w, { pins: 0 }), await goods(w, { pins: 0 })]
  const { discount_plan_id } = await nord.calls.planAdd({ plan_name: 'Half', entries: [{ product_id: one.product_id, discount: 100 }] })
  const discounts = async () => {
    const { entries } = await nord.calls.plansList({ discount_plan_id })
    return [one, two].map(({ configuration_id }) => entries.find((entry) => entry.configuration_id === configuration_id)?.discount_product)
  }
  const set = (discount: number, ...of: { product_id: string }[]) =>
    other.calls.planUpdate({ discount_plan_id, entries: of.map(({ product_id }) => ({ product_id, discount })) })
  const undo = (undo: string | null, undo_rest = true) => nord.calls.planUpdate({ discount_plan_id, undo: undo ?? '', undo_rest })
  const first = await set(400, one, two)
  expect(await undo(first.change_id)).toMatchObject({ changed: 2, kept: [] })
  expect(await discounts()).toEqual([100, null])
  expect(await undo(first.change_id), 'sent twice').toMatchObject({ changed: 0, kept: [] })
  const second = await set(500, one, two)
  await set(600, two)
  await expect(undo(second.change_id, false)).rejects.toMatchObject({ code: 'changed_meanwhile' })
  const { product_name } = (await nord.calls.plansList({ discount_plan_id })).entries.find((entry) => entry.product_id === two.product_id) ?? {}
  expect(await undo(second.change_id)).toMatchObject({ changed: 1, kept: [product_name] })
  expect(await discounts()).toEqual([100, 600])
})

test('undoing an assignment of devices takes a device back only from the customer who got it by this assignment', async () => {
  const { device_ids } = await platform.calls.deviceChange({ action: 'add', serial_numbers: ['UNDO-1', 'UNDO-2'] })
  await platform.calls.devicesAssign({ device_ids, customer_id: nord.customer_id })
  const { given } = await nord.calls.devicesAssign({ device_ids, customer_id: kiosque })
  expect(given.map(({ device_id }) => device_id).sort()).toEqual([...device_ids].sort())
  const [first = '', second = ''] = device_ids
  await other.calls.devicesUnassign({ device_id: second })
  await other.calls.devicesAssign({ device_id: second, customer_id: gare })
  const undo = (device_id: string) => nord.calls.devicesUnassign({ device_id, still_customer_id: kiosque })
  expect(await undo(first)).toMatchObject({ changed: 1, kept: [] })
  expect(await undo(second)).toMatchObject({ changed: 0, kept: [given.find(({ device_id }) => device_id === second)?.tag] })
  // Control: without `still_customer_id`, the device is taken from whichever customer has it, and the answer names that customer.
  expect(await nord.calls.devicesUnassign({ device_ids: [second] })).toMatchObject({ changed: 1, taken: [{ device_id: second, customer_id: gare }] })
})
