// The state of calls that are made one after the other. After the last call, even a failed one, the data of the calls in `refresh` is read again.
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ask, type CallName, type Output, readAgain } from '../base/api.ts'
import { again, beginning, isOver, type Run, runSteps, type Step } from './steps.ts'
import { offerUndo } from './undo.ts'

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

/** `closed` is called when the dialog of the action closes, `done` when the whole action is done. */
type Undoable = { refresh: readonly CallName[]; closed: () => void; done: () => void }

/** A bulk action that can be undone: for each call made, `undoBy` adds the call that undoes it. When the action's dialog closes, undoing is offered. */
export function useUndoableSteps({ refresh, closed, done }: Undoable) {
  const back = useRef<Step[]>([])
  const { reset, ...calls } = useSteps({
    refresh,
    done(after) {
      close(after)
      done()
    },
  })
  function close({ lost }: Run) {
    if (back.current.length > 0) offerUndo({ steps: back.current, rows: back.current.length, unsure: lost, refresh })
    closed()
  }
  return {
    ...calls,
    undoBy: (step: Step) => void back.current.push(step),
    close: () => close(calls.run),
    reset() {
      back.current = []
      reset()
    },
  }
}
