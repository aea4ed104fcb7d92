// Which press of Enter means what. Presses are compared by the time at which they were made: a busy till handles one later, and one that waits for a sale
// (TypeAhead.tsx) much later.

/** Some scanners end a code with two Enters: the second follows within this time, and nobody who scans presses a key so soon. */
const SCAN_MS = 250
/** A worn key may send two Enters within this time; no finger does. */
const BOUNCE_MS = 40

/** The last Enter, as an object of its own for each press; `at_ms`: its `Event.timeStamp`. */
let last: { at_ms: number } | undefined
/** The last Enter that was spent, and the time within which a further one belongs to it. */
let spent: { enter: typeof last; within_ms: number } | undefined

/** Notes each Enter from now on; returns how to end that. */
export function watchEnters(): () => void {
  const note = (event: KeyboardEvent) => {
    if (event.key === 'Enter') last = { at_ms: event.timeStamp }
  }
  addEventListener('keydown', note, true)
  return () => removeEventListener('keydown', note, true)
}

/** Notes that the last Enter chose a card, perhaps at the end of a scan, or raised a question. */
export function spendEnter(isScanned = false) {
  spent = { enter: last, within_ms: isScanned ? SCAN_MS : BOUNCE_MS }
}

/** Whether Enter was pressed since one was spent; otherwise it was a click. */
export const isNewEnter = (): boolean => last !== spent?.enter

/** Whether the last Enter belongs to the spent one: the second of a scan, or a bouncing key. */
export const isSpent = (): boolean => isNewEnter() && last !== undefined && spent?.enter !== undefined && last.at_ms - spent.enter.at_ms < spent.within_ms
