// Rows chosen on one or more pages of a list, for an action on all of them at once.
import { useState } from 'react'
import { ask, type Input } from '../base/api.ts'
import { type ListName, type Row, rowsOf, sizeField } from '../base/list-state.ts'

const PAGE = 100

export type Picked = { ids: readonly string[]; has: (id: string) => boolean; toggle: (id: string) => void; clear: () => void }

/** The state of the chosen rows. `all` reads every page of the list, so that the rows of all pages are chosen. */
export function usePicked<N extends ListName>(call: N, input: Input<N>, rowKey: (row: Row<N>) => string) {
  const [ids, setIds] = useState<readonly string[]>([])
  const [isAsking, setAsking] = useState(false)
  async function all() {
    setAsking(true)
    try {
      const found: string[] = []
      for (let page = 0; ; page++) {
        const rows = rowsOf(await ask(call, { ...input, page, [sizeField(call)]: PAGE } as Input<N>))
        found.push(...rows.map(rowKey))
        if (rows.length < PAGE) break
      }
      setIds([...new Set(found)])
    } finally {
      setAsking(false)
    }
  }
  const toggle = (id: string) => setIds((before) => (before.includes(id) ? before.filter((one) => one !== id) : [...before, id]))
  return { ids, has: (id: string) => ids.includes(id), toggle, clear: () => setIds([]), all, isAsking }
}
