// Attacks from outside on a sign-in that waits for approval: guessing its secret, using it twice, fetching somebody else's session. Each attack ends without
// an additional session. Each has a control, which shows that the attack would succeed without the protection. Four other attacks are in
// approval-attacks.test.ts.
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { newSecret } from '../../../http/sessions.ts'
import { newId } from '../../../kit/ids.ts'
import { rowsOf } from '../../../test/arrange.ts'
import { addAccount, type Browser, freeze, knock, newBrowser, refusalOf, tally } from '../../../test/door.ts'
import { type Waiting, waitingSignIn } from '../../../test/waiting-sign-in.ts'
import { fileWorld } from '../../../test/world.ts'

const GUESSES = 2_000

/** These tests send many requests at once, which takes long on a busy machine. */
vi.setConfig({ testTimeout: 180_000 })

let s: Waiting
const w = await fileWorld({ door: { places_times: 10 } })
beforeEach(async () => {
  s = await waitingSignIn(w, await w.signIn('nord'))
})

describe('1. guessing the secret reference of a sign-in', () => {
  /** Tries secrets for an approved sign-in whose id is known; returns how many of them opened a session. */
  async function script(references: readonly string[]): Promise<number> {
    let inside = 0
    for (let at = 0; at < references.length; at += 100) {
      const some = references.slice(at, at + 100)
      const counts = await tally(some.length, (i) => s.poll(s.browser, { ...s.asked, reference: some[i] ?? '' }))
      inside += counts.done ?? 0
    }
    return inside
  }

  test(`finds no reference in ${GUESSES} guesses, even in the browser that asked`, async () => {
    await s.approve()
    expect(await script(Array.from({ length: GUESSES }, newSecret))).toBe(0)
    expect(await s.sessions()).toBe(0)
  })

  test('opens no session with 500 guessed ids of requests, even if the secret reference is right', async () => {
    await s.approve()
    const counts = await tally(500, () => s.poll(s.browser, { ...s.asked, reference_id: newId() }))
    expect(counts).toEqual({ login_expired: 500 })
    expect(await s.sessions()).toBe(0)
  })

  test('control: opens a session if the right reference is among the guesses', async () => {
    await s.approve()
    expect(await script([newSecret(), s.asked.reference, newSecret()])).toBe(1)
    expect(await s.sessions()).toBe(1)
  })
})

describe('2. using a reference again', () => {
  async function script() {
    await s.approve()
    await s.poll()
    return refusalOf(s.poll())
  }

  test('is refused: only the first browser has a session', async () => {
    expect(await script()).toBe('login_expired')
    expect(await s.sessions()).toBe(1)
    expect(await refusalOf(s.approve())).toBe('request_over')
  })

  test('control: opens another session if the reference is not used up', async () => {
    expect(await script()).toBe('login_expired')
    await rowsOf(w, `update logins set state = 'approved' where tenant_id = 1 and id = $1`, [s.asked.reference_id])
    expect((await s.poll()).token).not.toBe('')
    expect(await s.sessions()).toBe(2)
  })
})

describe('3. handing out the session approved for one browser', () => {
  async function script(thief: Browser) {
    await s.approve()
    return refusalOf(s.poll(thief))
  }

  test('is refused if the browser that asks has no cookie', async () => {
    expect(await script(newBrowser(w))).toBe('login_expired')
    expect(await s.sessions()).toBe(0)
  })

  test('to a browser that asked for another account is refused', async () => {
    const thief = newBrowser(w)
    await knock(thief, await addAccount(w, 'nord'))
    expect(await script(thief)).toBe('login_expired')
    expect(await s.sessions()).toBe(0)
  })

  test('to another browser that asked for the same account is refused, and that browser’s own request still waits for approval', async () => {
    const thief = newBrowser(w)
    const theirs = await knock(thief, s.person)
    expect(await script(thief)).toBe('login_expired')
    expect((await s.poll(thief, theirs)).token).toBe('')
    expect(await s.sessions()).toBe(0)
  })

  test('control: succeeds for a browser with the cookie of the asking browser', async () => {
    const thief = newBrowser(w)
    Object.assign(thief.headers, { cookie: s.browser.headers.cookie })
    expect(await script(thief)).toBeUndefined()
    expect(await s.sessions()).toBe(1)
  })
})

describe('4. twenty simultaneous polls of an approved sign-in', () => {
  async function script() {
    await s.approve()
    return tally(20, () => s.poll())
  }

  test('open one session in all', async () => {
    expect(await script()).toEqual({ done: 1, login_expired: 19 })
    expect(await s.sessions()).toBe(1)
  })

  test('control: open twenty sessions if an approval can be used several times', async () => {
    await s.approve()
    const thaw = await freeze(w, 'logins', ['state'])
    expect(await tally(20, () => s.poll())).toEqual({ done: 20 })
    await thaw()
    expect(await s.sessions()).toBe(20)
  })
})
