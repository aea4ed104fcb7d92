import { expect, test } from 'vitest'
import { giveWallet, organisationId } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')

const names = async (asked: Parameters<Person['calls']['customersListShort']>[0], person = nord) =>
  (await person.calls.customersListShort(asked)).content.map((row) => row.name)

test('a reseller sees all customers below it, and a sub-reseller sees only the customers below itself', async () => {
  expect(await names({})).toEqual(['Épicerie du Port', 'Kiosque Nord', 'Sud Distribution', 'Tabac de la Gare'])
  expect(await names({}, await w.signIn('sud'))).toEqual(['Épicerie du Port'])
  expect(await names({}, await w.signIn('platform', { host: 'platform.localhost' }))).toContain('Comptoir Nord')
})

test('the search for customers ignores accents and case, page counts are right, and sorting and filters work', async () => {
  expect(await names({ search_text: 'EPICERIE' })).toEqual(['Épicerie du Port'])
  expect(await names({ search_text: '100%_' })).toEqual([])
  const page = await nord.calls.customersListShort({ page: 1, limit: 3, sort: '-name' })
  expect([page.content.map((row) => row.name), page.filters]).toEqual([['Épicerie du Port'], { page: 1, limit: 3, total_count: 4 }])
  await giveWallet(w, await organisationId(w, 'gare'), 0, 0)
  expect(await names({ filters: { low_balance: true } })).toEqual(['Tabac de la Gare'])
  expect((await nord.calls.customersListShort({})).type_of_filters).toContainEqual({ name: 'low_balance', count: 1 })
  expect(await names({ filters: { is_active: false } })).toEqual([])
})
