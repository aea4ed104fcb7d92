// Decides what a press of Enter means. Presses are compared by the time at which they were made, because a busy till handles a press later, and a press that
// waits for a sale (TypeAhead.tsx) much later.

/** Some scanners end a code with two Enters: the second one comes within this time, in which no person who scans presses a key. */
const SCAN_MS = 250
/** A worn key may send two Enters within this time, which is too short for a person to press the key twice. */
const BOUNCE_MS = 40

/** The last Enter, as an object of its own for each press; `at_ms`: its `Event.timeStamp`. */
let last: { at_ms: number } | undefined
/** The last Enter that has had its effect ("spent"), and the time within which a further Enter counts as part of the same press. */
let spent: { enter: typeof last; within_ms: number } | undefined

/** Notes each press of Enter from now on; returns a function that ends this. */
export function watchEnters(): () => void {
  const note = (event: KeyboardEvent) => {
    if (event.key === 'Enter') last = { at_ms: event.timeStamp }
  }
  addEventListener('keydown', note, true)
  return () => removeEventListener('keydown', note, true)
}

/** Notes that the last Enter has had its effect: it chose a card, perhaps at the end of a scan, or led to a question. */
export function spendEnter(isScanned = false) {
  spent = { enter: last, within_ms: isScanned ? SCAN_MS : BOUNCE_MS }
}

/** Whether Enter was pressed since the last one that had an effect; if not, the user has clicked. */
export const isNewEnter = (): boolean => last !== spent?.enter

/** Whether the last Enter only repeats the one that had an effect: it is the second of a scan, or the key bounced. */
export const isSpent = (): boolean => isNewEnter() && last !== undefined && spent?.enter !== undefined && last.at_ms - spent.enter.at_ms < spent.within_ms
