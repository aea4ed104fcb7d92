// Sends top-ups and follows each until its outcome is certain. A request without an answer is repeated with the same key, which makes it the same top-up. A
// top-up that the server has received is polled. After a reload, a key without an answer is settled, so that a top-up that never arrived is never sold.
import { CallError } from '../../../../contract/kit/client.ts'
import { steps, type TopUp } from '../../../../contract/till/top-ups.ts'
import { ask, type Input } from '../../../kit/base/api.ts'
import { isRefusal } from '../../../kit/form/use-transaction-key.ts'
import { forgetTopUp, rememberTopUp } from './open-top-ups.ts'

/**
 * `checking`: the outcome is unknown. `known`: `top_up` has the outcome. `not_sent`: the top-up never arrived and can no longer be made; `refusal`: the
 * reason, if there was one.
 */
export type Followed = { key: string; label: string; state: 'checking' | 'not_sent' | 'known'; top_up?: TopUp; refusal?: unknown }

/** Receives the outcomes and shows them. `moved`: called when money may have left the balance or come back. */
export type Board = {
  put: (one: Followed) => void
  putUnlessShown: (one: Followed) => void
  drop: (key: string) => void
  moved: () => void
  onKnown: (top_up: TopUp) => void
}

type Sent = Input<'dtOne'> & { transaction_key: string }

const ANSWER_MS = 25_000
/** The longest time that the screen waits for a slow operator; then the next customer can be served. */
const WAIT_MS = 2_500
const SEND_AGAIN_MS = [2_000, 5_000, 10_000, 20_000, 40_000]
const ASK_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]
const RARELY_MS = 60_000

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

/** Makes the follower. `over` returns a signal that is aborted when the screen is closed. */
export function topUpFollower(user_id: string, board: Board, over: () => AbortSignal) {
  const signal = () => AbortSignal.any([over(), AbortSignal.timeout(ANSWER_MS)])

  /**
   * Sends a top-up; throws if it is refused. Resolves when the outcome is known or WAIT_MS have passed; a refusal after that is shown with the other results.
   */
  async function send(input: Sent, label: string): Promise<void> {
    const { transaction_key: key } = input
    rememberTopUp(user_id, { transaction_key: key, label, sent_at: Date.now() })
    let isLate = false
    const ending = ask('dtOne', input, signal()).then(
      (answer) => answered(key, label, answer),
      (error: unknown) => {
        if (!isRefusal(error)) return void again(input, label)
        forgetTopUp(user_id, key)
        if (!isLate) throw error
        board.put({ key, label, state: 'not_sent', refusal: error })
      },
    )
    const late = pause(WAIT_MS).then(() => {
      isLate = true
    })
    await Promise.race([ending, late])
    if (!isLate) return
    board.moved()
    board.putUnlessShown({ key, label, state: 'checking' })
  }

  function answered(key: string, label: string, { top_up }: { top_up: TopUp | null }) {
    forgetTopUp(user_id, key)
    if (top_up?.state === 'pending') void follow(key, label, top_up)
    else if (top_up) ended(key, label, top_up)
  }

  function ended(key: string, label: string, top_up: TopUp) {
    board.put({ key, label, state: 'known', top_up })
    board.moved()
    board.onKnown(top_up)
  }

  /** Polls a top-up that has reached the server, until its outcome is known. */
  async function follow(key: string, label: string, top_up: TopUp) {
    board.put({ key, label, state: 'checking', top_up })
    board.moved()
    for (let i = 0; !over().aborted; i++) {
      await pause(ASK_MS[i] ?? RARELY_MS)
      if (over().aborted) return
      const answer = await ask('dtOne', { configuration: steps.status, top_up_id: top_up.top_up_id }, signal()).catch(() => undefined)
      if (answer?.top_up && answer.top_up.state !== 'pending') return ended(key, label, answer.top_up)
    }
  }

  async function again(input: Sent, label: string) {
    const { transaction_key: key } = input
    board.put({ key, label, state: 'checking' })
    for (const ms of SEND_AGAIN_MS) {
      await pause(ms)
      if (over().aborted) return
      try {
        return answered(key, label, await ask('dtOne', input, signal()))
      } catch (error) {
        // This refusal does not tell the outcome of the first request, so the top-up is settled.
        if (isRefusal(error)) break
      }
    }
    await settle(key, label)
  }

  async function settle(key: string, label: string) {
    board.put({ key, label, state: 'checking' })
    for (let i = 0; !over().aborted; i++) {
      const outcome = await outcomeOf(key, signal())
      if (outcome) {
        forgetTopUp(user_id, key)
        board.moved()
        return outcome === 'not_sold' ? board.put({ key, label, state: 'not_sent' }) : board.drop(key)
      }
      await pause(SEND_AGAIN_MS[i] ?? RARELY_MS)
    }
  }

  return { send, follow, settle }
}

/** Settles a key and returns the outcome of its top-up; undefined if no answer came. */
const outcomeOf = (transaction_key: string, signal: AbortSignal) =>
  ask('saleSettle', { transaction_key }, signal).then(
    (answer) => answer.outcome,
    // With this error the server says that money is held for the top-up, so it has received the top-up.
    (error) => (error instanceof CallError && error.code === 'in_progress' ? 'held' : undefined),
  )
