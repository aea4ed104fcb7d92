// A new customer: added completely or not at all, once for one key, with no more rights than its parent can give.

import { describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { usualFlags } from '../../../../contract/people/staff.ts'
import { rowsOf, sabotage } from '../../../test/arrange.ts'
import { lettersTo, linkIn } from '../../../test/outbox.ts'
import { PASSWORD, registering } from '../../../test/registration.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const PLATFORM = { host: 'platform.localhost' }

const w = await fileWorld()
const nord = await w.signIn('nord')

const { newestCode } = registering(() => w)
type CustomerAddInput = Parameters<Person['calls']['customerAdd']>[0]
const key = async (person = nord) => (await person.calls.transactionKey({})).transaction_key
const given = {
  account_role: 2,
  name: 'Tabac Étoile',
  full_name: 'Estelle Étoile',
  email: 'estelle@example.test',
  mobile: '+33 6 99 88 77 66',
  city: 'Wattrelos',
}
const asked = async (more: Partial<CustomerAddInput> & { username: string }, person = nord): Promise<CustomerAddInput> => ({
  ...given,
  mobile_confirmation: more.mobile ?? given.mobile,
  transaction_key: await key(person),
  ...more,
})
const problem = (field: string, code: string) => ({ code: 'invalid_input', problems: [{ field, code }] })
const count = async (table: string) => (await rowsOf<{ n: number }>(w, `select count(*)::int as n from ${table}`))[0]?.n

describe('a new shop', () => {
  test('has its wallet with the given limit, its plan and rights, is found immediately, and is in the log', async () => {
    const [plan] = await rowsOf<{ id: string }>(w, `select id from plans where owner_id = $1 and name = 'Gold'`, [nord.customer_id])
    const { customer_id } = await nord.calls.customerAdd(
      await asked({ username: 'etoile', credit_limit: 300 * EURO, flags: ['has_cash_card', 'has_reports'], plan_id: plan?.id, shop_type: 'tobacconist' }),
    )
    for (const search_text of ['etoile', 'ETOILE', '99887766', 'wattrelos']) {
      const { content } = await nord.calls.customersListShort({ search_text })
      expect(content.map((row) => row.customer_id)).toEqual([customer_id])
    }
    const details = await nord.calls.customerDetails({ customer_id })
    expect(details).toMatchObject({
      ...{ name: 'Tabac Étoile', city: 'Wattrelos', country: 'FR', default_language: 'fr', plan_name: 'Gold', flags: ['has_cash_card', 'has_reports'] },
      ...{ username: 'etoile', full_name: 'Estelle Étoile', is_registering: true, is_active: true, may_credit: true, lasts_until: null },
      wallet: { balance: 0, credit_limit: 300 * EURO, held: 0, available: 300 * EURO },
    })
    expect(details.timeline.map(({ kind }) => kind).sort()).toEqual(['added', 'credit_limit', 'link_sent'])
    const [written] = await rowsOf<{ after: object }>(w, `select after from audit where action = 'customerAdd' and subject_id = $1`, [customer_id])
    expect(written?.after).toMatchObject({ name: 'Tabac Étoile', username: 'etoile', credit_limit: '300.00' })
  })

  test('registers by the link in its mail and signs in with the rights it was given', async () => {
    const email = 'porte@example.test'
    await nord.calls.customerAdd(await asked({ username: 'porte', email, flags: ['has_cash_card'] }))
    await expect(w.signIn('porte')).rejects.toMatchObject({ code: 'login_wrong' })
    const [letter] = await lettersTo(w, email)
    const registration = letter ? linkIn(letter) : ''
    const calls = w.anonymous()
    await calls.registrationUserName({ registration, username: 'porte-neuve' })
    const { proof } = await calls.registrationCode({ registration, otp: await newestCode(email) })
    await calls.registrationPassword({ registration, proof, new_password: PASSWORD })
    const porte = await w.signIn('porte-neuve', { password: PASSWORD })
    expect(await porte.calls.authCheck({})).toMatchObject({ has_cash_card: 1, has_reports: 0 })
    expect((await nord.calls.customersListShort({ search_text: 'porte-neuve' })).content).toHaveLength(1)
  })

  test('is added once under one key, however often and however fast the request is sent', async () => {
    const one = await asked({ username: 'once', credit_limit: 50 * EURO })
    const ids = await Promise.all([1, 2, 3].map(() => nord.calls.customerAdd(one)))
    expect(new Set(ids.map(({ customer_id }) => customer_id)).size).toBe(1)
    expect((await nord.calls.customersListShort({ search_text: 'once' })).content).toHaveLength(1)
    expect(
      await rowsOf(w, `select from messages where kind = 'registration' and recipient = $1 and organisation_id = $2`, [one.email, ids[0]?.customer_id]),
    ).toHaveLength(1)
    await expect(nord.calls.customerAdd({ ...one, name: 'Another' })).rejects.toMatchObject({ code: 'key_reused' })
    await expect(nord.calls.customerAdd({ ...one, transaction_key: 'x'.repeat(40) })).rejects.toMatchObject({ code: 'key_invalid' })
  })

  test('is added once if two requests have the same user name, and nothing of the second request is stored', async () => {
    const before = await count('organisations')
    const both = await Promise.allSettled([await asked({ username: 'double' }), await asked({ username: 'double' })].map((one) => nord.calls.customerAdd(one)))
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'username_taken', detail: { suggestions: expect.any(Array) } } })
    expect(await count('organisations')).toBe((before ?? 0) + 1)
    expect(await count('wallets')).toBe((await count(`organisations where parent_id is not null`)) ?? 0)
  })

  test('control: gets its credit limit once for one key, and twice if the check for used keys is removed', async () => {
    const one = await asked({ username: 'limited', credit_limit: 70 * EURO })
    const { customer_id } = await nord.calls.customerAdd(one)
    await nord.calls.customerAdd(one)
    const changes = () => rowsOf(w, 'select from credit_limit_changes where wallet_id = $1', [customer_id])
    expect(await changes()).toHaveLength(1)
    await sabotage(w, 'booked_before', 'if found then', 'if true then')
    await nord.calls.customerAdd(one)
    expect(await changes()).toHaveLength(2)
  })
})

describe('invalid input of a new customer is refused and nothing is stored', () => {
  test.each<[string, string, Partial<CustomerAddInput>]>([
    ['mobile_confirmation', 'mobile_not_matched', { mobile_confirmation: '+33 6 00 00 00 00' }],
    ['flags', 'not_held', { flags: ['has_direct_recharge'] }],
    ['plan_id', 'not_one_of', { plan_id: '01890000-0000-7000-8000-000000000000' }],
  ])('field %s is refused with the code %s', async (field, code, more) => {
    const before = await count('organisations')
    const refused = await nord.calls.customerAdd(await asked({ username: 'unfit', ...more })).catch((error: unknown) => error)
    expect(refused).toMatchObject({ code: 'invalid_input', problems: [expect.objectContaining({ field, code })] })
    expect(await count('organisations')).toBe(before)
  })

  test('a sub-domain that another customer has is refused', async () => {
    await nord.calls.customerAdd(await asked({ username: 'etoile-web', sub_domain: 'etoile' }))
    await expect(nord.calls.customerAdd(await asked({ username: 'etoile-web-2', sub_domain: 'etoile' }))).rejects.toMatchObject({ code: 'sub_domain_taken' })
  })
})

describe('the right to add customers', () => {
  test('a reseller adds resellers below itself, and these see only their own customers', async () => {
    const { customer_id } = await nord.calls.customerAdd(
      await asked({ username: 'ouest', account_role: 1, name: 'Ouest', flags: ['has_customers', 'has_credit'] }),
    )
    expect((await nord.calls.customerDetails({ customer_id })).account_role).toBe(1)
    const sud = await w.signIn('sud')
    await expect(sud.calls.customerDetails({ customer_id })).rejects.toMatchObject({ status: 404 })
  })

  test('the platform adds resellers in the tenant it views, and no shops', async () => {
    const platform = await w.signIn('platform', PLATFORM)
    await platform.calls.tenantChoose({ tenant_id: 2 })
    const { customer_id } = await platform.calls.customerAdd(await asked({ username: 'main', account_role: 1, flags: ['has_direct_recharge'] }, platform))
    expect(await rowsOf(w, 'select from organisations where tenant_id = 2 and id = $1 and cardinality(path) = 2', [customer_id], 2)).toHaveLength(1)
    await expect(platform.calls.customerAdd(await asked({ username: 'shop' }, platform))).rejects.toMatchObject(problem('account_role', 'not_one_of'))
  })

  test('a reseller of the platform, and its shops, see that reseller’s name and language when they register, whatever host the link leads to', async () => {
    const platform = await w.signIn('platform', PLATFORM)
    await platform.calls.tenantChoose({ tenant_id: 1 })
    expect((await platform.calls.authCheck({})).house).toEqual({ name: 'Comptoir Nord', default_language: 'fr' })
    const email = 'own-name@example.test'
    const flags = [...usualFlags.reseller]
    const given = { username: 'own-name', email, account_role: 1, name: 'Maison Neuve', default_language: 'nl' as const, flags }
    await platform.calls.customerAdd(await asked(given, platform))
    const [letter] = await lettersTo(w, email)
    expect(letter?.subject).toMatch(/^Maison Neuve: /)
    expect(letter?.text).toContain('Beste')
    expect(letter?.text).not.toContain('Comptoir Nord')
    const state = await w.anonymous().registrationUserName({ registration: letter ? linkIn(letter) : '' })
    expect(state).toMatchObject({ portal_name: 'Maison Neuve', language: 'nl' })

    await rowsOf(w, `update users u set password_hash = n.password_hash from users n where n.username = 'nord' and u.username = 'own-name'`)
    const house = await w.signIn('own-name')
    expect((await house.calls.authCheck({})).house).toEqual({ name: 'Maison Neuve', default_language: 'nl' })
    await house.calls.customerAdd(await asked({ username: 'its-shop', email: 'its-shop@example.test' }, house))
    const [toShop] = await lettersTo(w, 'its-shop@example.test')
    expect(toShop?.subject).toMatch(/^Maison Neuve: /)
    await nord.calls.customerAdd(await asked({ username: 'nords-shop', email: 'nords-shop@example.test' }))
    const [control] = await lettersTo(w, 'nords-shop@example.test')
    expect(control?.subject, 'control: a reseller with a host').toMatch(/^Comptoir Nord/)
  })

  test('a new customer gets credit only from users with the right to credit, and credit above one person’s daily amount only from two people', async () => {
    await rowsOf(w, `update users set flags = '{has_customers}' where tenant_id = 1 and username = 'nord-stock'`)
    const adder = await w.signIn('nord-stock')
    const before = await count('organisations')
    await expect(adder.calls.customerAdd(await asked({ username: 'generous', credit_limit: EURO }, adder))).rejects.toMatchObject({
      code: 'forbidden',
      detail: { missing: ['has_credit'] },
    })
    expect(await count('organisations')).toBe(before)
    expect(await adder.calls.customerAdd(await asked({ username: 'modest' }, adder))).toMatchObject({ limit_state: null })
    await nord.calls.creditRulesUpdate({ credit_approval_above: 100 * EURO })
    expect(await nord.calls.customerAdd(await asked({ username: 'within', credit_limit: 100 * EURO }))).toMatchObject({ limit_state: 'booked' })
    const one = await asked({ username: 'above', credit_limit: 101 * EURO })
    const { customer_id, limit_state } = await nord.calls.customerAdd(one)
    expect(limit_state).toBe('waiting')
    expect(await nord.calls.customerAdd(one)).toEqual({ customer_id, limit_state })
    expect((await nord.calls.customerDetails({ customer_id })).wallet.credit_limit).toBe(0)
    expect((await nord.calls.creditRequestsList({})).content).toMatchObject([{ customer_id, type: 'credit_limit', amount: 101 * EURO, state: 'waiting' }])
    await nord.calls.creditRulesUpdate({})
    await rowsOf(w, `update users set flags = '{has_inventory}' where tenant_id = 1 and username = 'nord-stock'`)
  })

  test('a shop cannot add customers, and staff can only with the right to do so', async () => {
    for (const username of ['kiosque', 'nord-stock']) {
      const person = await w.signIn(username)
      await expect(person.calls.customerAdd(await asked({ username: 'never' }, person))).rejects.toMatchObject({ code: 'forbidden' })
    }
  })

  test('the chosen user name is checked, and similar free user names are proposed', async () => {
    expect(await nord.calls.customerCheck({ username: 'nobody-yet' })).toEqual({ available: true, suggestions: [] })
    expect(await nord.calls.customerCheck({ username: 'kiosque' })).toEqual({ available: false, suggestions: expect.arrayContaining(['kiosque2']) })
  })
})
