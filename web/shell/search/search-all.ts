// Searches several lists for a text, one after the other, and shows the results of each as soon as it answers. A list that fails or takes too long is left out,
// and the palette says that something could not be searched.
import type { Item } from './palette.ts'

/** A list to be searched. `ask` need not stop when its signal is aborted, because its answer is then ignored. */
export type Source = { name: string; ask: (signal: AbortSignal) => Promise<readonly Item[]> }
export type SearchResults = { groups: readonly { name: string; items: readonly Item[] }[]; isDone: boolean; hasFailed: boolean }

export const nothingYet: SearchResults = { groups: [], isDone: false, hasFailed: false }

/** How long each source may take to answer. */
const DEADLINE_MS = 4_000

/**
 * Searches all sources. `signal` ends the search: after that nothing is shown or requested, so an answer to an older text never replaces an answer to a newer
 * one.
 */
export async function searchAll(
  sources: readonly Source[],
  show: (found: SearchResults) => void,
  signal: AbortSignal,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  let found = nothingYet
  for (const { name, ask } of sources) {
    const items = await inTime(ask, signal, deadlineMs)
    if (signal.aborted) return
    found = items ? { ...found, groups: [...found.groups, { name, items }] } : { ...found, hasFailed: true }
    show(found)
  }
  show({ ...found, isDone: true })
}

/** Returns the results of a source; undefined if it failed, was too slow, or the search has been ended. */
async function inTime(ask: Source['ask'], signal: AbortSignal, deadlineMs: number) {
  const until = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)])
  const over = new Promise<undefined>((end) => until.addEventListener('abort', () => end(undefined)))
  try {
    return await Promise.race([ask(until), over])
  } catch {
    return undefined
  }
}
