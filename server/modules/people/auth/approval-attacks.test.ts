// Attacks from inside on a sign-in that waits for approval: approving one's own sign-in, guessing the number, approving without the right, approving too late.
// Each attack ends without a session. Each has a control, which shows that the attack would succeed without the protection. Four other attacks are in
// approval.test.ts.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newId } from '../../../kit/ids.ts'
import { organisationId, rowsOf } from '../../../test/arrange.ts'
import { addAccount, freeze, knock, newBrowser, refusalOf, signedInAs, tally } from '../../../test/door.ts'
import { type Waiting, waitingSignIn } from '../../../test/waiting-sign-in.ts'
import { fileWorld, type Person } from '../../../test/world.ts'

const AT_ONCE = 200

/** These tests send many requests at once, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })

let nord: Person
let s: Waiting
const w = await fileWorld({ door: { places_times: 10 } })
beforeEach(async () => {
  nord = await w.signIn('nord')
  s = await waitingSignIn(w, nord)
})

describe('5. approving one’s own sign-in', () => {
  /**
   * Signs a manager in, lets the same account ask for a second sign-in from another device, and then approves that request as the person that `decider`
   * returns.
   */
  async function script(decider: (own: Person) => Promise<Person>) {
    s = await waitingSignIn(w, nord, 'nord', { internal_role: 0 })
    const { user_id, username } = s.person
    const setApproval = (is: boolean) => rowsOf(w, 'update users set login_approval = $2 where tenant_id = 1 and id = $1', [user_id, is])
    await setApproval(false)
    const own = await w.signIn(username)
    await setApproval(true)
    const before = await s.sessions()
    const refusal = await refusalOf(s.approve(await decider(own)))
    await s.poll()
    return { refusal, opened: (await s.sessions()) - before }
  }

  test('is refused, even with the right number', async () => {
    expect(await script(async (own) => own)).toEqual({ refusal: 'own_request', opened: 0 })
  })

  test('control: another manager may approve the sign-in', async () => {
    expect(await script(async () => nord)).toEqual({ refusal: undefined, opened: 1 })
  })
})

describe('5. approving through an account that one made or reset', () => {
  /** Lets an account that the waiting user made or reset `daysAgo` days ago approve the sign-in. */
  async function script(daysAgo: number) {
    const double = await addAccount(w, 'nord', { internal_role: 0 })
    const laid_at = new Date(w.clock.now().getTime() - daysAgo * 24 * 60 * 60_000)
    await rowsOf(w, `insert into account_hands (tenant_id, user_id, hand_id, what, hand_name, laid_at) values (1, $1, $2, 'reset', 'Somebody', $3)`, [
      ...[double.user_id, s.person.user_id, laid_at],
    ])
    const refusal = await refusalOf(s.approve(await w.signIn(double.username)))
    await s.poll()
    return { refusal, opened: await s.sessions() }
  }

  test('is refused', async () => {
    expect(await script(6)).toEqual({ refusal: 'same_hand', opened: 0 })
  })

  test('control: after seven days the account counts as another person’s', async () => {
    expect(await script(7)).toEqual({ refusal: undefined, opened: 1 })
  })
})

describe('6. guessing the number', () => {
  test('ends the request after a third wrong number, and the right number is refused afterwards', async () => {
    for (let i = 0; i < 3; i++) expect(await refusalOf(s.guess(s.wrongNumber))).toBe('number_wrong')
    expect(await refusalOf(s.approve())).toBe('request_over')
    expect(await refusalOf(s.poll())).toBe('login_expired')
    expect(await s.sessions()).toBe(0)
  })

  test(`with ${AT_ONCE} numbers at once has only three of them checked`, async () => {
    const counts = await tally(AT_ONCE, (i) => s.guess(String(10 + (i % 90)).replace(s.asked.approval_number, s.wrongNumber)))
    expect(counts).toEqual({ number_wrong: 3, request_over: AT_ONCE - 3 })
    expect(await s.sessions()).toBe(0)
  })

  test('control: if guesses were not counted, all of them would be checked and the right number would still be accepted', async () => {
    const thaw = await freeze(w, 'logins', ['number_tries', 'state'])
    expect(await tally(AT_ONCE, () => s.guess(s.wrongNumber))).toEqual({ number_wrong: AT_ONCE })
    await thaw()
    await s.approve()
    expect((await s.poll()).token).not.toBe('')
  })

  test('cannot be avoided by sending no number: the approval is refused, and nothing is approved', async () => {
    const { reference_id } = s.asked
    await expect(nord.calls.loginRequestDecide({ reference_id, action: 'approve' })).rejects.toMatchObject({
      problems: [{ field: 'number', code: 'required' }],
    })
    expect((await s.poll()).token).toBe('')
  })
})

describe('7. approval by unrelated people', () => {
  test.each([
    ['a sub-reseller beside it', 'sud', 'localhost'],
    ['its own customer', 'kiosque', 'localhost'],
    ['another reseller of the platform', 'rhein', 'rhein.localhost'],
  ])('%s cannot even see the request', async (_, username, host) => {
    const stranger = await w.signIn(username, { host })
    expect((await stranger.calls.loginRequestsList({ limit: 100 })).content.filter(({ reference_id }) => reference_id === s.asked.reference_id)).toEqual([])
    expect(await refusalOf(s.approve(stranger))).toBe('not_found')
    expect(await refusalOf(s.approve(stranger, newId()))).toBe('not_found')
    await s.poll()
    expect(await s.sessions()).toBe(0)
  })

  test('staff of the same organisation who are not managers cannot approve the request', async () => {
    expect(await refusalOf(s.approve(await w.signIn('nord-stock')))).toBe('forbidden')
    expect(await s.sessions()).toBe(0)
  })

  test('control: if the user belonged to the approver’s organisation, the sign-in would be approved', async () => {
    const sud = await w.signIn('sud')
    await rowsOf(w, 'update users set organisation_id = $2 where tenant_id = 1 and id = $1', [s.person.user_id, await organisationId(w, 'sud')])
    await s.approve(sud)
    expect((await s.poll()).token).not.toBe('')
  })
})

describe('8. a sign-in continued too late', () => {
  const QUARTER_MS = 15 * 60_000

  test('cannot be approved after a quarter of an hour, and its browser gets no session', async () => {
    w.clock.advance(QUARTER_MS)
    expect(await refusalOf(s.approve())).toBe('request_over')
    expect(await refusalOf(s.poll())).toBe('login_expired')
    expect(await s.sessions()).toBe(0)
  })

  test('opens no session after the quarter of an hour, even if it was approved in time', async () => {
    await s.approve()
    w.clock.advance(QUARTER_MS)
    expect(await refusalOf(s.poll())).toBe('login_expired')
    expect(await s.sessions()).toBe(0)
  })

  test('opens no session once the password was changed, whether it was approved before or not', async () => {
    await s.approve()
    await nord.calls.passwordChange({ username: s.person.username, new_password: 'Trombone#41' })
    expect(await refusalOf(s.poll())).toBe('login_expired')
    expect(await refusalOf(s.approve())).toBe('request_over')
    expect(await s.sessions()).toBe(0)
  })

  test('opens no session once the account was deactivated, even if the account is active again', async () => {
    await s.approve()
    await nord.calls.staffUpdate({ user_id: s.person.user_id, is_active: false })
    expect(await refusalOf(s.poll())).toBe('login_expired')
    await nord.calls.staffUpdate({ user_id: s.person.user_id, is_active: true })
    expect(await refusalOf(s.poll())).toBe('login_expired')
    expect(await s.sessions()).toBe(0)
  })

  test('opens no session once the organisation was suspended', async () => {
    s = await waitingSignIn(w, nord, 'gare')
    await s.approve()
    await rowsOf(w, 'update organisations set is_active = false where tenant_id = 1 and id = $1', [await organisationId(w, 'gare')])
    expect(await refusalOf(s.poll())).toBe('login_expired')
    expect(await s.sessions()).toBe(0)
  })

  test('control: still opens a session five seconds before the quarter of an hour ends', async () => {
    await s.approve()
    w.clock.advance(QUARTER_MS - 5_000)
    const { token } = await s.poll()
    expect(await signedInAs(w, s.browser, token).authCheck({})).toMatchObject({ username: s.person.username })
  })
})

test('only the browser that asks for approval gets the number: the number is in no list and no notice', async () => {
  const { reference_id, approval_number } = s.asked
  const row = (await nord.calls.loginRequestsList({ search_text: s.person.username })).content.find((one) => one.reference_id === reference_id)
  expect(row).toBeDefined()
  expect(Object.values(row ?? {})).not.toContain(approval_number)
  const notices = await rowsOf<{ data: Record<string, string> }>(w, `select data from notices where tenant_id = 1 and kind = 'login_request'`)
  expect(notices.flatMap(({ data }) => Object.values(data))).not.toContain(approval_number)
})

test('an account can make six requests for approval an hour; a later request of the same browser ends the earlier one', async () => {
  const second = await knock(s.browser, s.person)
  expect(await refusalOf(s.approve())).toBe('request_over')
  expect((await s.poll(s.browser, second)).next_step).toBe('approval')
  for (let i = 0; i < 4; i++) await knock(newBrowser(w), s.person)
  await expect(knock(newBrowser(w), s.person)).rejects.toMatchObject({ code: 'too_many_requests', detail: { wait_s: expect.any(Number) } })
  w.clock.advance(60 * 60_000 + 15 * 60_000)
  expect((await knock(newBrowser(w), s.person)).next_step).toBe('approval')
})
