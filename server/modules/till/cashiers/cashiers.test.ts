// Cashiers who share one till: whose session the till has, under whose name a sale is stored, and when a till locks.
import { describe, expect, test } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { CODE, copyOf, pair, pairedTill, sellsAt, switched, withCode } from '../../../test/cashiers.ts'
import { type Account, addAccount, refusalOf } from '../../../test/door.ts'
import { goOn } from '../../../test/practice.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const w = await fileWorld({ door: { places_times: 10 } })
const sell = await sellsAt(w, 'kiosque')
const codeOf = (till: Person, { user_id }: Pick<Account, 'user_id'>) =>
  till.calls.cashiersList({}).then(({ content }) => content.find((one) => one.user_id === user_id)?.code)

describe('changing to another cashier', () => {
  test('makes that user the seller: the sale and the audit log name the new user, who has only their own rights, and the previous session has ended', async () => {
    const till = await pairedTill(w, 'kiosque')
    const [before, own] = [copyOf(w, till), await till.calls.authCheck({})]
    const camille = await withCode(w, 'kiosque', CODE, { full_name: 'Camille Comptoir', flags: ['has_cash_card'] })
    await switched(till, camille)
    expect(await till.calls.authCheck({})).toMatchObject({ user_id: camille.user_id, full_name: 'Camille Comptoir', internal_role: 1, is_paired: 1 })
    await expect(before.calls.authCheck({})).rejects.toMatchObject({ code: 'signed_out' })
    await expect(sell(before)).rejects.toMatchObject({ code: 'signed_out' })
    const { sale_id } = await sell(till)
    expect(await rowsOf(w, 'select user_id from sales where tenant_id = 1 and id = $1', [sale_id])).toEqual([{ user_id: camille.user_id }])
    // A call for managers only is still refused.
    await expect(till.calls.shiftRulesUpdate({ counts_drawer: true })).rejects.toMatchObject({ code: 'forbidden' })
    const [row] = await rowsOf<{ username: string; after: object }>(
      w,
      `select username, after from audit where tenant_id = 1 and action = 'cashierSwitch' and subject_id = $1`,
      [camille.user_id],
    )
    expect(row).toEqual({ username: own.username, after: { username: camille.username } })
    expect(await refusalOf(switched(till, { user_id: own.user_id }))).toBe('cashier_password')
  })

  test('works only at a device of the shop, for its own users, and in a session that has not ended', async () => {
    const person = await withCode(w, 'kiosque', CODE)
    const elsewhere = await w.signIn('kiosque')
    await expect(elsewhere.calls.cashierSwitch({ user_id: person.user_id, code: CODE })).rejects.toMatchObject({ code: 'device_not_assigned' })
    const till = await pairedTill(w, 'kiosque')
    for (const of of ['gare', 'nord']) {
      const { user_id } = await addAccount(w, of)
      await expect(till.calls.cashierSwitch({ user_id, code: CODE })).rejects.toMatchObject({ code: 'not_found' })
    }
    await expect(till.calls.cashierSwitch({ user_id: newId(), code: CODE })).rejects.toMatchObject({ code: 'not_found' })
    const ended = copyOf(w, till)
    await till.calls.logout({})
    await expect(ended.calls.cashierSwitch({ user_id: person.user_id, code: CODE })).rejects.toMatchObject({ code: 'signed_out' })
    // Control: with an open session at the same device the change works.
    await switched(await pairedTill(w, 'kiosque'), person)
  })

  test('lets only one of two users take over a session at the same moment', async () => {
    const till = await pairedTill(w, 'kiosque')
    const two = [await withCode(w, 'kiosque', CODE), await withCode(w, 'kiosque', CODE)]
    const answers = await Promise.allSettled(two.map(({ user_id }) => copyOf(w, till).calls.cashierSwitch({ user_id, code: CODE })))
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const opened = () =>
      rowsOf(w, `select id from sessions where tenant_id = 1 and by_code and ended_at is null and user_id = any ($1)`, [two.map(({ user_id }) => user_id)])
    expect(await opened()).toHaveLength(1)
    // Control: if the first change had not ended the session, it could be taken over a second time.
    await rowsOf(w, 'update sessions set ended_at = null where tenant_id = 1 and id = $1', [till.session_id])
    await copyOf(w, till).calls.cashierSwitch({ user_id: two[0]?.user_id ?? '', code: CODE })
    expect(await opened()).toHaveLength(2)
  })

  test('does not prolong the session: it ends when the session that the password began would have ended; a user whose account is deactivated is signed out immediately', async () => {
    const till = await pairedTill(w, 'kiosque')
    const ends = (await till.calls.authCheck({})).session_ends_at
    const person = await withCode(w, 'kiosque', CODE)
    w.clock.advance(60 * 60_000)
    await switched(till, person)
    expect((await till.calls.authCheck({})).session_ends_at).toBe(ends)
    await (await w.signIn('nord')).calls.staffUpdate({ user_id: person.user_id, is_active: false })
    await expect(till.calls.authCheck({})).rejects.toMatchObject({ code: 'signed_out', account_status: 0 })
    const back = await pairedTill(w, 'kiosque')
    await expect(back.calls.cashierSwitch({ user_id: person.user_id, code: CODE })).rejects.toMatchObject({ code: 'not_found' })
    // When the account is active again, the user has no code, because the code was removed when the account was deactivated.
    await (await w.signIn('nord')).calls.staffUpdate({ user_id: person.user_id, is_active: true })
    expect(await codeOf(back, person)).toBe('none')
  })

  test('does not count as entering the password: a new password, an API key and codes for others still require it, even after practice mode', async () => {
    const manager = await withCode(w, 'kiosque', CODE, { internal_role: 0 })
    const till = await pairedTill(w, 'kiosque')
    const fresh = { new_password: 'Trombone#41' }
    await switched(till, manager)
    const { user_id } = await addAccount(w, 'kiosque')
    const refusals = async () => [
      await refusalOf(till.calls.passwordUpdate(fresh)),
      await refusalOf(till.calls.apiKeyMake({ is_sandbox: true })),
      await refusalOf(till.calls.cashierCodeGive({ user_id })),
    ]
    expect(await refusals()).toEqual(['invalid_input', 'cashier_password', 'cashier_password'])
    goOn(till, await till.calls.trainingStart({}))
    goOn(till, await till.calls.trainingEnd({}))
    expect(await refusals()).toEqual(['invalid_input', 'cashier_password', 'cashier_password'])
    // Control: after entering the password the same user may make the calls that were refused.
    const signedIn = await w.signIn(manager.username)
    await signedIn.calls.cashierCodeGive({ user_id })
    await signedIn.calls.apiKeyMake({ is_sandbox: true })
    await signedIn.calls.passwordUpdate(fresh)
  })

  test('and practice mode, begun and ended, do not replace the password: eleven minutes after signing in a new one is refused', async () => {
    const { username } = await addAccount(w, 'kiosque', { internal_role: 0 })
    const me = await w.signIn(username)
    w.clock.advance(11 * 60_000)
    goOn(me, await me.calls.trainingStart({}))
    goOn(me, await me.calls.trainingEnd({}))
    await expect(me.calls.passwordUpdate({ new_password: 'Trombone#41' })).rejects.toMatchObject({ code: 'invalid_input' })
  })

  test('to a user whose account requires a second step at sign-in works only in a browser where that user has passed the step', async () => {
    const guarded = await withCode(w, 'kiosque', CODE)
    const till = await pairedTill(w, 'kiosque')
    await rowsOf(w, `update users set login_approval = true where tenant_id = 1 and id = $1`, [guarded.user_id])
    await expect(till.calls.cashierSwitch({ user_id: guarded.user_id, code: CODE })).rejects.toMatchObject({ code: 'cashier_password' })
    await rowsOf(w, `update users set login_approval = false where tenant_id = 1 and id = $1`, [guarded.user_id])
    const here = await w.signIn(guarded.username, { headers: { cookie: till.headers.cookie ?? '' } })
    await rowsOf(w, `update users set login_approval = true where tenant_id = 1 and id = $1`, [guarded.user_id])
    await switched(here, guarded)
  })

  test('in practice mode starts a session that really sells', async () => {
    const till = await pairedTill(w, 'kiosque')
    goOn(till, await till.calls.trainingStart({}))
    await switched(till, await withCode(w, 'kiosque', CODE))
    expect(await till.calls.authCheck({})).toMatchObject({ is_training: 0 })
  })
})

test('a cashier sees only their own sales, and the manager sees all sales of the shop', async () => {
  const till = await pairedTill(w, 'kiosque')
  const manager = await w.signIn('kiosque')
  const [one, other] = [await withCode(w, 'kiosque', CODE, { flags: ['has_cash_card'] }), await withCode(w, 'kiosque', CODE, { flags: ['has_cash_card'] })]
  await switched(till, one)
  const first = await sell(till)
  await switched(till, other)
  const second = await sell(till)
  const { content, totals, filters } = await till.calls.ownSalesList({})
  expect(content.map(({ sale_id, username }) => ({ sale_id, username }))).toEqual([{ sale_id: second.sale_id, username: other.username }])
  expect([totals.quantity, filters.total_count]).toEqual([1, 1])
  await expect(till.calls.salesList({})).rejects.toMatchObject({ code: 'forbidden' })
  const shown = (await manager.calls.salesList({ limit: 2 })).content.map(({ sale_id }) => sale_id)
  expect(shown).toEqual([second.sale_id, first.sale_id])
  expect((await manager.calls.ownSalesList({})).content.map(({ sale_id }) => sale_id)).not.toContain(second.sale_id)
})

describe('a locked till', () => {
  const lockAfter = async (lock_minutes: number) => (await w.signIn('gare')).calls.settingsUpdate({ lock_minutes })

  test('that was locked by hand stays locked after a reload, and allows only changing cashiers and signing out', async () => {
    const till = await pairedTill(w, 'gare')
    const person = await withCode(w, 'gare', CODE, { flags: ['has_cash_card'] })
    await till.calls.cashierLock({})
    expect(await till.calls.authCheck({})).toMatchObject({ is_locked: 1 })
    await expect(till.calls.sellerProductsV2({})).rejects.toMatchObject({ status: 423, code: 'session_locked' })
    await expect(sell(till)).rejects.toMatchObject({ code: 'session_locked' })
    await expect(till.calls.reprint({})).rejects.toMatchObject({ code: 'session_locked' })
    await switched(till, person)
    await till.calls.sellerProductsV2({})
    await till.calls.cashierLock({})
    await till.calls.logout({})
  })

  test('locks after the shop’s idle minutes, even if its page still sends requests; browsers that are no tills do not lock', async () => {
    await lockAfter(5)
    const [till, office] = [await pairedTill(w, 'gare'), await w.signIn('gare')]
    expect([(await till.calls.authCheck({})).lock_minutes, (await office.calls.authCheck({})).lock_minutes]).toEqual([5, 0])
    const person = await withCode(w, 'gare', CODE)
    // While a user sells at the till, it does not lock.
    for (let i = 0; i < 8; i++) {
      w.clock.advance(60_000)
      await till.calls.balance({})
    }
    // While only the page itself sends requests, the till counts as idle.
    for (let minute = 1; minute <= 8; minute++) {
      w.clock.advance(60_000)
      till.headers.idle = String(minute * 60)
      await till.calls.balance({}).catch((error) => expect(error).toMatchObject({ code: 'session_locked' }))
    }
    delete till.headers.idle
    await expect(till.calls.balance({})).rejects.toMatchObject({ code: 'session_locked' })
    expect(await till.calls.authCheck({})).toMatchObject({ is_locked: 1 })
    await expect(till.calls.balance({})).rejects.toMatchObject({ code: 'session_locked' })
    await office.calls.balance({})
    await switched(till, person)
    await till.calls.balance({})
    await lockAfter(0)
  })

  test('also locks in practice mode, which is no way to avoid the lock', async () => {
    const till = await w.signIn('gare')
    await pair(w, till)
    goOn(till, await till.calls.trainingStart({}))
    await till.calls.cashierLock({})
    await expect(till.calls.trainingEnd({})).rejects.toMatchObject({ code: 'session_locked' })
  })
})
