// Lists of customers and the page of a single customer: filters, terminals, and the forecast when the money will run out.

import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const ids = new Map<string, string>()
const id = (username: string) => ids.get(username) ?? ''
const w = await fileWorld()
const nord = await w.signIn('nord')
for (const username of ['kiosque', 'gare', 'sud', 'port']) ids.set(username, await organisationId(w, username))

describe('the page of a customer', () => {
  test('shows the customer’s sales of the last thirty days, when its money will be used up, and its settings', async () => {
    await giveWallet(w, id('kiosque'), 200 * EURO, 0)
    const details = await nord.calls.customerDetails({ customer_id: id('kiosque') })
    expect(details.sales_by_day).toHaveLength(30)
    const [sum] = await rowsOf<{ sum: number }>(
      w,
      `select sum(amount_total)::bigint as sum from sales where seller_id = $1
          and (created_at at time zone 'Europe/Berlin')::date > (now() at time zone 'Europe/Berlin')::date - 30`,
      [id('kiosque')],
    )
    expect(details.sales_by_day.reduce((a, b) => a + b, 0)).toBe(sum?.sum)
    expect(new Date(details.lasts_until ?? 0).getTime()).toBeGreaterThan(w.clock.now().getTime())
    expect(details).toMatchObject({ parent_name: 'Comptoir Nord', wallet: { balance: 200 * EURO, available: 200 * EURO }, api: { is_enabled: false } })
  })

  test('counts the sales of the customer and of all shops below it, at any depth, at the prices that the reader’s direct customer paid', async () => {
    const [sud, port] = await Promise.all([id('sud'), id('port')].map((customer_id) => nord.calls.customerDetails({ customer_id })))
    const total = (days: readonly number[] = []) => days.reduce((a, b) => a + b, 0)
    expect(total(sud?.sales_by_day)).toBeGreaterThan(0)
    expect(total(port?.sales_by_day)).toBe(total(sud?.sales_by_day))
  })
})

test('lists and the detail page mark a customer that is offered no goods as one that can sell nothing', async () => {
  const row = async () => (await nord.calls.customersListShort({ filters: { customer_id: id('kiosque') } })).content[0]?.sells_nothing
  const whole = async () => (await nord.calls.customerDetails({ customer_id: id('kiosque') })).sells_nothing
  const [before] = await rowsOf<{ plan_id: string }>(w, 'select plan_id from organisations where tenant_id = 1 and id = $1', [id('kiosque')])
  expect([await row(), await whole()]).toEqual([false, false])
  const setPlan = (plan_id: string | null) => rowsOf(w, 'update organisations set plan_id = $2 where tenant_id = 1 and id = $1', [id('kiosque'), plan_id])
  await setPlan(null)
  expect([await row(), await whole()]).toEqual([true, true])
  expect((await (await w.signIn('kiosque')).calls.sellerProductsV2({})).content).toEqual([])
  // A plan without products offers nothing, just like no plan. With one price entry of its own beside the plan, the shop has something to sell.
  await setPlan((await nord.calls.planAdd({ plan_name: 'Empty' })).discount_plan_id)
  expect(await row()).toBe(true)
  const [product] = (await nord.calls.productsList({})).content
  await nord.calls.assignedChange({ action: 'add', customer_ids: [id('kiosque')], pad_list: [{ product_id: product?.product_id ?? '', discount: 100 }] })
  expect([await row(), await whole()]).toEqual([false, false])
  await setPlan(before?.plan_id ?? null)
})

describe('lists of customers', () => {
  test('can be filtered by plan and by the assigned member of staff', async () => {
    const [gold] = await rowsOf<{ id: string }>(w, `select plan_id as id from organisations where id = $1`, [id('kiosque')])
    const byPlan = await nord.calls.customersListShort({ filters: { plan_id: gold?.id } })
    expect(byPlan.content.every((row) => row.plan_name === 'Gold')).toBe(true)
    expect((await nord.calls.customersListShort({ filters: { mine: true } })).content).toEqual([])
    const [me] = await rowsOf<{ id: string }>(w, `select id from users where username = 'nord'`)
    await rowsOf(w, `insert into staff_assignments (tenant_id, id, user_id, organisation_id, assigned_by, assigned_at) values (1, $1, $1, $2, 'x', now())`, [
      me?.id,
      id('gare'),
    ])
    expect((await nord.calls.customersListShort({ filters: { mine: true } })).content).toMatchObject([{ customer_id: id('gare') }])
  })

  test('can be searched for many customers together by their user names, in capitals or small letters', async () => {
    await rowsOf(w, `update users set username = 'Çınar' where tenant_id = 1 and username = 'gare'`)
    const named = async (usernames: string[]) =>
      (await nord.calls.customersListShort({ filters: { usernames }, limit: 500 })).content.map((row) => row.username)
    expect((await named(['KIOSQUE', 'ÇINAR', 'nord', 'nobody', 'kiosqu'])).sort()).toEqual(['kiosque', 'Çınar'])
    expect(await named([])).toEqual([])
    await rowsOf(w, `update users set username = 'gare' where tenant_id = 1 and username = 'Çınar'`)
    const rhein = await w.signIn('rhein', { host: 'rhein.localhost' })
    expect((await rhein.calls.customersListShort({ filters: { usernames: ['kiosque'] } })).content).toEqual([])
  })

  test('have more fields in the long form than in the short form', async () => {
    const { content, type_of_filters } = await nord.calls.customersList({ search_text: 'kiosque' })
    expect(content).toMatchObject([{ username: 'kiosque', otp_type: 'none', terminals: 0, balance_trigger: null, last_sale_at: expect.any(String) }])
    expect(type_of_filters).toContainEqual({ name: 'active', count: 4 })
    expect((await nord.calls.customerSearch({ search_text: 'port' })).content.map((row) => row.name)).toEqual(['Épicerie du Port'])
  })
})

test('the customer search of other screens filters by kind, and finds a customer by the id in the page’s URL', async () => {
  const found = async (asked: object) => (await nord.calls.customerSearch(asked)).content.map(({ customer_id }) => customer_id)
  expect(await found({ account_role: 1 })).toEqual([id('sud')])
  expect((await found({ account_role: 2 })).sort()).toEqual([id('kiosque'), id('gare'), id('port')].sort())
  expect(await found({ customer_id: id('gare') })).toEqual([id('gare')])
  expect(await found({ customer_id: nord.customer_id })).toEqual([])
})

test('the history of a customer says when a terminal was activated and ended, and when a device was given to the customer, paired and taken back', async () => {
  const platform = await w.signIn('platform', { host: 'platform.localhost' })
  const { device_ids } = await platform.calls.deviceChange({ action: 'add', tag: 'HIST-1', serial_numbers: ['SN-HIST-1'] })
  const [device_id = ''] = device_ids
  await platform.calls.devicesAssign({ device_ids, customer_id: nord.customer_id })
  const customer_id = id('port')
  const step = async (act: () => Promise<unknown>) => {
    w.clock.advance(1_000)
    await act()
  }
  await step(() => nord.calls.terminalActivate({ customer_id, terminal_id: 'EP-H1' }))
  await step(() => nord.calls.terminalActivate({ customer_id, action: 'deactivate' }))
  await step(() => nord.calls.devicesAssign({ device_ids, customer_id }))
  await step(async () => {
    const { code } = await nord.calls.devicePairing({ device_id })
    await (await w.signIn('port')).calls.devicePair({ code })
  })
  await step(() => nord.calls.devicesUnassign({ device_ids }))
  await step(() => nord.calls.customerOtp({ customer_id, otp_type: 'none' }))
  const { timeline } = await nord.calls.customerDetails({ customer_id })
  expect(timeline.slice(0, 6).map(({ kind, text }) => [kind, text.what])).toEqual([
    ['sign_in', ''],
    ['device_back', 'HIST-1'],
    ['device_paired', 'HIST-1'],
    ['devices_given', 'HIST-1'],
    ['terminal_off', ''],
    ['terminal_on', 'EP-H1'],
  ])
})

describe('a terminal', () => {
  const activate = (username: string, terminal_id?: string) => nord.calls.terminalActivate({ customer_id: id(username), terminal_id })

  test('can be given to one customer only, is listed, and can be ended and activated again', async () => {
    await expect(activate('gare')).rejects.toMatchObject({ problems: [{ field: 'terminal_id', code: 'required' }] })
    expect(await activate('gare', 'EP-1001')).toEqual({ terminal_id: 'EP-1001' })
    await expect(activate('kiosque', 'EP-1001')).rejects.toMatchObject({ code: 'terminal_taken' })
    const list = async (state?: 'activated' | 'inactive') => (await nord.calls.terminalsList({ filters: { state } })).organisations.map((row) => row.username)
    expect([await list('activated'), await list('inactive')]).toEqual([['gare'], ['port', 'kiosque']])
    expect((await nord.calls.terminalsList({ search_text: 'ep-10' })).organisations).toMatchObject([
      { terminal_id: 'EP-1001', activated_at: expect.any(String) },
    ])
    const seen = async () => (await nord.calls.terminalsList({})).organisations.filter((row) => row.last_seen_at).map((row) => row.username)
    expect(await seen()).toContain('gare')
    expect(await seen()).not.toContain('kiosque')
    await nord.calls.terminalActivate({ customer_id: id('gare'), action: 'deactivate' })
    expect(await list('activated')).toEqual([])
    expect(await activate('gare')).toEqual({ terminal_id: 'EP-1001' })
    await expect(nord.calls.terminalActivate({ customer_id: id('sud'), terminal_id: 'EP-1002' })).rejects.toMatchObject({ code: 'not_found' })
  })

  test('counts towards the maximum of the reseller above, even when two are requested at the same time', async () => {
    const [sud] = await rowsOf<{ path: string[] }>(w, `select path from organisations where id = $1`, [id('sud')])
    await rowsOf(
      w,
      `insert into organisations (tenant_id, id, parent_id, kind, path, name, name_search, created_at)
       select 1, n, $1, 'seller', $2::uuid[] || n, 'Quai', 'quai', now() from unnest(array['01890000-0000-7000-8000-00000000000a']::uuid[]) n`,
      [id('sud'), sud?.path],
    )
    await nord.calls.customerExtra({ customer_id: id('sud'), terminal_limit: 1 })
    const both = await Promise.allSettled([
      activate('port', 'EP-2001'),
      nord.calls.terminalActivate({ customer_id: '01890000-0000-7000-8000-00000000000a', terminal_id: 'EP-2002' }),
    ])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'terminal_limit' } })
  })
})
