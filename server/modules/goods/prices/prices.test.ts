// Plans and customers' own price entries: who may change them; changes are made as a whole or not at all, can be undone exactly, and never overwrite each
// other.

import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { type Corner, goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const [nord, sud] = [await w.signIn('nord'), await w.signIn('sud')]
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const [kiosque, gare, port] = [await organisationId(w, 'kiosque'), await organisationId(w, 'gare'), await organisationId(w, 'port')]

const missing = { status: 404, code: 'not_found' }
const plan = async (name: string, person = nord) => (await person.calls.plansList({ search_text: name.toLowerCase() })).content[0]?.discount_plan_id as string
const gridOf = async (discount_plan_id: string, { configuration_id }: Corner, person = nord) =>
  (await person.calls.plansList({ discount_plan_id })).entries.find((entry) => entry.configuration_id === configuration_id)
const sold = async (customer_id: string, { configuration_id, product_id }: Corner, person = nord) =>
  (await person.calls.assignedProducts({ customer_id, filters: { product_id } })).content.find((row) => row.configuration_id === configuration_id)
const copy = async (plan_name: string) => (await nord.calls.planAdd({ plan_name, copy_of: await plan('Gold') })).discount_plan_id

describe('plans', () => {
  test('are seen by the organisation that owns them; the platform sees all', async () => {
    expect((await nord.calls.plansList({})).content.map((row) => row.plan_name)).toEqual(['Gold', 'Partner', 'Silver'])
    expect((await sud.calls.plansList({})).content.map((row) => row.plan_name)).toEqual(['Retail'])
    expect((await platform.calls.plansList({ limit: 100 })).content.map((row) => row.plan_name)).toEqual(expect.arrayContaining(['Gold', 'Retail']))
    expect((await nord.calls.plansList({ search_text: 'gold' })).content[0]).toMatchObject({ customers: 1, owner_name: 'Comptoir Nord' })
    await expect(sud.calls.plansList({ discount_plan_id: await plan('Gold') })).rejects.toMatchObject(missing)
    await expect(sud.calls.planUpdate({ discount_plan_id: await plan('Gold'), plan_name: 'Mine' })).rejects.toMatchObject(missing)
  })

  test('show their owner what each card costs: for own stock the supplier’s price, for a parent’s stock the price paid to that parent', async () => {
    const corner = await goods(w, { pins: 2, discount: 500 })
    expect(await gridOf(await plan('Gold'), corner)).toMatchObject({ discount: null, discount_product: 500, cost: 9.2 * EURO, value: 10 * EURO })
    expect(await gridOf(await plan('Retail', sud), corner, sud)).toMatchObject({ cost: 9.5 * EURO })
  })

  test('can be added empty or as a copy; no two plans of an owner have the same name', async () => {
    const corner = await goods(w, { pins: 0 })
    const empty = (await nord.calls.planAdd({ plan_name: 'Empty' })).discount_plan_id
    expect(await gridOf(empty, corner)).toMatchObject({ discount: null, discount_product: null })
    expect(await gridOf(await copy('Gold again'), corner)).toMatchObject({ discount_product: 500 })
    await expect(nord.calls.planAdd({ plan_name: 'Empty' })).rejects.toMatchObject({ status: 409, code: 'name_taken' })
    await expect(nord.calls.planUpdate({ discount_plan_id: empty, plan_name: 'Gold' })).rejects.toMatchObject({ code: 'name_taken' })
    await expect(sud.calls.planAdd({ plan_name: 'Theirs', copy_of: empty })).rejects.toMatchObject(missing)
    const both = await Promise.allSettled([1, 2].map(() => nord.calls.planAdd({ plan_name: 'Only one' })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  })

  test('are added together with their products or not at all; the given products replace those of a copied plan', async () => {
    const [corner, other] = [await goods(w, { pins: 0 }), await goods(w, { pins: 0 })]
    const { entries: offered } = await nord.calls.plansList({ new_grid: true })
    expect(offered.find(({ configuration_id }) => configuration_id === corner.configuration_id)).toMatchObject({ discount: null, discount_product: null })
    expect((await nord.calls.plansList({})).entries).toEqual([])
    const entries = [
      { product_id: corner.product_id, discount: 300 },
      { product_id: other.product_id, discount: null },
      { product_id: other.product_id, configuration_id: other.configuration_id, discount: 200 },
    ]
    const copy_of = await plan('Gold')
    const { discount_plan_id } = await nord.calls.planAdd({ plan_name: 'With goods', copy_of, entries })
    expect(await gridOf(discount_plan_id, corner)).toMatchObject({ discount: null, discount_product: 300 })
    expect(await gridOf(discount_plan_id, other)).toMatchObject({ discount: 200, discount_product: null })
    await expect(sud.calls.planAdd({ plan_name: 'Of others', entries: [{ product_id: copy_of, discount: 100 }] })).rejects.toMatchObject(missing)
    expect((await sud.calls.plansList({ search_text: 'of others' })).content).toEqual([])
  })

  test('are found by their present name regardless of accents and case, and no longer by a former name', async () => {
    const { discount_plan_id } = await nord.calls.planAdd({ plan_name: 'Größe Sakızlı' })
    const found = async (search_text: string) => (await nord.calls.plansList({ search_text })).content.map((row) => row.plan_name)
    for (const typed of ['grosse', 'SAKIZLI', 'größe s']) expect(await found(typed)).toEqual(['Größe Sakızlı'])
    await nord.calls.planUpdate({ discount_plan_id, plan_name: 'Été 100 %_' })
    expect(await found('grosse')).toEqual([])
    for (const typed of ['ete', '100 %_']) expect(await found(typed)).toEqual(['Été 100 %_'])
    expect(await found('100_%')).toEqual([])
  })

  test('are changed completely or, if one entry is invalid, not at all', async () => {
    const [corner, discount_plan_id] = [await goods(w, { pins: 0 }), await plan('Gold')]
    const good = { product_id: corner.product_id, configuration_id: corner.configuration_id, discount: 700 }
    await expect(nord.calls.planUpdate({ discount_plan_id, entries: [good, { product_id: kiosque, discount: 100 }] })).rejects.toMatchObject(missing)
    expect(await gridOf(discount_plan_id, corner)).toMatchObject({ discount: null })
    const form = new URLSearchParams({ discount_plan_id, entries: JSON.stringify([{ ...good, discount: '-1' }]) })
    const answer = await w.fetch('/api/update_configuration_slab/', {
      method: 'POST',
      headers: { ...nord.headers, 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
    })
    expect([answer.status, JSON.stringify(await answer.json())]).toEqual([400, expect.stringContaining('discount_negative')])
    expect((await nord.calls.planUpdate({ discount_plan_id, entries: [good, good] })).changed).toBe(1)
    expect(await sold(kiosque, corner)).toMatchObject({ discount: 700, source: 'plan_configuration', price: 9.3 * EURO })
    expect(await nord.calls.planUpdate({ discount_plan_id, entries: [good] })).toEqual(expect.objectContaining({ change_id: null, changed: 0 }))
  })

  test('can be restored exactly to the state before a change, once, and only if nobody has changed the same entries since', async () => {
    const [one, two, discount_plan_id] = [await goods(w, { pins: 0 }), await goods(w, { pins: 0 }), await copy('To and fro')]
    const all = async () => rowsOf(w, 'select product_id, configuration_id, discount from plan_entries where plan_id = $1 order by 1, 2', [discount_plan_id])
    const before = await all()
    const change = async (entries: { product_id: string; configuration_id?: string; discount: number | null }[]) =>
      (await nord.calls.planUpdate({ discount_plan_id, entries })).change_id as string
    const first = await change([
      { product_id: one.product_id, discount: null },
      { product_id: two.product_id, configuration_id: two.configuration_id, discount: 900 },
    ])
    expect((await nord.calls.plansList({ discount_plan_id })).content[0]?.change_id).toBe(first)
    expect((await nord.calls.planUpdate({ discount_plan_id, undo: first })).changed).toBe(2)
    expect(await all()).toEqual(before)
    await expect(nord.calls.planUpdate({ discount_plan_id, undo: first })).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' })
    const second = await change([{ product_id: one.product_id, discount: 100 }])
    await change([{ product_id: one.product_id, discount: 200 }])
    await expect(nord.calls.planUpdate({ discount_plan_id, undo: second })).rejects.toMatchObject({ code: 'changed_meanwhile' })
    await expect(nord.calls.planUpdate({ discount_plan_id: await plan('Silver'), undo: second })).rejects.toMatchObject(missing)
  })

  test('that several requests save simultaneously keep every change, and each change records the values before it', async () => {
    const [corner, discount_plan_id] = [await goods(w, { pins: 0 }), await copy('Crowded')]
    const save = (discount: number) => nord.calls.planUpdate({ discount_plan_id, entries: [{ product_id: corner.product_id, discount }] })
    await Promise.all(Array.from({ length: 8 }, (_, i) => save(1_000 + i)))
    const changes = await rowsOf<{ before: { discount: number }[]; after: { discount: number }[] }>(
      w,
      'select before, after from price_changes where plan_id = $1 order by id',
      [discount_plan_id],
    )
    const follows = new Map(changes.map((change) => [change.before[0]?.discount, change.after[0]?.discount]))
    expect([changes.length, follows.size]).toEqual([8, 8])
    let last: number | undefined = 500
    for (let i = 0; i < 8; i++) last = follows.get(last)
    expect((await gridOf(discount_plan_id, corner))?.discount_product).toBe(last)
  })
})

describe('a customer’s own price entries', () => {
  test('take precedence over the plan; a disabled entry hides the product, and an entry that is enabled again has its former discount', async () => {
    const corner = await goods(w, { pins: 0, discount: 600 })
    const { product_id } = corner
    const change = (action: 'add' | 'disable' | 'enable' | 'delete', discount: number | null = null) =>
      nord.calls.assignedChange({ action, customer_ids: [kiosque], pad_list: [{ product_id, discount }] })
    await change('disable')
    expect(await sold(kiosque, corner)).toMatchObject({ source: 'pad_product', is_enabled: false, price: null, discount: null })
    await change('enable')
    expect(await sold(kiosque, corner)).toMatchObject({ source: 'pad_product', discount: 600 })
    await change('add', 800)
    expect((await nord.calls.assignedList({ customer_id: kiosque, filters: { product_id } })).pad_list).toMatchObject([{ discount: 800, is_enabled: true }])
    await change('delete')
    expect(await sold(kiosque, corner)).toMatchObject({ source: 'plan_product', discount: 600, pad_id: null })
  })

  test('are set for many customers in one call, by their direct parent or the platform; customers of others are left out', async () => {
    const { product_id } = await goods(w, { pins: 0 })
    const pad_list = [{ product_id, discount: 300 }]
    await expect(nord.calls.assignedChange({ action: 'add', customer_ids: [port], pad_list })).rejects.toMatchObject(missing)
    expect((await nord.calls.assignedList({ filters: { product_id } })).pad_list).toEqual([])
    expect(await nord.calls.assignedChange({ action: 'add', customer_ids: [kiosque, gare, gare, port], pad_list })).toMatchObject({ changed: 2, left_out: 1 })
    expect((await nord.calls.assignedChange({ action: 'add', customer_ids: [kiosque, gare], pad_list })).changed).toBe(0)
    await expect(sud.calls.assignedChange({ action: 'add', customer_ids: [kiosque], pad_list })).rejects.toMatchObject(missing)
    await expect(nord.calls.assignedChange({ action: 'add', customer_ids: [nord.customer_id], pad_list })).rejects.toMatchObject(missing)
    expect((await platform.calls.assignedChange({ action: 'delete', customer_ids: [kiosque, gare], pad_list })).changed).toBe(2)
  })

  test('are changed by a call that can also give the customer a plan, but only a plan of its parent', async () => {
    const discount_plan_id = await plan('Gold')
    expect((await nord.calls.assignedChange({ action: 'plan', customer_ids: [gare], discount_plan_id })).changed).toBe(1)
    await expect(platform.calls.assignedChange({ action: 'plan', customer_ids: [port], discount_plan_id })).rejects.toMatchObject(missing)
    const mixed = await platform.calls.assignedChange({ action: 'plan', customer_ids: [kiosque, port], discount_plan_id })
    expect(mixed.left_out).toBe(1)
    expect((await rowsOf<{ name: string }>(w, 'select p.name from organisations o join plans p on p.id = o.plan_id where o.id = $1', [port]))[0]?.name).toBe(
      'Retail',
    )
    await nord.calls.assignedChange({ action: 'plan', customer_ids: [gare], discount_plan_id: await plan('Silver') })
    const written = await rowsOf(
      w,
      `select before, after from audit where tenant_id = 1 and action = 'assignedChange' and subject_id = $1 order by id desc limit 1`,
      [gare],
    )
    expect(written).toEqual([{ before: { plan_name: 'Gold' }, after: { plan_name: 'Silver' } }])
  })
})

describe('explaining a price', () => {
  test('lists every rung of the price ladder, marks the one that applies, and lists every hop that the asker may see', async () => {
    const corner = await goods(w, { pins: 0, discount: 500 })
    const asked = { customer_id: port, configuration_id: corner.configuration_id }
    const seen = await nord.calls.priceWhy(asked)
    expect(seen).toMatchObject({ price: 9.5 * EURO, discount: 500, customer_name: 'Épicerie du Port' })
    expect(seen.rungs.map(({ source, holds, name }) => [source, holds, name])).toEqual([
      ['pad_configuration', false, ''],
      ['pad_product', false, ''],
      ['plan_configuration', false, 'Retail'],
      ['plan_product', true, 'Retail'],
    ])
    expect(seen.hops.map(({ organisation_name }) => organisation_name)).toEqual(['Épicerie du Port', 'Sud Distribution'])
    await expect(sud.calls.priceWhy({ ...asked, customer_id: kiosque })).rejects.toMatchObject(missing)
  })
})

describe('explaining one’s own price', () => {
  const masks = (customer_id: string, is: boolean) =>
    rowsOf(w, 'update organisations set mask_seller_discount = $2 where tenant_id = 1 and id = $1 returning id', [customer_id, is])

  test('shows a shop the entry that applies and the price, but not the plan’s name, another entry or anything about a parent', async () => {
    const { product_id, configuration_id } = await goods(w, { pins: 0, discount: 500 })
    const shop = await w.signIn('port')
    const asked = { customer_id: port, configuration_id }
    const own = { customer_name: 'Épicerie du Port', value: 10 * EURO, hops: [] }
    expect(await shop.calls.priceWhy(asked)).toMatchObject({
      ...own,
      ...{ price: 9.5 * EURO, discount: 500, rungs: [{ source: 'plan_product', name: '', discount: 500, is_enabled: true, holds: true }] },
    })
    await sud.calls.assignedChange({ action: 'add', customer_ids: [port], pad_list: [{ product_id, discount: 250 }] })
    const seen = await shop.calls.priceWhy(asked)
    expect(seen).toMatchObject({ ...own, price: 9.75 * EURO, discount: 250 })
    expect(seen.rungs).toEqual([{ source: 'pad_product', name: '', discount: 250, is_enabled: true, holds: true }])
    expect((await shop.calls.sellerProductsV2({})).content.find((offer) => offer.configuration_id === configuration_id)?.price).toBe(seen.price)
    for (const other of [kiosque, gare, sud.customer_id, nord.customer_id])
      await expect(shop.calls.priceWhy({ ...asked, customer_id: other })).rejects.toMatchObject(missing)
  })

  test('is refused for goods that the shop may not sell, and for a shop that may not see discounts', async () => {
    const { product_id, configuration_id } = await goods(w, { pins: 0, discount: 500 })
    const shop = await w.signIn('port')
    const asked = { customer_id: port, configuration_id }
    await masks(port, true)
    try {
      await expect((await w.signIn('port')).calls.priceWhy(asked)).rejects.toMatchObject(missing)
    } finally {
      await masks(port, false)
    }
    await sud.calls.assignedChange({ action: 'disable', customer_ids: [port], pad_list: [{ product_id, discount: null }] })
    await expect((await w.signIn('port')).calls.priceWhy(asked)).rejects.toMatchObject(missing)
    await expect(shop.calls.priceWhy({ ...asked, configuration_id: product_id })).rejects.toMatchObject(missing)
  })
})

describe('discounts on live goods', () => {
  test('given to customers are at most as high as the reseller’s own discount', async () => {
    const customer_id = nord.customer_id
    const given = await platform.calls.liveDiscountsPlatform({ entries: [{ customer_id, provider: 'dt_one', discount: 600 }], customer_id, limit: 100 })
    expect(given.content.find((row) => row.provider === 'dt_one')).toMatchObject({ discount: 600, discount_own: null })
    const more = nord.calls.liveDiscounts({ entries: [{ customer_id: kiosque, provider: 'dt_one', discount: 601 }] })
    await expect(more).rejects.toMatchObject({ code: 'invalid_input', problems: [{ field: 'entries', code: 'more_than_own' }] })
    const answer = await nord.calls.liveDiscounts({ entries: [{ customer_id: kiosque, provider: 'dt_one', discount: 450 }], filters: { provider: 'dt_one' } })
    expect(answer.content.find((row) => row.customer_id === kiosque)).toMatchObject({ discount: 450, discount_own: 600 })
    await expect(nord.calls.liveDiscounts({ entries: [{ customer_id: port, provider: 'dt_one', discount: 1 }] })).rejects.toMatchObject(missing)
    await nord.calls.liveDiscounts({ entries: [{ customer_id: kiosque, provider: 'dt_one', discount: null }] })
    const rows = await rowsOf<{ subject_name: string }>(w, `select subject_name from audit where tenant_id = 1 and action = 'liveDiscounts' order by id`)
    expect(rows.map((row) => row.subject_name)).toEqual(['Kiosque Nord', 'Kiosque Nord'])
  })
})
