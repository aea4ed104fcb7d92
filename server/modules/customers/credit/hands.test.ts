// Attempts to approve one's own request through another account that the asker made or reset, directly or through a third account. Also tests when a person
// counts as having nobody else who could approve.

import { beforeEach, describe, expect, test } from 'vitest'
import { EURO } from '../../../../contract/kit/money.ts'
import { organisationId, rowsOf, sabotage } from '../../../test/arrange.ts'
import { crediting } from '../../../test/credit.ts'
import { addAccount, refusalOf } from '../../../test/door.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const DAY_MS = 24 * 60 * 60_000
let nord: Person
const w = await fileWorld()
const on = await crediting(w)
beforeEach(async () => {
  await on.anew()
  nord = await w.signIn('nord')
})

/** As the user `by`, makes a manager's account; then signs in with that account. */
async function made(by = nord) {
  const username = `double-${Date.now()}`
  const given = { username, full_name: 'Dora Double', email: 'nord@example.test', flags: ['has_credit'] as ['has_credit'], internal_role: 0 }
  const { user_id } = await by.calls.staffAdd(given)
  await rowsOf(
    w,
    `update users set password_hash = (select password_hash from users where tenant_id = 1 and username = 'nord') where tenant_id = 1 and id = $1`,
    [user_id],
  )
  return { user_id, username, ...(await w.signIn(username)) }
}

describe('approval through another account', () => {
  const later = (days: number) => w.clock.advance(days * DAY_MS)
  const PASSWORD = 'Trombone#41'

  /** As the user `by`, sets a new password for an account, which `by` then knows; then signs in with that account. */
  async function reset(account: { user_id: string; username: string }, by = nord) {
    await by.calls.passwordChange({ username: account.username, new_password: PASSWORD })
    await rowsOf(w, 'update users set must_change_password = false where tenant_id = 1 and id = $1', [account.user_id])
    return w.signIn(account.username, { password: PASSWORD })
  }
  test('for seven days an account that a user made or reset cannot decide that user’s requests', async () => {
    const cora = await on.colleague()
    await on.book(nord, 800)
    expect(await refusalOf(on.decide(await made()))).toBe('same_hand')
    const taken = await reset(cora)
    expect(await refusalOf(on.decide(taken))).toBe('same_hand')
    const [row] = await on.waiting(taken)
    expect(row?.barred).toMatchObject({ why: 'hand', account: 'Cora Colleague', hand: 'Nadia Norbert', is_mine: false })
    expect(row?.deciders, 'who is left').toEqual(['Claire Comptal'])
    expect((await on.waiting(nord))[0]?.barred).toMatchObject({ why: 'own' })
    later(7)
    await on.decide(await w.signIn(cora.username, { password: PASSWORD }))
    expect(await on.waiting(await w.signIn('nord'))).toEqual([])
  })

  test('a user cannot decide requests of an account they made, nor can two accounts made by one user decide each other’s', async () => {
    const [first, second] = [await reset(await on.colleague()), await made()]
    await on.book(first, 800)
    for (const person of [nord, second]) expect(await refusalOf(on.decide(person))).toBe('same_hand')
    expect((await on.waiting(nord))[0]?.barred).toMatchObject({ why: 'hand', is_mine: true })
    await on.decide(await on.colleague())
  })

  test('an account that was made by a user’s second account cannot decide that user’s requests either', async () => {
    const third = await made(await made())
    await on.book(nord, 800)
    expect(await refusalOf(on.decide(third))).toBe('same_hand')
  })

  test('an account is connected with a user who changed its mail address or second step at sign-in, but not with one who changed its job title', async () => {
    const [cora, carl, jo] = [await on.colleague(), await on.colleague(), await on.colleague()]
    await nord.calls.staffUpdate({ user_id: cora.user_id, email: 'elsewhere@example.test' })
    await nord.calls.staffUpdate({ user_id: carl.user_id, login_approval: true })
    await nord.calls.staffUpdate({ user_id: jo.user_id, job_role: 'Credit' })
    await on.book(nord, 800)
    for (const person of [cora, carl]) expect(await refusalOf(on.decide(person))).toBe('same_hand')
    await on.decide(jo)
  })

  test('credit given by an account that a user made or reset counts in the daily sum of that user', async () => {
    const cora = await reset(await on.colleague())
    expect(await on.book(nord, 500)).toBe('booked')
    expect(await on.book(cora, 1)).toBe('waiting')
    expect(await on.book(await on.colleague(), 500), 'control: a colleague’s is not').toBe('booked')
  })
})

describe('an organisation without a second person', () => {
  const log = async () =>
    (await rowsOf<{ after: Record<string, string> }>(w, `select after from audit where tenant_id = 1 and action = 'walletChange' order by id desc limit 1`))[0]
      ?.after

  test('lets one person book alone, and the log says so; but not while there is a second account, nor in the seven days after that account is switched off', async () => {
    const sud = await w.signIn('sud')
    const port = { person: sud, customer_id: await organisationId(w, 'port') }
    await sud.calls.creditRulesUpdate({ credit_approval_above: EURO })
    expect(await on.book(port.person, 20, port)).toBe('booked')
    expect(await log()).toMatchObject({ second_person: 'nobody' })
    const other = await addAccount(w, 'sud', { internal_role: 0 })
    expect(await on.book(port.person, 20, port)).toBe('waiting')
    await sud.calls.staffUpdate({ user_id: other.user_id, is_active: false })
    expect(await on.book(port.person, 20, port), 'who stops all others is not alone').toBe('waiting')
    w.clock.advance(8 * DAY_MS)
    port.person = await w.signIn('sud')
    expect(await on.book(port.person, 20, port)).toBe('booked')
  })
})

/** This test is the last, because it changes a money function and does not restore it. */
test('control: if connections between accounts are not checked, a user’s second account approves that user’s request and the credit is booked', async () => {
  const double = await made()
  await on.book(nord, 800)
  await sabotage(w, 'decide_credit_request', "raise exception 'same hand' using errcode = 'PX417'", "raise notice 'same hand'")
  await on.decide(double)
  expect(await on.balance()).toBe(800 * EURO)
})
