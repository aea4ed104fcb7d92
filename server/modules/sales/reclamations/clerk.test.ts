// A user tries to pay themselves refunds: through a second account, in many small claims, or through the account of a shop's user. Another request claims ten
// thousand serials together.
import { beforeAll, describe, expect, test } from 'vitest'
import { calls } from '../../../../contract/index.ts'
import { EURO } from '../../../../contract/kit/money.ts'
import { RECLAIMS_MAX } from '../../../../contract/sales/reclamations.ts'
import { rowsOf, sabotage, wrongs } from '../../../test/arrange.ts'
import { ANSWER, claimed, fillWallets, move } from '../../../test/claims.ts'
import { crediting } from '../../../test/credit.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const PASSWORD = 'Trombone#41'
const w = await fileWorld()
const on = await crediting(w)
const nord = await w.signIn('nord')
const [till, gare] = [await w.signIn('kiosque'), await w.signIn('gare')]
const flags = ['has_credit', 'has_reclamation'] as ['has_credit', 'has_reclamation']
let cora: Person
beforeAll(async () => {
  await on.anew()
  await fillWallets(w)
  cora = await on.colleague({ flags })
})
/** Sets how much one person may give a customer in a day. */
const onePersonMay = async (euro: number) => {
  await rowsOf(w, 'delete from credit_given where tenant_id = 1')
  await rowsOf(w, 'update organisations set credit_approval_above = $1 where tenant_id = 1 and id = $2', [euro * EURO, nord.customer_id])
}

async function approved(shop: Person, by = nord, pins = 1) {
  const { ids } = await claimed(w, shop, pins)
  expect(await move(by, ids, 'take')).toEqual(ids.map(() => 'done'))
  expect(await move(by, ids, 'approve', ANSWER)).toEqual(ids.map(() => 'done'))
  return ids
}
/** Adds another account as the user `by`, and signs in with it. */
async function second(by = nord) {
  const username = `double-${Date.now()}`
  await by.calls.staffAdd({ username, full_name: 'Dora Double', email: 'nord@example.test', flags, internal_role: 0 })
  await rowsOf(w, `update users set password_hash = (select password_hash from users where tenant_id = 1 and username = 'nord') where username = $1`, [
    username,
  ])
  return w.signIn(username)
}

describe('claims that one person approves and accepts', () => {
  test('count in the same daily sum as that person’s other credit for the customer, so splitting claims or adding a top-up does not avoid the limit', async () => {
    await onePersonMay(30)
    const ids = await approved(till, nord, 4)
    // The claims cost 9.50 € each, and the limit is 30 €: three claims cost 28.50 €, four exceed the limit.
    expect(await move(nord, ids, 'accept')).toEqual(['done', 'done', 'done', 'second_needed'])
    expect(await on.book(nord, 2)).toBe('waiting')
    expect(await move(nord, await approved(gare), 'accept'), 'another customer has its own sum').toEqual(['done'])
    expect(await move(cora, ids.slice(3), 'accept')).toEqual(['done'])
  })

  test('count in the daily sum of the person who made the approving account', async () => {
    await onePersonMay(5)
    const double = await second()
    const ids = await approved(till)
    expect(await move(double, ids, 'accept')).toEqual(['second_needed'])
    expect(await move(cora, ids, 'accept')).toEqual(['done'])
  })

  test('control: if they are not counted, can all be refunded by one person', async () => {
    await onePersonMay(5)
    const [right, wrong] = ['if p_hands is null or p_amount <= 0 then return; end if;', 'return;']
    await sabotage(w, 'count_given', right, wrong)
    const ids = await approved(till, nord, 3)
    expect(await move(nord, ids, 'accept').finally(() => sabotage(w, 'count_given', wrong, right))).toEqual(['done', 'done', 'done'])
  })
})

describe('a person who decides a claim', () => {
  test('cannot accept a claim made with a shop’s account whose password they set, and neither can their second account', async () => {
    await onePersonMay(500)
    await nord.calls.passwordChange({ username: 'port', new_password: PASSWORD })
    await rowsOf(w, `update users set must_change_password = false where tenant_id = 1 and username = 'port'`)
    const shop = await w.signIn('port', { password: PASSWORD })
    const { ids } = await claimed(w, shop)
    const sud = await w.signIn('sud')
    expect(await move(sud, ids, 'hand_on')).toEqual(['done'])
    await move(nord, ids, 'take')
    await move(nord, ids, 'approve', ANSWER)
    for (const person of [nord, await second()]) expect(await move(person, ids, 'accept')).toEqual(['same_hand'])
    // A week later the accounts still count as one person's, because the claim stores which accounts were connected with it.
    w.clock.advance(8 * 24 * 3_600_000)
    expect(await move(await w.signIn('nord'), ids, 'accept')).toEqual(['same_hand'])
    expect(await rowsOf(w, 'select 1 from refunds where reclamation_id = any ($1)', [ids])).toEqual([])
    expect(await wrongs(w)).toEqual([])
    // Control: if the accounts connected with the claim are not checked, the claim is refunded.
    const rule = "if v_claim.hands && (p_hands || p_user) then raise exception 'same hand' using errcode = 'PX417'; end if;"
    await sabotage(w, 'accept_reclamation', rule, 'null;')
    expect(await move(await w.signIn('nord'), ids, 'accept').finally(() => sabotage(w, 'accept_reclamation', 'null;', rule))).toEqual(['done'])
  })
})

test('a claim of ten thousand serials is refused before any serial is looked up; in a claim of the permitted size each serial gets an answer', async () => {
  const shop = await w.signIn('kiosque')
  const serials = (n: number) => Array.from({ length: n }, (_, i) => `S${i}`)
  for (const path of [calls.reclaimCheck.path, calls.reclaimSubmit.path]) {
    const body = JSON.stringify({ serials: serials(10_000), reason: 'other' })
    const answer = await w.fetch(`/api${path}`, { method: 'POST', headers: { ...shop.headers, 'content-type': 'application/json' }, body })
    expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'invalid_input', problems: [{ field: 'serials', code: 'too_big' }] }])
  }
  const { rows } = await shop.calls.reclaimCheck({ serials: serials(RECLAIMS_MAX) })
  expect(rows.map(({ outcome }) => outcome)).toEqual(Array(RECLAIMS_MAX).fill('unknown_pin'))
})
