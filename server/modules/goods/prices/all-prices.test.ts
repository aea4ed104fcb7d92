// The list of all customers' prices: each row equals the row in that customer's own list, no row is missing, and no row is about another organisation's
// customer.
import { expect, test } from 'vitest'
import { type Corner, goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, sud] = [await w.signIn('nord'), await w.signIn('sud')]
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const [corner, other] = [await goods(w, { pins: 2, discount: 500 }), await goods(w, { pins: 0 })]

const childrenOf = async (name: string) =>
  (
    await rowsOf<{ id: string }>(w, 'select id from organisations where parent_id = $1 and is_active order by name_search, id', [await organisationId(w, name)])
  ).map(({ id }) => id)

type Rows = Awaited<ReturnType<Person['calls']['assignedProducts']>>['content']

async function everything(person: Person, asked: Parameters<Person['calls']['assignedProducts']>[0] = {}): Promise<Rows> {
  const rows: Rows = []
  for (let page = 0; ; page++) {
    const list = await person.calls.assignedProducts({ sort: 'customer_name', ...asked, page, limit: 17 })
    rows.push(...list.content)
    if (list.content.length === 0 || rows.length >= list.filters.total_count) {
      expect(rows.length).toBe(list.filters.total_count)
      return rows
    }
  }
}

/** Reads the list of each single customer and joins the lists in the order of the customers' names. */
async function oneByOne(person: Person, customers: readonly string[]): Promise<Rows> {
  const lists: Rows[] = []
  for (const customer_id of customers) lists.push(await everything(person, { customer_id, sort: 'product_name' }))
  return lists.flat()
}

test.each([
  ['a reseller', nord, 'nord'],
  ['a reseller below it', sud, 'sud'],
  ['the platform', platform, 'platform'],
] as const)('the list of all customers’ prices agrees with each customer’s own list, for %s', async (_, person, name) => {
  const children = await childrenOf(name)
  const all = await everything(person)
  // The platform owns no goods in stock, so its customers have no prices from it.
  expect(new Set(all.map(({ customer_id }) => customer_id))).toEqual(new Set(name === 'platform' ? [] : children))
  expect(all).toEqual(await oneByOne(person, children))
})

test.each(['product_name', '-product_name', 'customer_name', '-customer_name'] as const)(
  'in the order %s, small pages joined equal one large page',
  async (sort) => {
    const pages = await everything(nord, { sort })
    const { content } = await nord.calls.assignedProducts({ sort, limit: 100 })
    expect(pages.length).toBeGreaterThan(17)
    expect(pages.slice(0, content.length)).toEqual(content)
    const nameOf = (row: Rows[number]) => (sort.endsWith('customer_name') ? row.customer_id : row.configuration_id)
    // Each customer, or each denomination, has its rows together.
    const groups = pages.map(nameOf).filter((name, i, all) => name !== all[i - 1])
    expect(new Set(groups).size).toBe(groups.length)
  },
)

test('with rows grouped by product, the list has all customers of a product together', async () => {
  const all = await everything(nord, { sort: 'product_name', filters: { product_id: corner.product_id } })
  expect(all.map(({ customer_id }) => customer_id)).toEqual(await childrenOf('nord'))
  expect(all.some(({ discount }) => discount === 500)).toBe(true)
})

test('a suspended customer is not in the list; control: it was in the list before its suspension', async () => {
  const gare = await organisationId(w, 'gare')
  const has = async () => (await everything(nord, { filters: { product_id: corner.product_id } })).some(({ customer_id }) => customer_id === gare)
  expect(await has()).toBe(true)
  await rowsOf(w, 'update organisations set is_active = false where id = $1', [gare])
  expect(await has()).toBe(false)
  await rowsOf(w, 'update organisations set is_active = true where id = $1', [gare])
})

test('one product’s prices can be filtered by whether it is on offer and sorted by discount; without a product or customer both are refused', async () => {
  const narrowed = { status: 400, code: 'invalid_input', problems: [{ field: 'customer_id', code: 'required' }] }
  await expect(nord.calls.assignedProducts({ sort: '-discount' })).rejects.toMatchObject(narrowed)
  await expect(nord.calls.assignedProducts({ filters: { on_offer: true } })).rejects.toMatchObject(narrowed)
  const ofOne = async ({ product_id }: Corner, on_offer: boolean) => everything(nord, { sort: '-discount', filters: { product_id, on_offer } })
  const offered = await ofOne(corner, true)
  expect(offered.length).toBeGreaterThan(0)
  expect(offered.every(({ discount }) => discount !== null)).toBe(true)
  const discounts = offered.map(({ discount }) => discount ?? 0)
  expect(discounts).toEqual([...discounts].sort((a, b) => b - a))
  const children = await childrenOf('nord')
  expect(offered.length + (await ofOne(corner, false)).length).toBe(children.length)
  expect((await ofOne(other, true)).length + (await ofOne(other, false)).length).toBe(children.length)
})
