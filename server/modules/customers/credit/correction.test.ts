// A correction reverses a wrong credit once and with a reason, never takes more than the customer can still spend, and needs two people if it is
// above the amount that one person may book alone.

import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { fileWorld } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
await rowsOf(w, `update users set flags = flags || '{has_credit}', otp_required = false, otp_type = 'none' where tenant_id = 1 and username = 'nord-stock'`)
const second = await w.signIn('nord-stock')
const gare = await organisationId(w, 'gare')
afterEach(async () => expect(await wrongs(w)).toEqual([]))

const key = async (person = nord) => (await person.calls.transactionKey({})).transaction_key
const history = async (person = nord) => (await person.calls.walletHistory({ filters: { customer_id: gare } })).content
const balance = async () =>
  (await rowsOf<{ balance: number }>(w, 'select balance from wallets where tenant_id = 1 and organisation_id = $1', [gare]))[0]?.balance

/** Books a top-up; returns its id as the history shows it. */
async function credit(amount: number) {
  await nord.calls.walletChange({ transaction_key: await key(), customer_id: gare, amount, payment_mode: 'cash', remarks: 'one nought too many' })
  return (await history())[0]?.entry_id ?? ''
}
const correct = async (entry_id: string, more: object = {}, person = nord) =>
  person.calls.walletCorrect({ transaction_key: await key(person), entry_id, reason: 'typed one nought too many', ...more })

test('a corrected booking stays in the history; the correction reverses the booking, names it and gives the reason', async () => {
  await giveWallet(w, gare, 100 * EURO)
  const entry_id = await credit(1_500 * EURO)
  expect((await history())[0]).toMatchObject({ correction: 'possible', corrects: null })
  expect(await correct(entry_id)).toMatchObject({ state: 'booked', amount: 1_500 * EURO, balance_before: 1_600 * EURO, balance_after: 100 * EURO })
  const [now, then] = await history()
  expect(now).toMatchObject({ kind: 'correction', amount: -1_500 * EURO, payment_mode: 'cash', remarks: 'typed one nought too many', correction: null })
  expect(now?.corrects).toMatchObject({ entry_id, amount: 1_500 * EURO })
  expect(then).toMatchObject({ entry_id, kind: 'top_up', amount: 1_500 * EURO, correction: 'done' })
  const shop = await w.signIn('gare')
  expect((await shop.calls.noticesList({})).content[0]).toMatchObject({ kind: 'credit_corrected', data: { amount: '1500.00', balance: '100.00' } })
  const written = (await nord.calls.auditList({})).content.find(({ action }) => action === 'walletCorrect')
  expect(written).toMatchObject({ reason: 'typed one nought too many' })
})

test('a part of a booking can be corrected; a correction, a change of the credit limit and another organisation’s booking cannot be corrected', async () => {
  await giveWallet(w, gare, 0)
  const entry_id = await credit(1_500 * EURO)
  expect(await correct(entry_id, { amount: 1_485 * EURO })).toMatchObject({ balance_after: 15 * EURO })
  const [correction] = await history()
  await expect(correct(correction?.entry_id ?? '')).rejects.toMatchObject({ code: 'not_found' })
  await expect(correct(await credit(EURO), { amount: EURO + 1 })).rejects.toMatchObject({ code: 'amount_out_of_range' })
  const sud = await w.signIn('sud')
  await expect(correct(await credit(EURO), {}, sud)).rejects.toMatchObject({ code: 'not_found' })
  await nord.calls.walletChange({ transaction_key: await key(), customer_id: gare, type: 'credit_limit', amount: 20 * EURO })
  const limit = (await history())[0]?.entry_id ?? ''
  await expect(correct(limit)).rejects.toThrow('not_an_id')
  await expect(correct(entry_id, { reason: ' ' })).rejects.toThrow('required')
})

test('a correction above the amount that the customer can still spend is refused, and the answer has the highest possible amount', async () => {
  await giveWallet(w, gare, 0, 10 * EURO)
  const entry_id = await credit(50 * EURO)
  await giveWallet(w, gare, 30 * EURO, 10 * EURO)
  await rowsOf(w, 'update wallets set held = 5 * 10000 where tenant_id = 1 and organisation_id = $1', [gare])
  await expect(correct(entry_id)).rejects.toMatchObject({ status: 409, code: 'credit_spent', detail: { available: '35.00', missing: '15.00' } })
  expect(await balance()).toBe(30 * EURO)
  expect(await correct(entry_id, { amount: 35 * EURO })).toMatchObject({ available: 0, balance_after: -5 * EURO })
  await rowsOf(w, 'update wallets set held = 0 where tenant_id = 1 and organisation_id = $1', [gare])
})

describe('a correction of a booking', () => {
  test('sent again under its key gets the same answer; of ten sent simultaneously under different keys only one is booked', async () => {
    await giveWallet(w, gare, 1_000 * EURO)
    const entry_id = await credit(10 * EURO)
    const asked = { transaction_key: await key(), entry_id, reason: 'wrong' }
    const first = await nord.calls.walletCorrect(asked)
    expect(await nord.calls.walletCorrect(asked)).toEqual(first)
    await expect(nord.calls.walletCorrect({ ...asked, amount: EURO })).rejects.toMatchObject({ code: 'key_reused' })
    await expect(correct(entry_id)).rejects.toMatchObject({ code: 'already_corrected' })
    const next = await credit(10 * EURO)
    const before = await balance()
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => correct(next)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await balance()).toBe((before ?? 0) - 10 * EURO)
  })

  test('control: if correct_wallet does not check for earlier corrections, the table refuses a second one, and nothing is booked', async () => {
    const entry_id = await credit(10 * EURO)
    await correct(entry_id)
    await sabotage(w, 'correct_wallet', 'c.corrects = p_corrects', 'false')
    const before = await balance()
    await expect(correct(entry_id)).rejects.toMatchObject({ status: 500 })
    expect(await balance()).toBe(before)
    await sabotage(w, 'correct_wallet', 'c.wallet_id = p_customer and false', 'c.wallet_id = p_customer and c.corrects = p_corrects')
  })
})

describe('a correction above the amount for one person', () => {
  beforeAll(async () => {
    await giveWallet(w, gare, 2_000 * EURO)
    await nord.calls.creditRulesUpdate({ credit_approval_above: 500 * EURO })
  })
  const waiting = async () => (await second.calls.creditRequestsList({ filters: { state: 'waiting' } })).content

  test('waits for a second person, is shown as waiting in the history, and is booked once that person approves it', async () => {
    const asked = { transaction_key: await key(), customer_id: gare, amount: 900 * EURO }
    await nord.calls.walletChange(asked)
    await second.calls.creditRequestDecide({ request_id: (await waiting())[0]?.request_id ?? '', action: 'approve' })
    const [{ entry_id } = { entry_id: '' }] = await history()
    const before = (await balance()) ?? 0
    const correction = { transaction_key: await key(), entry_id, reason: 'the wrong shop' }
    expect(await nord.calls.walletCorrect(correction)).toMatchObject({ state: 'waiting', balance_after: before })
    expect((await history())[0]).toMatchObject({ entry_id, correction: 'waiting' })
    const [request] = await waiting()
    expect(request).toMatchObject({ type: 'correction', amount: 900 * EURO, remarks: 'the wrong shop' })
    const own = nord.calls.creditRequestDecide({ request_id: request?.request_id ?? '', action: 'approve' })
    await expect(own).rejects.toMatchObject({ code: 'own_request' })
    expect(await balance()).toBe(before)
    await second.calls.creditRequestDecide({ request_id: request?.request_id ?? '', action: 'approve' })
    expect(await nord.calls.walletCorrect(correction)).toMatchObject({ state: 'booked', balance_after: before - 900 * EURO })
    expect((await history()).slice(0, 2)).toMatchObject([{ kind: 'correction', corrects: { entry_id } }, { correction: 'done' }])
  })

  test('control: is booked by one person alone if no amount needs approval', async () => {
    await rowsOf(w, 'update organisations set credit_approval_above = null where tenant_id = 1 and id = $1', [nord.customer_id])
    expect(await correct(await credit(900 * EURO))).toMatchObject({ state: 'booked' })
  })
})
