// What was typed into the grid, and the way back step by step. Typing on in one cell is one step.
import { useState } from 'react'
import { useUnsaved } from '../../kit/unsaved.ts'
import type { Typed } from './grid.ts'

type Step = { typed: Typed; cell: string }

export function useGrid() {
  const [typed, setTyped] = useState<Typed>({})
  const [steps, setSteps] = useState<readonly Step[]>([])
  useUnsaved(Object.keys(typed).length > 0)
  function change(texts: Record<string, string>, cell: string) {
    if (steps.at(-1)?.cell !== cell) setSteps([...steps, { typed, cell }])
    setTyped({ ...typed, ...texts })
  }
  function undo() {
    const last = steps.at(-1)
    if (!last) return
    setTyped(last.typed)
    setSteps(steps.slice(0, -1))
  }
  function restore(cell: string) {
    const { [cell]: _, ...rest } = typed
    setTyped(rest)
  }
  function clear() {
    setTyped({})
    setSteps([])
  }
  return { typed, change, undo, restore, clear }
}
