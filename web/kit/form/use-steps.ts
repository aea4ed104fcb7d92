// The state of calls that are made one after the other; what `refresh` names is read again after them, also after a failure.
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { ask, type CallName, type Output, readAgain } from '../base/api.ts'
import { again, beginning, isOver, type Run, runSteps, type Step } from './steps.ts'

type Options = {
  refresh: readonly CallName[]
  heard?: (said: Output<CallName>) => void
  /** Called when every call was made and none was refused. */
  done?: (run: Run) => void
}

export function useSteps(options: Options) {
  const cache = useQueryClient()
  const [run, setRun] = useState<Run>(() => beginning([]))
  const [isBusy, setBusy] = useState(false)
  async function go(from: Run) {
    setBusy(true)
    setRun(from)
    const after = await runSteps(from, ({ call, input }) => ask(call, input), { heard: options.heard, tell: setRun })
    setRun(after)
    setBusy(false)
    readAgain(cache, options.refresh)
    if (isOver(after)) options.done?.(after)
  }
  return { run, isBusy, reset: () => setRun(beginning([])), begin: (steps: readonly Step[]) => go(beginning(steps)), again: () => go(again(run)) }
}
