// Which staff manage which customer: assigning, ending and the history.
import { expect, test } from 'vitest'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const ids = new Map<string, string>()
const id = (name: string) => ids.get(name) as string
const w = await fileWorld()
const nord = await w.signIn('nord')
for (const name of ['nord', 'kiosque', 'gare', 'sud', 'port']) ids.set(name, await organisationId(w, name))
const user_id = (await nord.calls.staffList({ search_text: 'terrain' })).content[0]?.user_id ?? ''

const history = async (filters: Parameters<Person['calls']['staffAssignHistory']>[0]['filters'] = {}) =>
  (await nord.calls.staffAssignHistory({ filters })).content.map(({ customer_name, assigned_by, ended_by }) => [customer_name, assigned_by, ended_by])
const assigned = async () => (await nord.calls.staffList({ filters: { user_id } })).content[0]?.customers_assigned

test('assigning a customer to staff again changes nothing, removing ends the assignment, and the history has both', async () => {
  expect(await nord.calls.staffAssign({ user_id, customer_ids: [id('kiosque'), id('gare'), id('gare')] })).toMatchObject({ changed: 2 })
  expect(await nord.calls.staffAssign({ user_id, customer_ids: [id('kiosque'), id('port')] })).toMatchObject({ changed: 1 })
  expect(await assigned()).toBe(3)
  w.clock.advance(60_000)
  expect(await nord.calls.staffAssign({ user_id, customer_ids: [id('gare'), id('sud')], action: 'remove' })).toMatchObject({ changed: 1 })
  expect(await assigned()).toBe(2)
  expect(await history({ current: true, user_id })).toHaveLength(2)
  expect(await history({ current: false })).toEqual([['Tabac de la Gare', 'Nadia Norbert', 'Nadia Norbert']])
  await nord.calls.staffAssign({ user_id, customer_ids: [id('gare')] })
  expect(await history({ customer_id: id('gare') })).toEqual([
    ['Tabac de la Gare', 'Nadia Norbert', ''],
    ['Tabac de la Gare', 'Nadia Norbert', 'Nadia Norbert'],
  ])
  expect((await nord.calls.staffAssignHistory({ search_text: 'epicerie' })).filters.total_count).toBe(1)
})

test('only customers below both the asker and the staff member’s own organisation can be assigned', async () => {
  const missing = { status: 404, code: 'not_found' }
  const dom = await organisationId(w, 'dom', 2)
  for (const customer_id of [dom, nord.customer_id, '00000000-0000-7000-8000-000000000000'])
    await expect(nord.calls.staffAssign({ user_id, customer_ids: [id('kiosque'), customer_id] })).rejects.toMatchObject(missing)
  const sud = await w.signIn('sud')
  const sofia = (await sud.calls.staffList({ filters: { own: true } })).content[0]?.user_id ?? ''
  await expect(nord.calls.staffAssign({ user_id: sofia, customer_ids: [id('kiosque')] })).rejects.toMatchObject(missing)
  expect(await nord.calls.staffAssign({ user_id: sofia, customer_ids: [id('port')] })).toMatchObject({ changed: 1 })
  expect((await sud.calls.staffAssignHistory({})).content.map((row) => row.customer_name)).toEqual(['Épicerie du Port'])
})

test('twelve simultaneous requests that assign the same customers make one assignment of each', async () => {
  const customer_ids = [id('sud'), id('kiosque')]
  await nord.calls.staffAssign({ user_id, customer_ids, action: 'remove' })
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, i) => nord.calls.staffAssign({ user_id, customer_ids: i % 2 ? customer_ids : customer_ids.toReversed() })),
  )
  expect(answers.reduce((sum, { changed }) => sum + changed, 0)).toBe(2)
  const current = await rowsOf(w, 'select from staff_assignments where tenant_id = 1 and user_id = $1 and organisation_id = any ($2) and ended_at is null', [
    user_id,
    customer_ids,
  ])
  expect(current).toHaveLength(2)
})

test('control: without the unique index the same customer is assigned twice', async () => {
  const twice = `insert into staff_assignments (tenant_id, id, user_id, organisation_id, assigned_by, assigned_at)
    select tenant_id, gen_random_uuid(), user_id, organisation_id, assigned_by, assigned_at from staff_assignments where tenant_id = 1 and ended_at is null limit 1`
  await expect(rowsOf(w, twice)).rejects.toMatchObject({ code: '23505' })
  await w.owner.query('drop index staff_assignments_current')
  await rowsOf(w, twice)
})

test('assignments of customers and their removal are in the audit log by name', async () => {
  const rows = await rowsOf<{ before: object; after: object }>(
    w,
    `select before, after from audit where tenant_id = 1 and action = 'staffAssign' and subject_id = $1 order by id limit 3`,
    [user_id],
  )
  expect(rows[0]).toEqual({ before: {}, after: { customers: ['Kiosque Nord', 'Tabac de la Gare'] } })
  expect(rows[2]).toEqual({ before: { customers: ['Tabac de la Gare'] }, after: {} })
})
