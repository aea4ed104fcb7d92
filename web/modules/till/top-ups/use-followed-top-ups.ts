// Follows top-ups until their outcome is certain, while the next customer is served. A request without an answer is repeated under the same key, which is the
// same top-up; one that the server has is polled. After a reload, keys without an answer are settled: a top-up that never arrived is never sold.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { CallError } from '../../../../contract/kit/client.ts'
import { steps, type TopUp } from '../../../../contract/till/top-ups.ts'
import { ask, type CallName, type Input } from '../../../kit/base/api.ts'
import { isRefusal } from '../../../kit/form/use-transaction-key.ts'
import { forgetTopUp, openTopUps, rememberTopUp } from './open-top-ups.ts'

/** `checking`: outcome unknown. `not_sent`: it never arrived, and never will; `refusal`: the reason, if there was one. */
export type Followed = { key: string; label: string; state: 'checking' | 'not_sent' | 'known'; top_up?: TopUp; refusal?: unknown }

const ANSWER_MS = 25_000
/** Nobody waits at the counter longer than this for a slow operator. */
const WAIT_MS = 2_500
const SEND_AGAIN_MS = [2_000, 5_000, 10_000, 20_000, 40_000]
const ASK_MS = [2_000, 3_000, 5_000, 8_000, 13_000, 20_000]
const RARELY_MS = 60_000
const moved: readonly CallName[] = ['topUps', 'balance', 'salesList', 'authCheck']

const pause = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))

export function useFollowing(user_id: string, onKnown: (top_up: TopUp) => void) {
  const [followed, setFollowed] = useState<readonly Followed[]>([])
  const cache = useQueryClient()
  const over = useRef(new AbortController())
  const known = useRef(onKnown)
  known.current = onKnown

  const put = (one: Followed) =>
    setFollowed((all) => (all.some(({ key }) => key === one.key) ? all.map((each) => (each.key === one.key ? one : each)) : [...all, one]))
  const drop = (key: string) => setFollowed((all) => all.filter((one) => one.key !== key))
  const signal = () => AbortSignal.any([over.current.signal, AbortSignal.timeout(ANSWER_MS)])

  /** The money a top-up holds leaves the balance before its outcome is known. */
  function refresh() {
    for (const name of moved) void cache.invalidateQueries({ queryKey: [name] })
  }

  function ended(key: string, label: string, top_up: TopUp) {
    put({ key, label, state: 'known', top_up })
    refresh()
    known.current(top_up)
  }

  /** Polls a top-up that the server has until its outcome is known. */
  async function follow(key: string, label: string, top_up: TopUp) {
    put({ key, label, state: 'checking', top_up })
    refresh()
    for (let i = 0; !over.current.signal.aborted; i++) {
      await pause(ASK_MS[i] ?? RARELY_MS)
      if (over.current.signal.aborted) return
      const answer = await ask('dtOne', { configuration: steps.status, top_up_id: top_up.top_up_id }, signal()).catch(() => undefined)
      if (answer?.top_up && answer.top_up.state !== 'pending') return ended(key, label, answer.top_up)
    }
  }

  /** Sends, and throws its refusal. Resolves as soon as nobody has to wait any more; a later refusal is shown with the other results. */
  async function send(input: Input<'dtOne'> & { transaction_key: string }, label: string): Promise<void> {
    const { transaction_key: key } = input
    rememberTopUp(user_id, { transaction_key: key, label, sent_at: Date.now() })
    let isLate = false
    const ending = ask('dtOne', input, signal()).then(
      (answer) => answered(key, label, answer),
      (error: unknown) => {
        if (!isRefusal(error)) return void again(input, label)
        forgetTopUp(user_id, key)
        if (!isLate) throw error
        put({ key, label, state: 'not_sent', refusal: error })
      },
    )
    const late = pause(WAIT_MS).then(() => {
      isLate = true
    })
    await Promise.race([ending, late])
    if (isLate) refresh()
    if (isLate) setFollowed((all) => (all.some((one) => one.key === key) ? all : [...all, { key, label, state: 'checking' }]))
  }

  function answered(key: string, label: string, { top_up }: { top_up: TopUp | null }) {
    forgetTopUp(user_id, key)
    if (top_up?.state === 'pending') void follow(key, label, top_up)
    else if (top_up) ended(key, label, top_up)
  }

  async function again(input: Input<'dtOne'> & { transaction_key: string }, label: string) {
    const { transaction_key: key } = input
    put({ key, label, state: 'checking' })
    for (const ms of SEND_AGAIN_MS) {
      await pause(ms)
      if (over.current.signal.aborted) return
      try {
        return answered(key, label, await ask('dtOne', input, signal()))
      } catch (error) {
        // A refusal now does not tell the outcome of the first request; settling does.
        if (isRefusal(error)) break
      }
    }
    await settle(key, label)
  }

  async function settle(key: string, label: string) {
    put({ key, label, state: 'checking' })
    for (let i = 0; !over.current.signal.aborted; i++) {
      const outcome = await ask('saleSettle', { transaction_key: key }, signal()).then(
        (answer) => answer.outcome,
        // The top-up's money is held, so the server has it.
        (error) => (error instanceof CallError && error.code === 'in_progress' ? 'held' : undefined),
      )
      if (outcome) {
        forgetTopUp(user_id, key)
        refresh()
        return outcome === 'not_sold' ? put({ key, label, state: 'not_sent' }) : drop(key)
      }
      await pause(SEND_AGAIN_MS[i] ?? RARELY_MS)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, when the screen opens
  useEffect(() => {
    const controller = new AbortController()
    over.current = controller
    for (const { transaction_key, label } of openTopUps(user_id)) void settle(transaction_key, label)
    ask('topUps', { filters: { state: 'pending' } }, controller.signal).then(
      ({ content }) => {
        for (const top_up of content) void follow(top_up.top_up_id, `${top_up.product_name} · …${top_up.mobile_number.slice(-3)}`, top_up)
      },
      () => undefined,
    )
    return () => controller.abort()
  }, [])

  return { followed, send, drop }
}
