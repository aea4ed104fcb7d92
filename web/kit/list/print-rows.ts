// On paper a list has all its rows, not only the page on the screen: before printing, each list on a report reads its other pages.
import { createContext, useContext, useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import { ask, type Input } from '../base/api.ts'
import { type ListName, type Row, rowsOf, sizeField } from '../base/list-state.ts'

const PAGE = 100
/** The most rows that are printed, some sixty sheets. For a longer list the paper says that rows are missing, and how to export it. */
const ROWS_MAX = 2_000

export type Preparation = { prepare: () => Promise<void>; done: () => void }
/** The work that must be finished before the report that contains these lists is printed. */
export const Preparations = createContext<Set<Preparation> | undefined>(undefined)

/** Prints the page once all of its lists have read their rows; afterwards they show one page of rows again. */
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

/** Returns all rows that match the filters while the report that contains the list is being printed; undefined otherwise. */
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

/** Reads every page. A new row may push another row to the next page in between; the row that is then read twice is kept once. */
async function everyRow<N extends ListName>(call: N, input: Input<N>, rowKey: (row: Row<N>) => string): Promise<Row<N>[]> {
  const found = new Map<string, Row<N>>()
  for (let page = 0; page * PAGE < ROWS_MAX; page++) {
    const rows = rowsOf(await ask(call, { ...input, page, [sizeField(call)]: PAGE } as Input<N>))
    for (const row of rows) found.set(rowKey(row), row)
    if (rows.length < PAGE) break
  }
  return [...found.values()]
}
