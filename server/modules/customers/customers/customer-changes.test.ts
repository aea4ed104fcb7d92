// Changing and suspending customers: changes take effect immediately, never overwrite a newer change, and are made only by users with the right.

import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { newId } from '../../../kit/ids.ts'
import { giveWallet, goods, organisationId, rowsOf } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const missing = { status: 404, code: 'not_found' }
const problem = (field: string, code: string) => ({ code: 'invalid_input', problems: [{ field, code }] })

const ids = new Map<string, string>()
const id = (username: string) => ids.get(username) ?? ''
const w = await fileWorld()
const nord = await w.signIn('nord')
let sud = await w.signIn('sud')
for (const username of ['kiosque', 'gare', 'sud', 'port', 'nord']) ids.set(username, await organisationId(w, username))

const details = (customer_id: string, person = nord) => person.calls.customerDetails({ customer_id })
const update = async (customer_id: string, given: Partial<Parameters<Person['calls']['customerUpdate']>[0]>, person = nord) =>
  person.calls.customerUpdate({ customer_id, version: (await details(customer_id, person)).version, ...given })

describe('a change of a customer', () => {
  test('keeps fields that are not sent and is in the history; the customer is then found under its new name', async () => {
    const before = await details(id('gare'))
    await update(id('gare'), { name: 'Tabac Gare Centrale', shop_type: 'kiosk', alternative_mobiles: ['+33 6 11 11 11 11'], full_name: 'Gaston Gare' })
    const after = await details(id('gare'))
    const { version, timeline, lasts_until: _, ...rest } = before
    expect(after).toMatchObject({
      ...rest,
      ...{ name: 'Tabac Gare Centrale', shop_type: 'kiosk', alternative_mobiles: ['+33 6 11 11 11 11'], full_name: 'Gaston Gare' },
    })
    expect(after.version).toBe(version + 1)
    expect(after.timeline[0]).toMatchObject({ kind: 'changed', who: 'Nadia Norbert', text: { fields: 'alternative_mobiles,full_name,name,shop_type' } })
    expect(after.timeline.length).toBe(timeline.length + 1)
    expect((await nord.calls.customerSearch({ search_text: 'gare centrale' })).content).toMatchObject([{ customer_id: id('gare'), username: 'gare' }])
  })

  test('by two requests with the same version succeeds for one of them; the refusal of the other says who was first, and when', async () => {
    const { version } = await details(id('gare'))
    const both = await Promise.allSettled(['Lens', 'Arras'].map((city) => nord.calls.customerUpdate({ customer_id: id('gare'), version, city })))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const late = both.find(({ status }) => status === 'rejected')
    expect(late).toMatchObject({ reason: { status: 409, code: 'changed_meanwhile', detail: { who: 'Nadia Norbert', at: expect.any(String) } } })
    expect((await details(id('gare'))).version).toBe(version + 1)
  })

  test('can give only rights that the parent has; a right taken from a customer is taken from everybody below it', async () => {
    await expect(update(id('kiosque'), { flags: ['has_dt_one'] })).rejects.toMatchObject(problem('flags', 'not_held'))
    const port = await w.signIn('port')
    expect(await port.calls.authCheck({})).toMatchObject({ has_reports: 1 })
    const held = (await details(id('sud'))).flags
    await update(id('sud'), { flags: held.filter((flag) => flag !== 'has_reports') })
    expect(await port.calls.authCheck({})).toMatchObject({ has_reports: 0, has_cash_card: 1 })
    expect((await details(id('port'), sud)).flags_giveable).not.toContain('has_reports')
    await expect(update(id('port'), { flags: ['has_reports'] }, sud)).rejects.toMatchObject(problem('flags', 'not_held'))
  })

  test('can set the plan only if the direct parent makes it: a reseller further above cannot set the plan', async () => {
    const [gold] = await rowsOf<{ id: string }>(w, `select id from plans where owner_id = $1 limit 1`, [nord.customer_id])
    await update(id('kiosque'), { plan_id: gold?.id })
    await expect(update(id('port'), { plan_id: gold?.id })).rejects.toMatchObject(problem('plan_id', 'not_one_of'))
    expect((await details(id('port'))).may_credit).toBe(false)
    await update(id('port'), { city: 'Marseille' })
  })
})

describe('a customer’s fields', () => {
  test('are cleared if they are sent blank (plan, kind of shop, legal form); fields that are not sent stay', async () => {
    const [gold] = await rowsOf<{ id: string }>(w, `select id from plans where owner_id = $1 limit 1`, [nord.customer_id])
    await update(id('kiosque'), { plan_id: gold?.id, shop_type: 'kiosk', organisation_type: 'company' })
    await update(id('kiosque'), { city: 'Lille' })
    expect(await details(id('kiosque'))).toMatchObject({ plan_id: gold?.id, shop_type: 'kiosk', organisation_type: 'company' })
    await update(id('kiosque'), { plan_id: null, shop_type: null, organisation_type: null })
    expect(await details(id('kiosque'))).toMatchObject({ plan_id: null, plan_name: null, shop_type: null, organisation_type: null, city: 'Lille' })
    await update(id('kiosque'), { plan_id: gold?.id })
  })

  test('do not include the plan for a reseller further above, who therefore cannot clear a plan that the customer’s own parent has set', async () => {
    const [silver] = await rowsOf<{ id: string }>(w, `select id from plans where owner_id = $1 limit 1`, [id('sud')])
    const plan_id = silver?.id ?? (await sud.calls.planAdd({ plan_name: 'Sud' })).discount_plan_id
    await update(id('port'), { plan_id }, sud)
    await expect(update(id('port'), { plan_id: null })).rejects.toMatchObject(problem('plan_id', 'not_one_of'))
    expect(await details(id('port'))).toMatchObject({ plan_id })
  })
})

describe('suspending a customer', () => {
  const stop = (username: string, is_active = false, person = nord) =>
    person.calls.customerStatus({ customer_ids: [id(username)], is_active, reason: 'Unpaid since May' })

  test('takes effect with the next call of the users of that customer and of its customers; after it is reactivated they sell again', async () => {
    const { configuration_id } = await goods(w, { pins: 3, euro: 1 })
    await giveWallet(w, id('port'), 100 * EURO)
    await giveWallet(w, id('sud'), 100 * EURO)
    const port = await w.signIn('port')
    await port.calls.balance({})
    await stop('sud')
    const out = { code: 'signed_out', account_status: 0 }
    await expect(port.calls.balance({})).rejects.toMatchObject(out)
    await expect(sud.calls.customersListShort({})).rejects.toMatchObject(out)
    await expect(w.signIn('port')).rejects.toBeTruthy()
    expect((await nord.calls.customersList({ filters: { is_active: false } })).content).toMatchObject([
      { customer_id: id('sud'), stopped_by: 'Nadia Norbert', stopped_reason: 'Unpaid since May', stopped_at: expect.any(String) },
    ])
    expect(await stop('sud')).toMatchObject({ changed: 0, left_out: 0 })
    expect(await stop('sud', true)).toMatchObject({ changed: 1, left_out: 0 })
    const again = await w.signIn('port')
    const { transaction_key } = await again.calls.transactionKey({})
    await again.calls.sell({ transaction_key, configuration_id, quantity: 1 })
    expect((await details(id('sud'))).timeline.slice(0, 2).map(({ kind }) => kind)).toEqual(['started', 'stopped'])
    expect(await details(id('sud'))).toMatchObject({ stopped_at: null, stopped_by: '', stopped_reason: '' })
    sud = await w.signIn('sud')
  })

  test('together with others skips organisations not below the asker and reports how many; nobody can suspend their own parent, themselves or a sibling organisation', async () => {
    const customer_ids = [id('kiosque'), id('gare')]
    const mixed = [...customer_ids, nord.customer_id, newId()]
    expect(await nord.calls.customerStatus({ customer_ids, is_active: true, reason: 'x' })).toMatchObject({ changed: 0, left_out: 0 })
    expect(await nord.calls.customerStatus({ customer_ids: mixed, is_active: false, reason: 'Holiday' })).toMatchObject({ changed: 2, left_out: 2 })
    expect(await rowsOf(w, `select from wallets where not is_active`)).toHaveLength(2)
    expect(await rowsOf(w, `select from audit where action = 'customerStatus' and reason = 'Holiday'`)).toHaveLength(2)
    expect(await nord.calls.customerStatus({ customer_ids, is_active: true, reason: 'Back' })).toMatchObject({ changed: 2, left_out: 0 })
    for (const username of ['nord', 'gare', 'sud']) await expect(stop(username, false, sud)).rejects.toMatchObject(missing)
  })

  test('by two simultaneous requests succeeds for both, even if they name the same customers in different orders', async () => {
    const both = [
      [id('kiosque'), id('gare')],
      [id('gare'), id('kiosque')],
    ]
    const done = await Promise.all(both.map((customer_ids) => nord.calls.customerStatus({ customer_ids, is_active: false, reason: 'x' })))
    expect(done.map(({ changed }) => changed).sort()).toEqual([0, 2])
    await nord.calls.customerStatus({ customer_ids: both[0] ?? [], is_active: true, reason: 'x' })
  })
})

describe('calls for single settings of a customer', () => {
  test('change its options, its remarks, and the second step of its manager’s sign-in', async () => {
    const customer_id = id('gare')
    await nord.calls.customerExtra({ customer_id, pin_download: true, terminal_limit: 3 })
    await nord.calls.customerRemarks({ customer_id, remarks: 'Closed on Mondays' })
    await nord.calls.customerOtp({ customer_id, otp_type: 'email', login_approval: true })
    const row = { pin_download: true, terminal_limit: 3, devices_only: false, remarks: 'Closed on Mondays', enable_otp: true, otp_type: 'email' }
    expect(await details(customer_id)).toMatchObject(row)
    await expect(w.signIn('gare')).rejects.toThrow('asked for more')
    await nord.calls.customerOtp({ customer_id, otp_type: 'none', login_approval: false })
    await w.signIn('gare')
    await expect(nord.calls.customerOtp({ customer_id, otp_type: 'sms' })).rejects.toMatchObject(problem('otp_type', 'not_reachable'))
  })

  test('create an API key, which is shown once and stored as a digest only', async () => {
    const customer_id = id('gare')
    const { key } = await nord.calls.customerApi({ customer_id, is_enabled: true, addresses: ['203.0.113.7', '2001:db8::/32'] })
    expect(key).toMatch(/^pk_[\w-]{43}$/)
    expect((await details(customer_id)).api).toMatchObject({ is_enabled: true, key_last4: key.slice(-4), addresses: ['203.0.113.7', '2001:db8::/32'] })
    expect(await nord.calls.customerApi({ customer_id, is_enabled: true })).toEqual({ key: '' })
    const next = await nord.calls.customerApi({ customer_id, is_enabled: true, new_key: true })
    expect(next.key).not.toBe(key)
    const [row] = await rowsOf<{ text: string }>(
      w,
      `select o::text || (select string_agg(a::text, '') from audit a) as text from organisations o where id = $1`,
      [customer_id],
    )
    for (const secret of [key, next.key]) expect(row?.text).not.toContain(secret)
    for (const wrong of ['203.0.113', '203.0.113.7/33', 'shop.example'])
      await expect(nord.calls.customerApi({ customer_id, is_enabled: true, addresses: [wrong] })).rejects.toMatchObject(problem('addresses', 'not_an_address'))
  })
})

test('calls about another reseller’s customer, one’s own organisation or its parent answer that there is no such customer', async () => {
  for (const customer_id of [id('gare'), id('nord'), id('sud')]) {
    const asked = { customer_id }
    const refused = [
      () => sud.calls.customerDetails(asked),
      () => sud.calls.customerUpdate({ ...asked, version: 0, city: 'x' }),
      () => sud.calls.customerExtra({ ...asked, pin_download: true }),
      () => sud.calls.customerOtp({ ...asked, otp_type: 'none' }),
      () => sud.calls.customerApi({ ...asked, is_enabled: true }),
      () => sud.calls.customerRemarks({ ...asked, remarks: 'x' }),
      () => sud.calls.terminalActivate({ ...asked, terminal_id: 'T-1000' }),
    ]
    for (const call of refused) await expect(call()).rejects.toMatchObject(missing)
  }
})
