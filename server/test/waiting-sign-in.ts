// A sign-in on an unknown device that waits for approval, and the actions of its browser and the managers.
import type { SignIn } from '../../contract/people/auth.ts'
import { addAccount, knock, newBrowser, sessionsOf } from './door.ts'
import type { Person, World } from './world.ts'

export type Waiting = Awaited<ReturnType<typeof waitingSignIn>>

/** Begins a sign-in of a new member of `of`’s organisation; `manager` decides unless another person is named. */
export async function waitingSignIn(w: World, manager: Person, of = 'nord', columns: Record<string, unknown> = {}) {
  const person = await addAccount(w, of, { ...columns, login_approval: true })
  const browser = newBrowser(w)
  const asked = await knock(browser, person)
  const { reference_id, approval_number } = asked
  const guess = (number: string, by = manager, id = reference_id) => by.calls.loginRequestDecide({ reference_id: id, action: 'approve', number })
  return {
    person,
    browser,
    asked,
    guess,
    /** Asks, as the waiting browser does, whether the sign-in is approved; the first answer after the approval opens the session. */
    poll: (at = browser, { reference_id: id, reference }: Pick<SignIn, 'reference_id' | 'reference'> = asked) =>
      at.calls.approvalCheck({ reference_id: id, reference }),
    approve: (by = manager, id = reference_id) => guess(approval_number, by, id),
    wrongNumber: approval_number === '10' ? '11' : '10',
    /** Returns how many sessions the user has ever had. */
    sessions: () => sessionsOf(w, person),
  }
}
