// On paper a report's list has all its rows, not only the page on the screen. Before printing, each list in the report reads its other pages.
import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { ask, type Input } from '../base/api.ts'
import { type ListName, type Row, rowsOf, sizeField } from '../base/list-state.ts'

const PAGE = 100
/** The most rows that are printed, about sixty sheets. For a longer list the paper says that rows are missing, and how to export them. */
const ROWS_MAX = 2_000

export type Preparation = { prepare: () => Promise<void>; done: () => void }
/** The work that the lists of a report must finish before the report is printed. */
export const Preparations = createContext<Set<Preparation> | undefined>(undefined)

/** Prints the page once all lists on it have read their rows; afterwards each list shows one page of rows again. */
export async function printAll(preparations: ReadonlySet<Preparation>): Promise<void> {
  const all = [...preparations]
  try {
    await Promise.all(all.map(({ prepare }) => prepare()))
    const closed = new Promise((resolve) => addEventListener('afterprint', resolve, { once: true }))
    window.print()
    await closed
  } finally {
    for (const { done } of all) done()
  }
}

/** While the report of this list is being printed, returns all rows that match the filters; otherwise undefined. */
export function useRowsToPrint<N extends ListName>(call: N, input: Input<N>, rowKey: (row: Row<N>) => string): Row<N>[] | undefined {
  const preparations = useContext(Preparations)
  const [rows, setRows] = useState<Row<N>[]>()
  const prepare = useEffectEvent(async () => {
    const all = await everyRow(call, input, rowKey)
    flushSync(() => setRows(all))
  })
  useEffect(() => {
    if (!preparations) return
    const preparation = { prepare: () => prepare(), done: () => setRows(undefined) }
    preparations.add(preparation)
    return () => void preparations.delete(preparation)
  }, [preparations])
  return rows
}

/** Reads every page. A row added meanwhile may push another row to the next page; that row is then read twice but kept once. */
async function everyRow<N extends ListName>(call: N, input: Input<N>, rowKey: (row: Row<N>) => string): Promise<Row<N>[]> {
  const found = new Map<string, Row<N>>()
  for (let page = 0; page * PAGE < ROWS_MAX; page++) {
    const rows = rowsOf(await ask(call, { ...input, page, [sizeField(call)]: PAGE } as Input<N>))
    for (const row of rows) found.set(rowKey(row), row)
    if (rows.length < PAGE) break
  }
  return [...found.values()]
}
