// Calls that are made one after the other: those of a bulk action, or those that undo it. After a refused call the next calls are still made. After a lost
// answer they are not made, because they would probably get no answer either.
import { CallError } from '../../../contract/kit/client.ts'
import type { CallName, Input, Output } from '../base/api.ts'

/** `label` names the row or rows of the call, if the call is refused. `heard` gets the call's answer. */
export type Step = { call: CallName; input: Input<CallName>; label: string; heard: (said: never) => void }

export const step = <N extends CallName>(call: N, input: Input<N>, label = '', heard: (said: Output<N>) => void = () => undefined): Step => ({
  ...{ call, label, heard },
  input: input as Input<CallName>,
})

type Refused = { step: Step; error: CallError }

/**
 * `left`: the calls not yet made. If an answer was lost (`broken` is its error), the first of them may have been made. `lost`: how many answers were lost, also
 * of calls that were made again since.
 */
export type Run = { all: number; left: readonly Step[]; refused: readonly Refused[]; broken: unknown; lost: number }

export const beginning = (steps: readonly Step[]): Run => ({ all: steps.length, left: steps, refused: [], broken: undefined, lost: 0 })

/** The run to begin when the user tries again: refused calls come first. */
export const again = ({ all, left, refused, lost }: Run): Run => ({ ...beginning([...refused.map(({ step }) => step), ...left]), all, lost })

export const isOver = ({ left, refused }: Run) => left.length === 0 && refused.length === 0

type Send = (step: Step) => Promise<Output<CallName>>
type Listeners = { heard?: ((said: Output<CallName>) => void) | undefined; tell: (run: Run) => void }

/** Makes the calls that are left. Each call must be harmless if it is made twice, because a call without an answer is made again. */
export async function runSteps(run: Run, send: Send, { heard, tell }: Listeners): Promise<Run> {
  let now = run
  for (const next of run.left) {
    try {
      const said = await send(next)
      next.heard(said as never)
      heard?.(said)
      now = { ...now, left: now.left.slice(1) }
    } catch (error) {
      if (!(error instanceof CallError)) return { ...now, broken: error, lost: now.lost + 1 }
      now = { ...now, left: now.left.slice(1), refused: [...now.refused, { step: next, error }] }
    }
    tell(now)
  }
  return now
}
