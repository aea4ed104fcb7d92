import { expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { giveWallet, organisationId, rowsOf, wrongs } from '../../../test/arrange.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld()
const nord = await w.signIn('nord')
const kiosque = await organisationId(w, 'kiosque')

const key = async (person = nord) => (await person.calls.transactionKey({})).transaction_key
const walletOf = async (id: string) =>
  (
    await rowsOf<{ balance: number; credit_limit: number }>(w, 'select balance, credit_limit from wallets where tenant_id = 1 and organisation_id = $1', [id])
  )[0]

test('a credit top-up raises the balance, and the answer has the balance before and after', async () => {
  const before = await walletOf(kiosque)
  const changed = await nord.calls.walletChange({
    transaction_key: await key(),
    customer_id: kiosque,
    amount: 200 * EURO,
    payment_mode: 'cash',
    remarks: 'over the counter',
  })
  expect(changed).toMatchObject({ balance_before: before?.balance, balance_after: (before?.balance ?? 0) + 200 * EURO })
  expect((await walletOf(kiosque))?.balance).toBe(changed.balance_after)
  expect((await nord.calls.walletRecent({ customer_id: kiosque })).content[0]).toMatchObject({
    kind: 'top_up',
    amount: 200 * EURO,
    remarks: 'over the counter',
    created_by: 'Nadia Norbert',
  })
})

test('of twenty equal top-ups with one key only one is booked, and all get the same answer', async () => {
  const before = await walletOf(kiosque)
  const asked = { transaction_key: await key(), customer_id: kiosque, amount: 10 * EURO }
  const answers = await Promise.all(Array.from({ length: 20 }, () => nord.calls.walletChange(asked)))
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
  expect((await walletOf(kiosque))?.balance).toBe((before?.balance ?? 0) + 10 * EURO)
  await expect(nord.calls.walletChange({ ...asked, amount: 11 * EURO })).rejects.toMatchObject({ status: 409, code: 'key_reused' })
  expect(await wrongs(w)).toEqual([])
})

test('a credit limit cannot be set lower than the debt that the customer already has', async () => {
  const gare = await w.signIn('gare')
  await giveWallet(w, gare.customer_id, -30 * EURO, 50 * EURO)
  const limit = async (amount: number) => nord.calls.walletChange({ transaction_key: await key(), customer_id: gare.customer_id, type: 'credit_limit', amount })
  await expect(limit(30 * EURO - 1)).rejects.toMatchObject({ status: 409, code: 'credit_limit_too_low', detail: { lowest: '30.00' } })
  expect(await limit(30 * EURO)).toMatchObject({ credit_limit_before: 50 * EURO, credit_limit_after: 30 * EURO, balance_after: -30 * EURO, available: 0 })
  const last = 'select limit_before, limit_after from credit_limit_changes where tenant_id = 1 and wallet_id = $1 order by id desc limit 1'
  expect(await rowsOf(w, last, [gare.customer_id])).toEqual([{ limit_before: 50 * EURO, limit_after: 30 * EURO }])
})

test('only a customer’s direct parent or the platform may book its credit: not the customer itself, an organisation two levels up, or an unrelated one', async () => {
  const [sud, platform] = [await w.signIn('sud'), await w.signIn('platform', { host: 'platform.localhost' })]
  const port = await organisationId(w, 'port')
  const asked = async (person: Person, customer_id: string) => person.calls.walletChange({ transaction_key: await key(person), customer_id, amount: EURO })
  await expect(asked(nord, port)).rejects.toMatchObject({ status: 404, code: 'not_found' })
  await expect(asked(nord, nord.customer_id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(asked(nord, await organisationId(w, 'dom', 2))).rejects.toMatchObject({ code: 'not_found' })
  await expect(nord.calls.walletRecent({ customer_id: nord.customer_id })).rejects.toMatchObject({ code: 'not_found' })
  expect((await asked(sud, port)).amount).toBe(EURO)
  expect((await asked(platform, nord.customer_id)).amount).toBe(EURO)
})

test('a top-up of zero is refused, and so is a key that another user has used', async () => {
  await expect(nord.calls.walletChange({ transaction_key: await key(), customer_id: kiosque, amount: 0 })).rejects.toMatchObject({
    status: 400,
    problems: [{ field: 'amount', code: 'not_above_zero' }],
  })
  await expect(nord.calls.walletChange({ transaction_key: await key(await w.signIn('sud')), customer_id: kiosque, amount: EURO })).rejects.toMatchObject({
    code: 'key_invalid',
  })
})

test('control: the money check finds changes of wallets that were written without the money functions', async () => {
  expect(await nord.calls.moneyCheck({})).toMatchObject({ sound: true })
  await w.owner.query(
    "begin; set local app.tenant = '1'; update wallets set balance = balance + 1 where tenant_id = 1 and organisation_id = (select organisation_id from users where tenant_id = 1 and username = 'kiosque'); commit",
  )
  const { sound, checks } = await nord.calls.moneyCheck({})
  expect([sound, checks.filter((check) => check.wrong).map((check) => check.name)]).toEqual([false, ['wallet_equals_transfers']])
})
