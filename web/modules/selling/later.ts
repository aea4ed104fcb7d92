// Parts of the till that its first paint does not need. They are fetched as soon as it stands, again and again until they are here: what waits for one,
// a slip for instance, comes when it has come. Nothing of the sale itself is among them.
import { useSyncExternalStore } from 'react'

const fetchAll = async () => {
  const [{ TillDialogs }, { FavouriteTools }, { BulkFile }, { SlipPrinter }] = await Promise.all([
    import('./TillDialogs.tsx'),
    import('./FavouriteTools.tsx'),
    import('./BulkFile.tsx'),
    import('./SlipPrinter.tsx'),
  ])
  return { TillDialogs, FavouriteTools, BulkFile, SlipPrinter }
}
type Parts = Awaited<ReturnType<typeof fetchAll>>

const AGAIN_MS = 5_000

let parts: Partial<Parts> = {}
const listeners = new Set<() => void>()

export async function fetchLater() {
  try {
    parts = await fetchAll()
    for (const listener of listeners) listener()
  } catch {
    setTimeout(fetchLater, AGAIN_MS)
  }
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Those that are here. */
export const useLater = (): Partial<Parts> => useSyncExternalStore(subscribe, () => parts)
