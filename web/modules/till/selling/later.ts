// Parts of the till that its first paint does not need. They are loaded once the till is drawn, and retried until they arrive; a feature that needs one, such
// as printing a slip, waits for it. Selling itself needs none of them.
import { useSyncExternalStore } from 'react'
import { loadContract } from '../../../kit/base/contract.ts'
import { withArea } from '../../../kit/base/language.tsx'

const fetchAll = async () => {
  const [{ TillDialogs }, { offerParts }, { BulkFile }, { SlipPrinter }, { ShiftMark }, { TillSenses }, { counter }] = await Promise.all([
    import('./TillDialogs.tsx'),
    import('./offer-parts.ts'),
    import('./BulkFile.tsx'),
    withArea('printers', import('./SlipPrinter.tsx')),
    import('./ShiftMark.tsx'),
    import('./TillSenses.tsx'),
    withArea('counter', import('./counter.ts')),
    // The list of the last sales needs this area, and closing a shift needs its texts.
    withArea('pages', loadContract()),
  ])
  return { TillDialogs, ...offerParts, BulkFile, SlipPrinter, ShiftMark, TillSenses, ...counter }
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

/** The parts loaded so far. */
export const useLater = (): Partial<Parts> => useSyncExternalStore(subscribe, () => parts)
