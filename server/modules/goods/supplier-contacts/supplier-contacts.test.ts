// Contacts at suppliers: whose they are, how they are found, and where the mails to a supplier go.
import { expect, test } from 'vitest'
import { SUPPLIER_CONTACTS_MAX } from '../../../../contract/goods/supplier-contacts.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { addAccount } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const { supplier_id } = await nord.calls.supplierAdd({ company: 'Zénith Cartes', email: 'house@example.test' })
const person = { name: 'Éclair Dupont', task: 'technical', email: 'dupont@example.test', telephone: '+33 1 23 45 67 89', remarks: 'until five' } as const
const one = async (supplier_contact_id: string) => (await nord.calls.supplierContactsList({ filters: { supplier_contact_id } })).content[0]
const found = async (search_text: string) =>
  (await nord.calls.supplierContactsList({ search_text })).content.map(({ supplier_contact_id }) => supplier_contact_id)

test('a new contact is listed as it was entered, and is found by name, company, address and number', async () => {
  const { supplier_contact_id } = await nord.calls.supplierContactAdd({ supplier_id, ...person })
  expect(await one(supplier_contact_id)).toMatchObject({ supplier_id, company: 'Zénith Cartes', name: person.name, task: 'technical', email: person.email })
  for (const text of ['eclair', 'zenith', 'dupont@', '23']) expect(await found(text), text).toContain(supplier_contact_id)
  expect(await found('nowhere')).toEqual([])
  expect((await nord.calls.supplierContactsList({ filters: { supplier_id, task: 'claims' } })).filters.total_count).toBe(0)
})

test('the audit log has what was changed and what was removed, and a field that is not sent stays as it was', async () => {
  const logged = async (action: string) =>
    (await rowsOf<{ before: object; after: object }>(w, 'select before, after from audit where action = $1 order by id desc limit 1', [action]))[0]
  const { supplier_contact_id } = await nord.calls.supplierContactAdd({ supplier_id, ...person })
  await nord.calls.supplierContactUpdate({ supplier_contact_id, name: 'Other' })
  expect(await one(supplier_contact_id)).toMatchObject({ name: 'Other', email: person.email, remarks: person.remarks })
  expect(await logged('supplierContactUpdate')).toEqual({ before: { name: person.name }, after: { name: 'Other' } })
  await nord.calls.supplierContactRemove({ supplier_contact_id })
  expect(await one(supplier_contact_id)).toBeUndefined()
  expect((await logged('supplierContactRemove'))?.before).toMatchObject({ name: 'Other', email: person.email })
  await expect(nord.calls.supplierContactRemove({ supplier_contact_id })).rejects.toMatchObject({ code: 'not_found' })
})

test('a contact needs an email address or a telephone number, when it is added and when it is changed', async () => {
  const unreachable = { problems: [{ field: 'email', code: 'required' }] }
  await expect(nord.calls.supplierContactAdd({ supplier_id, name: 'Nobody', task: 'other' })).rejects.toMatchObject(unreachable)
  const { supplier_contact_id } = await nord.calls.supplierContactAdd({ supplier_id, name: 'Somebody', task: 'other', email: 'a@example.test' })
  await expect(nord.calls.supplierContactUpdate({ supplier_contact_id, email: null })).rejects.toMatchObject(unreachable)
  await nord.calls.supplierContactUpdate({ supplier_contact_id, email: null, telephone: '+33 1 23 45 67 89' })
  expect((await one(supplier_contact_id))?.email).toBe('')
})

test('a supplier has at most SUPPLIER_CONTACTS_MAX contacts, even if the last ones are added at the same moment', async () => {
  const { supplier_id } = await nord.calls.supplierAdd({ company: 'Crowded' })
  const added = await Promise.allSettled(Array.from({ length: SUPPLIER_CONTACTS_MAX + 3 }, () => nord.calls.supplierContactAdd({ supplier_id, ...person })))
  expect(added.filter(({ status }) => status === 'fulfilled')).toHaveLength(SUPPLIER_CONTACTS_MAX)
  await expect(nord.calls.supplierContactAdd({ supplier_id, ...person })).rejects.toMatchObject({ problems: [{ field: 'supplier_id', code: 'too_big' }] })
})

test('a list of claims is mailed to the contact that was entered first for claims, or to the supplier’s own address if there is no such contact', async () => {
  const { supplierToAsk } = await import('../../sales/reclamations/supplier-desk.sql.ts')
  const actor = { tenant_id: 1, organisation_id: nord.customer_id, role: 'reseller' } as Parameters<typeof supplierToAsk>[1]
  const goesTo = async () => (await w.db.read(1, (q) => supplierToAsk(q, actor, supplier_id)))[0]?.email
  const add = (task: 'claims' | 'orders', email: string | null) =>
    nord.calls.supplierContactAdd({ supplier_id, name: 'Person', task, email, telephone: '+33 1 23 45 67 89' })
  expect(await goesTo()).toBe('house@example.test')
  await add('orders', 'orders@example.test')
  await add('claims', null)
  expect(await goesTo()).toBe('house@example.test')
  const { supplier_contact_id } = await add('claims', 'claims@example.test')
  await add('claims', 'later@example.test')
  expect(await goesTo()).toBe('claims@example.test')
  await nord.calls.supplierContactRemove({ supplier_contact_id })
  expect(await goesTo()).toBe('later@example.test')
})

test('other organisations, and users without the right to suppliers, neither see nor change a contact', async () => {
  const { supplier_contact_id } = await nord.calls.supplierContactAdd({ supplier_id, ...person })
  for (const stranger of [await w.signIn('sud'), await w.signIn('rhein', { host: 'rhein.localhost' })]) {
    expect((await stranger.calls.supplierContactsList({})).content.map((row) => row.supplier_contact_id)).not.toContain(supplier_contact_id)
    await expect(stranger.calls.supplierContactAdd({ supplier_id, ...person })).rejects.toMatchObject({ problems: [{ field: 'supplier_id' }] })
    await expect(stranger.calls.supplierContactUpdate({ supplier_contact_id, name: 'Mine' })).rejects.toMatchObject({ code: 'not_found' })
    await expect(stranger.calls.supplierContactRemove({ supplier_contact_id })).rejects.toMatchObject({ code: 'not_found' })
  }
  const keeper = await w.signIn((await addAccount(w, 'nord', { flags: ['has_inventory'] })).username)
  expect((await keeper.calls.supplierContactsList({ filters: { supplier_contact_id } })).content).toHaveLength(1)
  await expect(keeper.calls.supplierContactRemove({ supplier_contact_id })).rejects.toMatchObject({ code: 'forbidden' })
  expect(await one(supplier_contact_id)).toMatchObject(person)
  await expect(nord.calls.supplierContactUpdate({ supplier_contact_id: newId(), name: 'x' })).rejects.toMatchObject({ code: 'not_found' })
})
