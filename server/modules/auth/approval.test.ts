// Eight ways to take over a sign-in that waits for approval. Each ends without a session, and each has a control that shows the same script would
// find one if what stops it were missing.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignIn } from '../../../contract/auth.ts'
import { newId } from '../../kit/ids.ts'
import { newSecret } from '../../kit/sessions.ts'
import { organisationId, rowsOf } from '../../test/arrange.ts'
import { type Account, addAccount, type Browser, freeze, knock, newBrowser, refusalOf, sessionsOf, signedInAs, tally } from '../../test/door.ts'
import { type Person, type World, world } from '../../test/world.ts'

const GUESSES = 10_000
const AT_ONCE = 200

let w: World
let nord: Person
let person: Account
let browser: Browser
let asked: SignIn
beforeAll(async () => {
  w = await world()
})
afterAll(() => w.end())
beforeEach(async () => {
  nord = await w.signIn('nord')
  person = await addAccount(w, 'nord', { login_approval: true })
  browser = newBrowser(w)
  asked = await knock(browser, person)
})

const poll = (at = browser, { reference_id, reference } = asked) => at.calls.approvalCheck({ reference_id, reference })
const approve = (by: Person = nord, { reference_id, approval_number } = asked) =>
  by.calls.loginRequestDecide({ reference_id, action: 'approve', number: approval_number })
const wrongNumber = () => (asked.approval_number === '10' ? '11' : '10')
const guess = (number: string, by: Person = nord) => by.calls.loginRequestDecide({ reference_id: asked.reference_id, action: 'approve', number })
const sessions = () => sessionsOf(w, person)

describe('1. guessing references', () => {
  /** Of an approved sign-in, whose public number is known. Answers how many guesses came in. */
  async function script(references: readonly string[]): Promise<number> {
    let inside = 0
    for (let at = 0; at < references.length; at += 100) {
      const some = references.slice(at, at + 100).map((reference) => poll(browser, { ...asked, reference }))
      inside += (await Promise.allSettled(some)).filter(({ status }) => status === 'fulfilled').length
    }
    return inside
  }

  test(`finds none in ${GUESSES}, in the very browser that asked`, { timeout: 120_000 }, async () => {
    await approve()
    expect(await script(Array.from({ length: GUESSES }, newSecret))).toBe(0)
    expect(await sessions()).toBe(0)
  })

  test('finds none by public numbers either', async () => {
    await approve()
    const counts = await tally(Array.from({ length: 500 }, () => poll(browser, { ...asked, reference_id: newId() })))
    expect(counts).toEqual({ login_expired: 500 })
    expect(await sessions()).toBe(0)
  })

  test('control: with the right one among the guesses it comes in', async () => {
    await approve()
    expect(await script([newSecret(), asked.reference, newSecret()])).toBe(1)
    expect(await sessions()).toBe(1)
  })
})

describe('2. a used reference again', () => {
  async function script() {
    await approve()
    await poll()
    return refusalOf(poll())
  }

  test('is over: the one who asked has the only session', async () => {
    expect(await script()).toBe('login_expired')
    expect(await sessions()).toBe(1)
    expect(await refusalOf(approve())).toBe('request_over')
  })

  test('control: were it not used up, it would open another', async () => {
    expect(await script()).toBe('login_expired')
    await rowsOf(w, `update logins set state = 'approved' where tenant_id = 1 and id = $1`, [asked.reference_id])
    expect((await poll()).token).not.toBe('')
    expect(await sessions()).toBe(2)
  })
})

describe('3. approved for one browser, fetched by another', () => {
  async function script(thief: Browser) {
    await approve()
    return refusalOf(poll(thief))
  }

  test('that has no cookie finds nothing', async () => {
    expect(await script(newBrowser(w))).toBe('login_expired')
    expect(await sessions()).toBe(0)
  })

  test('that is known at another account finds nothing', async () => {
    const thief = newBrowser(w)
    await knock(thief, await addAccount(w, 'nord'))
    expect(await script(thief)).toBe('login_expired')
    expect(await sessions()).toBe(0)
  })

  test('that asked for the same account itself finds nothing, and its own request still waits', async () => {
    const thief = newBrowser(w)
    const theirs = await knock(thief, person)
    expect(await script(thief)).toBe('login_expired')
    expect((await poll(thief, theirs)).token).toBe('')
    expect(await sessions()).toBe(0)
  })

  test('control: with the cookie of the one that asked it would come in', async () => {
    const thief = newBrowser(w)
    Object.assign(thief.headers, { cookie: browser.headers.cookie })
    expect(await script(thief)).toBeUndefined()
    expect(await sessions()).toBe(1)
  })
})

describe('4. two polls at once', () => {
  async function script() {
    await approve()
    return tally(Array.from({ length: 20 }, () => poll()))
  }

  test('open one session', async () => {
    expect(await script()).toEqual({ done: 1, login_expired: 19 })
    expect(await sessions()).toBe(1)
  })

  test('control: were the step not taken by one of them, there would be twenty', async () => {
    await approve()
    const thaw = await freeze(w, 'logins', ['state'])
    expect(await tally(Array.from({ length: 20 }, () => poll()))).toEqual({ done: 20 })
    await thaw()
    expect(await sessions()).toBe(20)
  })
})

describe('5. approving one’s own', () => {
  /** A manager signed in here asks on another device, and decides it here. */
  async function script(decider: (own: Person) => Promise<Person>) {
    person = await addAccount(w, 'nord', { internal_role: 0 })
    const own = await w.signIn(person.username)
    await rowsOf(w, 'update users set login_approval = true where tenant_id = 1 and id = $1', [person.user_id])
    browser = newBrowser(w)
    asked = await knock(browser, person)
    const before = await sessions()
    const refusal = await refusalOf(approve(await decider(own)))
    await poll()
    return { refusal, opened: (await sessions()) - before }
  }

  test('is refused, with the right number too', async () => {
    expect(await script(async (own) => own)).toEqual({ refusal: 'own_request', opened: 0 })
  })

  test('control: another manager may', async () => {
    expect(await script(async () => nord)).toEqual({ refusal: undefined, opened: 1 })
  })
})

describe('6. guessing the number', () => {
  test('a third wrong one ends the request: the right one comes too late', async () => {
    for (let i = 0; i < 3; i++) expect(await refusalOf(guess(wrongNumber()))).toBe('number_wrong')
    expect(await refusalOf(approve())).toBe('request_over')
    expect(await refusalOf(poll())).toBe('login_expired')
    expect(await sessions()).toBe(0)
  })

  test(`${AT_ONCE} at once: three are looked at`, async () => {
    const counts = await tally(Array.from({ length: AT_ONCE }, (_, i) => guess(String(10 + (i % 90)).replace(asked.approval_number, wrongNumber()))))
    expect(counts).toEqual({ number_wrong: 3, request_over: AT_ONCE - 3 })
    expect(await sessions()).toBe(0)
  })

  test('control: were they not counted, all would be looked at and the right one would still do', async () => {
    const thaw = await freeze(w, 'logins', ['number_tries', 'state'])
    expect(await tally(Array.from({ length: AT_ONCE }, () => guess(wrongNumber())))).toEqual({ number_wrong: AT_ONCE })
    await thaw()
    await approve()
    expect((await poll()).token).not.toBe('')
  })

  test('without one nothing is approved', async () => {
    const { reference_id } = asked
    await expect(nord.calls.loginRequestDecide({ reference_id, action: 'approve' })).rejects.toMatchObject({
      problems: [{ field: 'number', code: 'required' }],
    })
    expect((await poll()).token).toBe('')
  })
})

describe('7. approved by whom it does not concern', () => {
  test.each([
    ['a sub-reseller beside it', 'sud', 'localhost'],
    ['its own customer', 'kiosque', 'localhost'],
    ['another reseller of the platform', 'rhein', 'rhein.localhost'],
  ])('%s cannot even see it', async (_, username, host) => {
    const stranger = await w.signIn(username, { host })
    expect((await stranger.calls.loginRequestsList({ limit: 100 })).content.filter(({ reference_id }) => reference_id === asked.reference_id)).toEqual([])
    expect(await refusalOf(approve(stranger))).toBe('not_found')
    expect(await refusalOf(approve(stranger, { ...asked, reference_id: newId() }))).toBe('not_found')
    await poll()
    expect(await sessions()).toBe(0)
  })

  test('staff of its own house cannot', async () => {
    expect(await refusalOf(approve(await w.signIn('nord-stock')))).toBe('forbidden')
    expect(await sessions()).toBe(0)
  })

  test('control: were the person of the stranger’s own house, it would be let in', async () => {
    const sud = await w.signIn('sud')
    await rowsOf(w, 'update users set organisation_id = $2 where tenant_id = 1 and id = $1', [person.user_id, await organisationId(w, 'sud')])
    await approve(sud)
    expect((await poll()).token).not.toBe('')
  })
})

describe('8. approved too late', () => {
  const QUARTER_MS = 15 * 60_000

  test('after a quarter of an hour there is nothing to approve, and nothing to fetch', async () => {
    w.clock.advance(QUARTER_MS)
    expect(await refusalOf(approve())).toBe('request_over')
    expect(await refusalOf(poll())).toBe('login_expired')
    expect(await sessions()).toBe(0)
  })

  test('what was approved in time is not fetched later', async () => {
    await approve()
    w.clock.advance(QUARTER_MS)
    expect(await refusalOf(poll())).toBe('login_expired')
    expect(await sessions()).toBe(0)
  })

  test('after a new password there is nothing to fetch, approved before or after', async () => {
    await approve()
    await nord.calls.passwordChange({ username: person.username, new_password: 'Trombone#41' })
    expect(await refusalOf(poll())).toBe('login_expired')
    expect(await refusalOf(approve())).toBe('request_over')
    expect(await sessions()).toBe(0)
  })

  test('after the account was stopped neither, nor when it is at work again', async () => {
    await approve()
    await nord.calls.staffUpdate({ user_id: person.user_id, is_active: false })
    expect(await refusalOf(poll())).toBe('login_expired')
    await nord.calls.staffUpdate({ user_id: person.user_id, is_active: true })
    expect(await refusalOf(poll())).toBe('login_expired')
    expect(await sessions()).toBe(0)
  })

  test('after its organisation was stopped neither', async () => {
    person = await addAccount(w, 'gare', { login_approval: true })
    browser = newBrowser(w)
    asked = await knock(browser, person)
    await approve()
    await rowsOf(w, 'update organisations set is_active = false where tenant_id = 1 and id = $1', [await organisationId(w, 'gare')])
    expect(await refusalOf(poll())).toBe('login_expired')
    expect(await sessions()).toBe(0)
  })

  test('control: the same second it still does', async () => {
    await approve()
    w.clock.advance(QUARTER_MS - 5_000)
    const { token } = await poll()
    expect(await signedInAs(w, browser, token).authCheck({})).toMatchObject({ username: person.username })
  })
})

test('the asking browser alone learns the number: no list and no notice tells it', async () => {
  const { reference_id, approval_number } = asked
  const row = (await nord.calls.loginRequestsList({ search_text: person.username })).content.find((one) => one.reference_id === reference_id)
  expect(row).toBeDefined()
  expect(Object.values(row ?? {})).not.toContain(approval_number)
  const notices = await rowsOf<{ data: Record<string, string> }>(w, `select data from notices where tenant_id = 1 and kind = 'login_request'`)
  expect(notices.flatMap(({ data }) => Object.values(data))).not.toContain(approval_number)
})

test('an account asks six times an hour; a browser’s later request ends its earlier one', async () => {
  const second = await knock(browser, person)
  expect(await refusalOf(approve())).toBe('request_over')
  expect((await poll(browser, second)).next_step).toBe('approval')
  for (let i = 0; i < 4; i++) await knock(newBrowser(w), person)
  await expect(knock(newBrowser(w), person)).rejects.toMatchObject({ code: 'too_many_requests', detail: { wait_s: expect.any(Number) } })
  w.clock.advance(60 * 60_000 + 15 * 60_000)
  expect((await knock(newBrowser(w), person)).next_step).toBe('approval')
})
