// Decides what a press of Enter means. It compares the times at which keys were pressed, because a busy till handles a press later, and a press that waits for
// a sale (TypeAhead.tsx) much later.

/** Some scanners end a code with two Enters. The second Enter comes within this time, in which no person who scans presses a key. */
const SCAN_MS = 250
/** A worn key may send two Enters within this time, which is too short for a person to press a key twice. */
const BOUNCE_MS = 40

/** The last Enter, as a new object for each press; `at_ms`: its `Event.timeStamp`. */
let last: { at_ms: number } | undefined
/** The last Enter that has had its effect, and the time within which a further Enter counts as part of the same press. */
let spent: { enter: typeof last; within_ms: number } | undefined

/** Starts recording each press of Enter; returns a function that ends the recording. */
export function watchEnters(): () => void {
  const note = (event: KeyboardEvent) => {
    if (event.key === 'Enter') last = { at_ms: event.timeStamp }
  }
  addEventListener('keydown', note, true)
  return () => removeEventListener('keydown', note, true)
}

/** Records that the last Enter has had its effect: it chose a card, perhaps at the end of a scan, or led to a question. */
export function spendEnter(isScanned = false) {
  spent = { enter: last, within_ms: isScanned ? SCAN_MS : BOUNCE_MS }
}

/** Whether Enter was pressed since the last Enter that had an effect. If not, the user has clicked. */
export const isNewEnter = (): boolean => last !== spent?.enter

/** Whether the last Enter only repeats the one that had an effect: it is the second Enter of a scan, or the key bounced. */
export const isSpent = (): boolean => isNewEnter() && last !== undefined && spent?.enter !== undefined && last.at_ms - spent.enter.at_ms < spent.within_ms
