// Cashiers' codes: how often and by whom a code may be tried, what is stored, who sets a code, and which codes are valid after a restore.
import { describe, expect, test, vi } from 'vitest'
import { CASHIER_CODE_TRIES, CASHIER_CODE_TRIES_EVER } from '../../../../contract/till/cashiers.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { CODE, pairedTill, switched, WRONG, withCode } from '../../../test/cashiers.ts'
import { type Account, addAccount, refusalOf, tally } from '../../../test/door.ts'
import { goOn } from '../../../test/practice.ts'
import { fileWorld, type Person } from '../../../test/world.ts'
import { DEVICE_LOOKS, hashCode, isCommon, keyed } from './cashiers.ts'

vi.setConfig({ testTimeout: 180_000 })

const w = await fileWorld({ door: { places_times: 10 } })
const codeOf = (till: Person, { user_id }: Pick<Account, 'user_id'>) =>
  till.calls.cashiersList({}).then(({ content }) => content.find((one) => one.user_id === user_id)?.code)
const wrongOf = async ({ user_id }: Pick<Account, 'user_id'>) =>
  (await rowsOf<{ wrong: number }>(w, 'select wrong from cashier_codes where tenant_id = 1 and user_id = $1', [user_id]))[0]?.wrong

describe('guessing codes', () => {
  test(`with 100 codes at the same time at four tills gets ${CASHIER_CODE_TRIES} of them checked at each till and ${CASHIER_CODE_TRIES_EVER} in all, even if the password is entered in between`, async () => {
    const person = await withCode(w, 'kiosque', CODE)
    const tills = await Promise.all(Array.from({ length: 4 }, () => pairedTill(w, 'kiosque')))
    const guess = (till: Person | undefined) => till?.calls.cashierSwitch({ user_id: person.user_id, code: WRONG }) ?? Promise.reject(new Error('no till'))
    expect(await tally(25, () => guess(tills[0]))).toEqual({ cashier_code_wrong: CASHIER_CODE_TRIES, cashier_password: 25 - CASHIER_CODE_TRIES })
    expect(await codeOf(tills[0] as Person, person)).toBe('used_up')
    const [row] = await rowsOf(w, `select after from audit where tenant_id = 1 and subject_id = $1 and action = 'cashierSwitch'`, [person.user_id])
    expect(row).toEqual({ after: { cashier_code: 'used_up' } })
    // At another till this user still has tries, and at this till other users have tries.
    expect(await codeOf(tills[1] as Person, person)).toBe('own')
    await switched(tills[0] as Person, await withCode(w, 'kiosque', '9173'), '9173')
    let i = 0
    expect((await tally(75, () => guess(tills[1 + (i++ % 3)]))).cashier_code_wrong).toBe(CASHIER_CODE_TRIES_EVER - CASHIER_CODE_TRIES)
    const own = await w.signIn(person.username)
    expect((await own.calls.noticesList({})).content).toContainEqual(expect.objectContaining({ kind: 'cashier_code_used_up' }))
    const fresh = await pairedTill(w, 'kiosque')
    expect([await codeOf(fresh, person), await refusalOf(fresh.calls.cashierSwitch({ user_id: person.user_id, code: CODE }))]).toEqual([
      'none',
      'cashier_password',
    ])
    // For a new code the count of wrong tries begins at zero.
    await own.calls.cashierCodeSet({ code: '7318', current_password: 'Demo!2026' })
    await switched(fresh, person, '7318')
  })

  test('gets a user’s tries at a till back once that user enters the password; the total of wrong codes since the code was set is not reset', async () => {
    const [guessed, other] = [await withCode(w, 'kiosque', CODE), await withCode(w, 'kiosque', CODE)]
    const till = await pairedTill(w, 'kiosque')
    const wrong = ({ user_id }: Account) => refusalOf(till.calls.cashierSwitch({ user_id, code: WRONG }))
    for (let n = 0; n < CASHIER_CODE_TRIES; n++) for (const person of [guessed, other]) expect(await wrong(person)).toBe('cashier_code_wrong')
    for (let passwords = 1; passwords < CASHIER_CODE_TRIES_EVER / CASHIER_CODE_TRIES; passwords++) {
      await w.signIn(guessed.username)
      expect([await codeOf(till, guessed), await codeOf(till, other)]).toEqual(['own', 'used_up'])
      for (let n = 0; n < CASHIER_CODE_TRIES; n++) expect(await wrong(guessed)).toBe('cashier_code_wrong')
    }
    await w.signIn(guessed.username)
    expect([await codeOf(till, guessed), await wrong(guessed)]).toEqual(['none', 'cashier_password'])
    // Control: without the count since the code was set, each password would allow ten more tries.
    await rowsOf(w, 'update cashier_codes set wrong = 0 where tenant_id = 1 and user_id = $1', [guessed.user_id])
    expect(await wrong(guessed)).toBe('cashier_code_wrong')
  })

  test('goes on being counted after a right code in between, both for the user and for the device', async () => {
    const [victim, guesser] = [await withCode(w, 'kiosque', CODE), await withCode(w, 'kiosque', '9173')]
    const till = await pairedTill(w, 'kiosque')
    for (let i = 0; i < 3; i++) {
      for (let k = 0; k < 2; k++) expect(await refusalOf(till.calls.cashierSwitch({ user_id: victim.user_id, code: WRONG }))).toBe('cashier_code_wrong')
      await switched(till, guesser, '9173')
    }
    expect([await wrongOf(victim), await wrongOf(guesser)]).toEqual([6, 0])
    await switched(till, victim)
    expect(await wrongOf(victim)).toBe(6)
  })

  test('at a locked till locks out only the user whose code is guessed', async () => {
    const [guessed, mate] = [await withCode(w, 'gare', CODE), await withCode(w, 'gare', CODE)]
    const [till, other] = [await pairedTill(w, 'gare'), await pairedTill(w, 'gare')]
    await till.calls.cashierLock({})
    for (let n = 0; n < 3 * CASHIER_CODE_TRIES; n++) await refusalOf(till.calls.cashierSwitch({ user_id: guessed.user_id, code: WRONG }))
    await switched(till, mate)
    await switched(other, guessed)
  })

  test(`at one device has only ${DEVICE_LOOKS} codes checked in a quarter of an hour, right ones included; the next code is refused`, async () => {
    const till = await pairedTill(w, 'kiosque')
    const person = await withCode(w, 'kiosque', CODE)
    await rowsOf(w, `delete from login_attempts where tenant_id = 1 and subject like 'cashier looks %'`)
    await switched(till, person)
    const set = (n: number) => rowsOf(w, `update login_attempts set n = $1 where tenant_id = 1 and subject like 'cashier looks %'`, [n])
    await set(DEVICE_LOOKS)
    expect(await refusalOf(till.calls.cashierSwitch({ user_id: person.user_id, code: CODE }))).toBe('too_many_requests')
    // Control: if the device has had one check fewer, the same code is accepted.
    await set(DEVICE_LOOKS - 1)
    await switched(till, person)
  })

  test('is not made easier by stolen hashes: without the server’s key they reveal no code, nor that two codes are equal, and logs contain no code', async () => {
    const [one, other] = [await withCode(w, 'kiosque', CODE), await withCode(w, 'kiosque', CODE)]
    const hashes = await rowsOf<{ user_id: string; code_hash: string }>(
      w,
      'select user_id, code_hash from cashier_codes where tenant_id = 1 and user_id = any ($1)',
      [[one.user_id, other.user_id]],
    )
    expect(new Set(hashes.map(({ code_hash }) => code_hash)).size).toBe(2)
    for (const { code_hash } of hashes) expect(code_hash).toMatch(/^\$argon2id\$/)
    const { verify } = await import('@node-rs/argon2')
    const [{ user_id = '', code_hash = '' } = {}] = hashes
    expect(await verify(code_hash, CODE)).toBe(false)
    expect(await verify(code_hash, keyed(w.services.keys, newId(), CODE))).toBe(false)
    // Control: with the server's key, and for this user, the code is recognised.
    expect(await verify(code_hash, keyed(w.services.keys, user_id, CODE))).toBe(true)
    expect(await hashCode(w.services.keys, user_id, CODE)).not.toBe(code_hash)
    expect(w.logs.join('\n')).not.toMatch(new RegExp(`"${CODE}"|=${CODE}`))
  })

  test.each(['0000', '1212', '1234', '8765', '2580', '1987'])('cannot rely on easy codes: %s is refused as a new code', async (code) => {
    expect(isCommon(code)).toBe(true)
    const { username } = await addAccount(w, 'kiosque')
    const me = await w.signIn(username)
    await expect(me.calls.cashierCodeSet({ code, current_password: 'Demo!2026' })).rejects.toMatchObject({ problems: [{ field: 'code', code: 'code_common' }] })
  })
})

describe('cashier codes', () => {
  test('are set with the password, can be given by a manager to staff only, and must be replaced at their first use', async () => {
    const manager = await pairedTill(w, 'kiosque')
    const person = await addAccount(w, 'kiosque')
    const me = await w.signIn(person.username)
    await expect(me.calls.cashierCodeSet({ code: CODE, current_password: 'wrong' })).rejects.toMatchObject({ code: 'password_wrong' })
    await expect(me.calls.cashierCodeGive({ user_id: person.user_id })).rejects.toMatchObject({ code: 'forbidden' })
    await expect(me.calls.cashierCodeTake({ user_id: (await manager.calls.authCheck({})).user_id })).rejects.toMatchObject({ code: 'forbidden' })
    const equal = await addAccount(w, 'kiosque', { internal_role: 0 })
    await expect(manager.calls.cashierCodeGive({ user_id: equal.user_id })).rejects.toMatchObject({ code: 'not_found' })
    const { code } = await manager.calls.cashierCodeGive({ user_id: person.user_id })
    expect(await codeOf(manager, person)).toBe('given')
    expect((await me.calls.noticesList({})).content[0]).toMatchObject({ kind: 'cashier_code_given' })
    const { user_id } = person
    await expect(manager.calls.cashierSwitch({ user_id, code })).rejects.toMatchObject({ code: 'cashier_code_new' })
    await expect(manager.calls.cashierSwitch({ user_id, code, new_code: code })).rejects.toMatchObject({ problems: [{ field: 'new_code', code: 'code_same' }] })
    // A wrong code is refused as wrong; only after the right code the answer says that a new code is required.
    await expect(manager.calls.cashierSwitch({ user_id, code: code === WRONG ? '5937' : WRONG })).rejects.toMatchObject({ code: 'cashier_code_wrong' })
    goOn(manager, await manager.calls.cashierSwitch({ user_id, code, new_code: CODE }))
    expect(await codeOf(manager, person)).toBe('own')
    await expect(manager.calls.cashierSwitch({ user_id, code })).rejects.toMatchObject({ code: 'cashier_code_wrong' })
    await switched(manager, person)
  })

  test('are removed by their owner, by the manager, and when the password is changed', async () => {
    const manager = await w.signIn('kiosque')
    const [one, two, three] = [await withCode(w, 'kiosque', CODE), await withCode(w, 'kiosque', CODE), await withCode(w, 'kiosque', CODE)]
    await manager.calls.cashierCodeTake({ user_id: one.user_id })
    await expect(manager.calls.cashierCodeTake({ user_id: one.user_id })).rejects.toMatchObject({ code: 'not_found' })
    await (await w.signIn(two.username)).calls.cashierCodeTake({})
    await (await w.signIn('nord')).calls.passwordChange({ username: three.username, new_password: 'Trombone#41' })
    for (const person of [one, two, three]) expect(await codeOf(manager, person)).toBe('none')
  })

  test('are no longer valid after a restore of the database, because the change or removal of a code may have been lost', async () => {
    const till = await pairedTill(w, 'kiosque')
    const person = await withCode(w, 'kiosque', CODE)
    const held_at = new Date(w.clock.now().getTime() + 1_000)
    await rowsOf(w, `insert into restores (tenant_id, id, cause, point, held_at) values (1, gen_random_uuid(), 'restored', $1, $1)`, [held_at])
    w.clock.advance(2_000)
    expect(await codeOf(till, person)).toBe('none')
    await expect(till.calls.cashierSwitch({ user_id: person.user_id, code: CODE })).rejects.toMatchObject({ code: 'cashier_password' })
    // Control: a code that was set after the restore is valid.
    await (await w.signIn(person.username)).calls.cashierCodeSet({ code: CODE, current_password: 'Demo!2026' })
    await switched(till, person)
  })
})
