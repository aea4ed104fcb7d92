// Waits for a manager's decision: asks the server every three seconds, and after two minutes every ten seconds.
import { useEffect, useEffectEvent, useState } from 'react'
import { CallError } from '../../../../contract/kit/client.ts'
import type { SignIn } from '../../../../contract/people/auth.ts'
import { type StepProps, steps } from './step-calls.ts'

const SOON_MS = 3_000
const SOON_FOR_MS = 2 * 60_000
const LATER_MS = 10_000

export type Waiting = 'waiting' | 'no_answer' | { refused: string }

export function useApproval({ reference_id, reference }: SignIn, { arrived, over }: Pick<StepProps, 'arrived' | 'over'>): Waiting {
  const [state, setState] = useState<Waiting>('waiting')

  /** Asks the server once, and returns whether the request was decided. */
  const ask = useEffectEvent(async (signal: AbortSignal) => {
    try {
      const at = await steps.approvalCheck({ reference_id, reference }, { signal })
      setState('waiting')
      if (at.next_step === 'approval') return false
      arrived(at)
      return true
    } catch (error) {
      if (signal.aborted) return true
      if (!(error instanceof CallError)) setState('no_answer')
      else if (error.code === 'approval_refused') setState({ refused: String(error.detail.reason ?? '') })
      else if (error.code === 'login_expired') over('login_expired')
      return error instanceof CallError && ['approval_refused', 'login_expired'].includes(error.code)
    }
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: another request starts the wait anew
  useEffect(() => {
    const began = Date.now()
    const left = new AbortController()
    let timer = setTimeout(look, SOON_MS)
    async function look() {
      if (await ask(left.signal)) return
      timer = setTimeout(look, Date.now() - began < SOON_FOR_MS ? SOON_MS : LATER_MS)
    }
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [reference_id])

  return state
}
