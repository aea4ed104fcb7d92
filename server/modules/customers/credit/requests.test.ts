// Bookings above what one person may book alone: they wait, a second person decides, and an approved booking is booked once.

import { afterEach, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const ABOVE = 500 * EURO
const w = await fileWorld()
const nord = await w.signIn('nord')
await rowsOf(w, `update users set flags = flags || '{has_credit}', otp_required = false, otp_type = 'none' where tenant_id = 1 and username = 'nord-stock'`)
const second = await w.signIn('nord-stock')
const platform = await w.signIn('platform', { host: 'platform.localhost' })
const kiosque = await organisationId(w, 'kiosque')
await nord.calls.creditRulesUpdate({ credit_approval_above: ABOVE })
afterEach(async () => {
  await rowsOf(w, 'delete from credit_requests where tenant_id = 1')
  await rowsOf(w, 'delete from credit_given where tenant_id = 1')
})

const key = async (person = nord) => (await person.calls.transactionKey({})).transaction_key
const book = async (amount: number, more: object = {}, person = nord) =>
  person.calls.walletChange({ transaction_key: await key(person), customer_id: kiosque, amount, ...more })
const balance = async () =>
  (await rowsOf<{ balance: number }>(w, 'select balance from wallets where tenant_id = 1 and organisation_id = $1', [kiosque]))[0]?.balance ?? 0
const list = async (person = nord, filters: object = {}) => (await person.calls.creditRequestsList({ filters })).content
const waitingId = async () => (await list())[0]?.request_id ?? ''
const decide = async (person: Person, action: 'approve' | 'refuse', request_id?: string) =>
  person.calls.creditRequestDecide({ request_id: request_id ?? (await waitingId()), action, reason: 'called them' })

test('credit up to the daily amount is booked immediately; credit above that amount waits for a second person and changes nothing', async () => {
  const before = await balance()
  expect(await book(ABOVE)).toMatchObject({ state: 'booked', balance_after: before + ABOVE })
  expect(await book(ABOVE + 1, { remarks: 'the big one' })).toMatchObject({ state: 'waiting', balance_before: before + ABOVE, balance_after: before + ABOVE })
  expect(await balance()).toBe(before + ABOVE)
  expect(await list()).toMatchObject([{ state: 'waiting', amount: ABOVE + 1, remarks: 'the big one', asked_by: 'Nadia Norbert', is_own: true }])
  expect(await list(second)).toMatchObject([{ is_own: false }])
  expect((await second.calls.noticesList({})).content[0]).toMatchObject({ kind: 'credit_request', data: { amount: '500.0001', name: 'Nadia Norbert' } })
  expect((await nord.calls.noticesList({ limit: 100 })).content.filter(({ kind }) => kind === 'credit_request')).toEqual([])
})

test('a credit limit raised by more than the daily amount waits for approval; a lowered one applies immediately', async () => {
  expect(await book(2_000 * EURO, { type: 'credit_limit' })).toMatchObject({ state: 'waiting' })
  await decide(second, 'approve')
  expect(await book(900 * EURO, { type: 'credit_limit' })).toMatchObject({ state: 'booked', credit_limit_after: 900 * EURO })
})

test('bookings with the same key make one request; once it is approved, a booking sent again under the key returns the booked one', async () => {
  const asked = { transaction_key: await key(), customer_id: kiosque, amount: 800 * EURO }
  const answers = await Promise.all(Array.from({ length: 10 }, () => nord.calls.walletChange(asked)))
  expect(new Set(answers.map(({ state }) => state))).toEqual(new Set(['waiting']))
  expect(await list()).toHaveLength(1)
  await expect(nord.calls.walletChange({ ...asked, amount: 801 * EURO })).rejects.toMatchObject({ code: 'key_reused' })
  await expect(nord.calls.walletChange({ ...asked, customer_id: await organisationId(w, 'gare') })).rejects.toMatchObject({ code: 'key_reused' })
  const before = await balance()
  await decide(second, 'approve')
  expect(await nord.calls.walletChange(asked)).toMatchObject({ state: 'booked', balance_after: before + 800 * EURO })
  expect(await balance()).toBe(before + 800 * EURO)
  expect(await list()).toMatchObject([{ state: 'approved', decided_by: expect.any(String), reason: 'called them' }])
})

test('the author of a request is notified of the decision and its reason; nobody else is notified', async () => {
  const told = async (person: Person) => (await person.calls.noticesList({ limit: 1 })).content[0]
  await book(810 * EURO)
  await decide(second, 'approve')
  expect(await told(nord)).toMatchObject({ kind: 'credit_approved', data: { amount: '810.00', customer: 'Kiosque Nord', reason: 'called them' } })
  await book(820 * EURO, {}, second)
  await decide(nord, 'refuse')
  expect(await told(second)).toMatchObject({ kind: 'credit_refused', data: { amount: '820.00' } })
  expect((await told(nord))?.kind).toBe('credit_request')
  await book(830 * EURO, {}, platform)
  await decide(nord, 'approve')
  expect(await told(platform)).toMatchObject({ kind: 'credit_approved', data: { amount: '830.00' } })
})

test('users cannot decide their own requests, do not see the requests of other organisations, and cannot decide a request twice', async () => {
  await book(800 * EURO)
  const request_id = await waitingId()
  await expect(decide(nord, 'approve')).rejects.toMatchObject({ status: 403, code: 'own_request' })
  await expect(decide(await w.signIn('sud'), 'approve', request_id)).rejects.toMatchObject({ code: 'not_found' })
  expect(await list(await w.signIn('sud'))).toEqual([])
  const before = await balance()
  await decide(platform, 'refuse', request_id)
  await expect(decide(second, 'approve', request_id)).rejects.toMatchObject({ status: 409, code: 'request_over' })
  expect(await balance()).toBe(before)
})

/**
 * Lets two users send six decisions at the same time: five approve, the last refuses. Returns how often the amount was booked and how many decisions succeeded.
 */
async function race(amount: number): Promise<{ booked: number; done: number }> {
  await book(amount)
  const request_id = await waitingId()
  const before = await balance()
  const people = [second, platform, second, platform, second, platform]
  const done = await Promise.allSettled(people.map((person, i) => decide(person, i === 5 ? 'refuse' : 'approve', request_id)))
  return { booked: ((await balance()) - before) / amount, done: done.filter(({ status }) => status === 'fulfilled').length }
}

test('of several simultaneous decisions about one request only one is made, and the credit is booked once or not at all', async () => {
  for (let run = 0; run < 10; run++) {
    const { booked, done } = await race((600 + run) * EURO)
    expect(done).toBe(1)
    expect([0, 1]).toContain(booked)
  }
  expect(await wrongs(w)).toEqual([])
})

test('of many rows in one call, those above the daily amount wait for a second person, and the others are booked', async () => {
  const [a, b] = (await nord.calls.transactionKeys({ count: 2 })).transaction_keys as [string, string]
  const rows = [
    { transaction_key: a, username: 'kiosque', amount: 700 * EURO },
    { transaction_key: b, username: 'gare', amount: 70 * EURO },
  ]
  expect((await nord.calls.walletChangeMany({ rows })).rows.map(({ outcome }) => outcome)).toEqual(['approval', 'booked'])
  expect(await list()).toMatchObject([{ amount: 700 * EURO }])
})

test('managers set the daily amount; if none is set, no booking waits for a second person', async () => {
  await expect(second.calls.creditRulesUpdate({})).rejects.toMatchObject({ code: 'forbidden' })
  expect(await nord.calls.creditRulesUpdate({})).toMatchObject({ state: 'waiting' })
  await decide(platform, 'approve')
  expect((await nord.calls.creditRequestsList({})).credit_approval_above).toBeNull()
  expect(await book(800 * EURO)).toMatchObject({ state: 'booked' })
  expect(await nord.calls.creditRulesUpdate({ credit_approval_above: ABOVE })).toMatchObject({ state: 'done' })
})

test('control: if the database does not check that a request still waits, more than one of several simultaneous decisions is made', async () => {
  await sabotage(w, 'decide_credit_request', "if v_request.state <> 'waiting' then", 'if false then')
  const outcomes = await Promise.all([race(650 * EURO)])
  expect(outcomes.some(({ done }) => done > 1)).toBe(true)
})
