// The edits in a grid, with undo. Typing in one cell without interruption is one step; Escape restores the saved text as a step of its own.
import { useReducer } from 'react'
import { useUnsaved } from '../../../kit/form/unsaved-input.ts'
import type { Typed } from './grid.ts'

type Step = { typed: Typed; cell: string }
type State = { typed: Typed; steps: readonly Step[] }
type Act = { type: 'change'; texts: Record<string, string>; cell: string } | { type: 'undo' } | { type: 'restore'; cell: string } | { type: 'clear' }

const empty: State = { typed: {}, steps: [] }

export function gridAfter(state: State, act: Act): State {
  const { typed, steps } = state
  if (act.type === 'clear') return empty
  if (act.type === 'undo') return { typed: steps.at(-1)?.typed ?? typed, steps: steps.slice(0, -1) }
  if (act.type === 'restore') {
    if (!(act.cell in typed)) return state
    const { [act.cell]: _, ...rest } = typed
    return { typed: rest, steps: [...steps, { typed, cell: `restored ${act.cell}` }] }
  }
  return { typed: { ...typed, ...act.texts }, steps: steps.at(-1)?.cell === act.cell ? steps : [...steps, { typed, cell: act.cell }] }
}

export function useGrid() {
  const [{ typed, steps }, act] = useReducer(gridAfter, empty)
  const forget = useUnsaved(Object.keys(typed).length > 0)
  return {
    typed,
    canUndo: steps.length > 0,
    change: (texts: Record<string, string>, cell: string) => act({ type: 'change', texts, cell }),
    undo: () => act({ type: 'undo' }),
    restore: (cell: string) => act({ type: 'restore', cell }),
    clear: () => act({ type: 'clear' }),
    /** Must be called between saving and leaving the page, so that the user is not asked about unsaved input. */
    forget,
  }
}
