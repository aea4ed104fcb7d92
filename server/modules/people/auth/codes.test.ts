// Guessing one-time codes, from many browsers, simultaneously and over hours: no more codes are checked than kit/codes.test.ts assumes for the probability of
// a hit.
import { describe, expect, test, vi } from 'vitest'
import type { SignIn } from '../../../../contract/people/auth.ts'
import { CHALLENGES_RESERVED, CODE_AGAIN_MS, CODE_MS, CODES_SENT_MAX, codeLimits, newAppSecret } from '../../../kit/codes.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { type Account, addAccount, type Browser, freeze, knock, mailedCode, newBrowser, refusalOf, sessionsOf, tally, wrongCode } from '../../../test/door.ts'
import { fileWorld } from '../../../test/world.ts'

const AT_ONCE = 200
const HOUR_MS = 60 * 60_000

/** These tests send many requests at once, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })

const w = await fileWorld({ door: { places_times: 10 } })

const channels = Object.entries(codeLimits) as [keyof typeof codeLimits, (typeof codeLimits)[keyof typeof codeLimits]][]

async function personWith(otp_type: keyof typeof codeLimits): Promise<Account> {
  const person = await addAccount(w, 'kiosque', { otp_type })
  const sealed = w.services.keys.seal(`app ${person.user_id}`, newAppSecret())
  await rowsOf(w, 'update users set otp_secret = $2 where tenant_id = 1 and id = $1', [person.user_id, sealed])
  return person
}

const verify = (at: Browser, { username }: Account, { reference_id, reference }: SignIn, otp: string) =>
  at.calls.loginVerify({ username, otp, reference_id, reference })
/** A code that cannot be right, because it has seven digits. */
const NONE = '0000000'
/** Each browser is in another network, so that only the limits of the account take effect. */
let networks = 0
const elsewhere = () => newBrowser(w, `10.${networks >> 8}.${networks++ & 255}.1`)

describe.each(channels)('a one-time code by %s', (channel, { tries, challenges }) => {
  test(`is checked in ${tries} of ${AT_ONCE} simultaneous guesses, and after that even the right code is refused`, async () => {
    const [person, browser] = [await personWith(channel), elsewhere()]
    const asked = await knock(browser, person)
    expect(await tally(AT_ONCE, () => verify(browser, person, asked, NONE))).toEqual({
      code_wrong: tries,
      login_expired: AT_ONCE - tries,
    })
    if (channel !== 'app') expect(await refusalOf(verify(browser, person, asked, await mailedCode(w, asked.reference_id)))).toBe('login_expired')
    expect(await sessionsOf(w, person)).toBe(0)
  })

  test(`control: is checked in all ${AT_ONCE} guesses if tries are not counted`, async () => {
    const [person, browser] = [await personWith(channel), elsewhere()]
    const asked = await knock(browser, person)
    const thaw = await freeze(w, 'logins', ['code_tries'])
    expect(await tally(AT_ONCE, () => verify(browser, person, asked, NONE))).toEqual({ code_wrong: AT_ONCE })
    await thaw()
  })

  test(`is sent ${challenges - CHALLENGES_RESERVED} times an hour at most to unknown browsers, even if requested simultaneously, ${challenges} times to a known one`, async () => {
    const [person, owner] = [await personWith(channel), elsewhere()]
    await rowsOf(w, `update users set otp_type = 'none' where tenant_id = 1 and id = $1`, [person.user_id])
    await knock(owner, person)
    await rowsOf(w, `update users set otp_type = $2 where tenant_id = 1 and id = $1`, [person.user_id, channel])
    const most = challenges - CHALLENGES_RESERVED
    expect(await tally(most + 10, () => knock(elsewhere(), person))).toEqual({ done: most, too_many_requests: 10 })
    for (let i = 0; i < CHALLENGES_RESERVED; i++) expect((await knock(owner, person)).next_step).toBe('one_time_code')
    expect(await refusalOf(knock(owner, person))).toBe('too_many_requests')
  })
})

test('in any sixty minutes no more codes are checked than the calculated maximum, even across the change from one hour to the next', async () => {
  const person = await personWith('email')
  const { tries, challenges } = codeLimits.email
  const looked: number[] = []
  // Uses up all tries of a code as soon as one can be sent, as a guesser would.
  for (let minute = 0; minute < 150; minute += 3) {
    for (;;) {
      const browser = elsewhere()
      const asked = await knock(browser, person).catch(() => undefined)
      if (!asked) break
      const counts = await tally(tries + 1, () => verify(browser, person, asked, NONE))
      for (let i = 0; i < (counts.code_wrong ?? 0); i++) looked.push(minute)
    }
    w.clock.advance(3 * 60_000)
  }
  const inHourFrom = (start: number) => looked.filter((minute) => minute >= start && minute < start + 60).length
  expect(looked.length).toBeGreaterThan(tries * (challenges - CHALLENGES_RESERVED))
  expect(Math.max(...looked.map(inHourFrom))).toBeLessThanOrEqual(tries * challenges)
})

test('codes that were requested but not tried still count against the limit while they are valid', async () => {
  const person = await personWith('email')
  const most = codeLimits.email.challenges - CHALLENGES_RESERVED
  for (let i = 0; i < most; i++) await knock(elsewhere(), person)
  w.clock.advance(HOUR_MS)
  expect(await refusalOf(knock(elsewhere(), person))).toBe('too_many_requests')
  w.clock.advance(CODE_MS)
  expect((await knock(elsewhere(), person)).next_step).toBe('one_time_code')
})

describe('sending a one-time code again', () => {
  test('sends another code, makes the earlier one invalid, and does not reset the number of tries', async () => {
    const [person, browser] = [await personWith('email'), elsewhere()]
    const asked = await knock(browser, person)
    const first = await mailedCode(w, asked.reference_id)
    for (let i = 0; i < 3; i++) await refusalOf(verify(browser, person, asked, NONE))
    w.clock.advance(CODE_AGAIN_MS)
    await browser.calls.codeAgain(asked)
    const second = await mailedCode(w, asked.reference_id)
    await expect(verify(browser, person, asked, first === second ? wrongCode(first) : first)).rejects.toMatchObject({ code: 'code_wrong', detail: { left: 1 } })
    expect((await verify(browser, person, asked, second)).token).not.toBe('')
  })

  test(`is possible ${CODES_SENT_MAX} times in all, half a minute apart`, async () => {
    const [person, browser] = [await personWith('email'), elsewhere()]
    const asked = await knock(browser, person)
    expect(await refusalOf(browser.calls.codeAgain(asked))).toBe('too_many_requests')
    for (let i = 1; i < CODES_SENT_MAX; i++) {
      w.clock.advance(CODE_AGAIN_MS)
      await browser.calls.codeAgain(asked)
    }
    w.clock.advance(CODE_AGAIN_MS)
    expect(await refusalOf(browser.calls.codeAgain(asked))).toBe('too_many_requests')
  })

  test('fifty times simultaneously sends one message', async () => {
    const [person, browser] = [await personWith('email'), elsewhere()]
    const asked = await knock(browser, person)
    w.clock.advance(CODE_AGAIN_MS)
    expect(await tally(50, () => browser.calls.codeAgain(asked))).toEqual({ done: 1, too_many_requests: 49 })
    expect(await rowsOf(w, 'select id from messages where tenant_id = 1 and recipient = $1', [`${person.username}@example.test`])).toHaveLength(2)
  })

  test('sends nothing if the code is from an authenticator app', async () => {
    const [person, browser] = [await personWith('app'), elsewhere()]
    expect(await refusalOf(browser.calls.codeAgain(await knock(browser, person)))).toBe('too_many_requests')
  })
})

test('the code of one sign-in does not work for another sign-in of the same user, nor for another user', async () => {
  const [person, other, browser, second] = [await personWith('email'), await personWith('email'), elsewhere(), elsewhere()]
  const asked = await knock(browser, person)
  const code = await mailedCode(w, asked.reference_id)
  const again = await knock(second, person)
  const theirs = await knock(browser, other)
  if ((await mailedCode(w, again.reference_id)) !== code) expect(await refusalOf(verify(second, person, again, code))).toBe('code_wrong')
  if ((await mailedCode(w, theirs.reference_id)) !== code) expect(await refusalOf(verify(browser, other, theirs, code))).toBe('code_wrong')
  expect((await verify(browser, person, asked, code)).token).not.toBe('')
})

test('a one-time code is refused after ten minutes; control: a second earlier it is accepted', async () => {
  const [person, browser, second] = [await personWith('email'), elsewhere(), elsewhere()]
  const [asked, again] = [await knock(browser, person), await knock(second, person)]
  const codes = [await mailedCode(w, asked.reference_id), await mailedCode(w, again.reference_id)] as const
  w.clock.advance(CODE_MS - 5_000)
  expect((await verify(browser, person, asked, codes[0])).token).not.toBe('')
  w.clock.advance(5_000)
  expect(await refusalOf(verify(second, person, again, codes[1]))).toBe('login_expired')
})

test('a new sign-in in the same browser makes the code of the earlier sign-in invalid', async () => {
  const [person, browser] = [await personWith('email'), elsewhere()]
  const asked = await knock(browser, person)
  const code = await mailedCode(w, asked.reference_id)
  const again = await knock(browser, person)
  expect(await refusalOf(verify(browser, person, asked, code))).toBe('login_expired')
  expect((await verify(browser, person, again, await mailedCode(w, again.reference_id))).token).not.toBe('')
})
