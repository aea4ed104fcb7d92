// Nobody can give rights that they do not have; changing a customer's plan, or the second step of its manager's sign-in, needs the right to do so. A shop can
// have no customers.
import { expect, test } from 'vitest'
import type { Flag } from '../../../../contract/kit/access.ts'
import { newId } from '../../../kit/ids.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { addAccount, refusalOf } from '../../../test/door.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const MOBILE = '+33 6 12 34 56 78'
let made = 0
const w = await fileWorld()
const nord = await w.signIn('nord')
const kiosque = await organisationId(w, 'kiosque')

const clerk = async (...flags: Flag[]) => w.signIn((await addAccount(w, 'nord', { flags })).username)
const planId = async () => (await nord.calls.plansList({})).content.find(({ plan_name }) => plan_name === 'Silver')?.discount_plan_id ?? ''
const versionOf = async () => (await nord.calls.customerDetails({ customer_id: kiosque })).version

async function add(person: Person, more: object = {}) {
  const username = `given-${++made}`
  const given = { account_role: 2, name: username, username, full_name: 'Gina Given', email: `${username}@example.test`, mobile: MOBILE }
  const { transaction_key } = await person.calls.transactionKey({})
  return person.calls.customerAdd({ transaction_key, ...given, mobile_confirmation: MOBILE, ...more })
}
const edit = async (person: Person, more: object) => person.calls.customerUpdate({ customer_id: kiosque, version: await versionOf(), ...more })
const notHeld = { problems: [{ field: 'flags', code: 'not_held' }] }

test('a new customer gets from a member of staff only rights which that person has, and from a manager those of the organisation', async () => {
  const some = await clerk('has_customers', 'has_reports')
  await expect(add(some, { flags: ['has_reports', 'has_credit'] })).rejects.toMatchObject(notHeld)
  await expect(add(some, { flags: ['has_cash_card'] })).rejects.toMatchObject(notHeld)
  await add(some, { flags: ['has_reports'] })
  await add(nord, { flags: ['has_reports', 'has_credit', 'has_cash_card'] })
  await expect(add(nord, { flags: ['has_direct_recharge'] })).rejects.toMatchObject(notHeld)
})

test('staff give an existing customer only rights that they have; the customer keeps its other rights, and the form offers only those of the staff member', async () => {
  const some = await clerk('has_customers', 'has_reports')
  const { flags, flags_giveable } = await some.calls.customerDetails({ customer_id: kiosque })
  expect(flags_giveable).toEqual(['has_reports', 'has_customers'])
  await expect(edit(some, { flags: [...flags, 'has_credit'] })).rejects.toMatchObject(notHeld)
  await edit(some, { flags })
  await edit(nord, { flags: [...flags, 'has_credit'] })
  await edit(some, { flags: [...flags, 'has_credit'] })
})

test('a plan is given and removed only by users who may assign products', async () => {
  const [without, having] = [await clerk('has_customers'), await clerk('has_customers', 'has_assign_product')]
  const plan_id = await planId()
  expect([await refusalOf(add(without, { plan_id })), await refusalOf(edit(without, { plan_id }))]).toEqual(['forbidden', 'forbidden'])
  await add(having, { plan_id })
  await edit(having, { plan_id })
  await edit(without, { plan_id })
  expect(await refusalOf(edit(without, { plan_id: null }))).toBe('forbidden')
  await edit(having, { plan_id: null })
  await edit(without, { plan_id: null })
})

test('the second step of a customer’s manager at sign-in is changed only by managers', async () => {
  const some = await clerk('has_customers')
  expect(await refusalOf(some.calls.customerOtp({ customer_id: kiosque, otp_type: 'none' }))).toBe('forbidden')
  expect(await refusalOf(edit(some, { enable_otp: true }))).toBe('forbidden')
  await edit(some, { enable_otp: false, city: 'Lille' })
  await edit(nord, { enable_otp: true })
})

/** Inserts an organisation directly into the table, as the server's database role. */
const insertBelow = (parent: string) => {
  const id = newId()
  return w.db.write(1, (q) =>
    q.query(
      `insert into organisations (tenant_id, id, parent_id, kind, path, name, name_search, created_at)
       select 1, $1, o.id, 'seller', o.path || $1::uuid, 'Below', 'below', now() from organisations o where o.tenant_id = 1 and o.id = $2`,
      [id, parent],
    ),
  )
}

test('a shop cannot get customers: not by the call, even if it has the right to add customers, and not by an insert into the database', async () => {
  await rowsOf(w, `update organisations set flags = flags || '{has_customers}' where tenant_id = 1 and id = $1`, [kiosque])
  const shop = await w.signIn('gare')
  await rowsOf(w, `update organisations set flags = flags || '{has_customers}' where tenant_id = 1 and id = $1`, [shop.customer_id])
  expect(await refusalOf(add(await w.signIn('gare')))).toBe('forbidden')
  await expect(insertBelow(shop.customer_id)).rejects.toMatchObject({ code: '23503' })
  await insertBelow(await organisationId(w, 'sud'))
})

test('every customer, at any depth, is in the list of every organisation above it', async () => {
  const sud = await w.signIn('sud')
  const { customer_id: deeper } = await add(sud, { account_role: 1, name: 'Deeper', flags: ['has_customers'] })
  await rowsOf(
    w,
    `update users set password_hash = (select password_hash from users where tenant_id = 1 and username = 'nord') where tenant_id = 1 and organisation_id = $1`,
    [deeper],
  )
  const [manager] = await rowsOf<{ username: string }>(w, 'select username from users where tenant_id = 1 and organisation_id = $1', [deeper])
  await add(await w.signIn(manager?.username ?? ''), { name: 'Deepest' })
  const all = await rowsOf<{ id: string; path: string[] }>(
    w,
    'select o.id, o.path from organisations o join wallets w using (tenant_id) where tenant_id = 1 and w.organisation_id = o.id',
  )
  for (const person of [nord, sud]) {
    const listed = (await person.calls.customersListShort({ limit: 500 })).content.map(({ customer_id }) => customer_id)
    const below = all.filter(({ id, path }) => path.includes(person.customer_id) && id !== person.customer_id).map(({ id }) => id)
    expect(listed.sort()).toEqual(below.sort())
  }
})

test('control: without the database’s constraint a shop can get a customer, which then is in no list', async () => {
  await w.owner.query('alter table organisations drop constraint organisations_parent_may')
  await insertBelow(kiosque)
  const listed = (await nord.calls.customersListShort({ search_text: 'below', limit: 500 })).content
  expect(listed.map(({ parent_id }) => parent_id)).not.toContain(kiosque)
})
