// The fault matrix as data: the faults between us and a supplier, and the points at which our own process may die.
import type { FaultKind } from '../../simulators/kit/faults.ts'

export const FAULTS = [
  ...(['nothing', 'time-out before it booked', 'time-out after it booked', '500 before it booked', '500 after it booked', 'connection cut'] as const),
  ...(['garbage', '429', 'duplicate reference', 'balance empty', 'expired confirmation', 'late success after refusal'] as const),
  ...(['callback twice', 'callback before the answer', 'callback with other amount'] as const),
]
export type Fault = (typeof FAULTS)[number]

/** Faults of the connection or of the supplier's server on one request. `true`: the supplier carries the request out in spite of the fault. */
export const WIRE: Readonly<Partial<Record<Fault, readonly [FaultKind, boolean]>>> = {
  'time-out before it booked': ['hang', false],
  'time-out after it booked': ['hang', true],
  '500 before it booked': ['status_500', false],
  '500 after it booked': ['status_500', true],
  'connection cut': ['cut', true],
  garbage: ['garbage', true],
  '429': ['status_429', false],
}

/** The points at which a process may stop for ever. Other processes then know only what it has stored in the database. */
export const DEATHS = [
  ...(['never', 'before it sends', 'when it wrote down that it sends', 'after it sent', 'after the answer', 'before it posts', 'after it posted'] as const),
]
export type Death = (typeof DEATHS)[number]

/** The points of death to be tried with a fault. A process that stops before it sends meets no fault, so those points are tried only without a fault. */
export const deathsOf = (fault: Fault): readonly Death[] =>
  fault === 'nothing' ? DEATHS : DEATHS.filter((death) => death !== 'before it sends' && death !== 'when it wrote down that it sends')

type Lacks = Readonly<Partial<Record<Fault, string>>>

/** Reasons why a fault cannot happen at a supplier, by the name of the fault. Each cell is either run or left out for such a reason. */
const SILENT: Lacks = {
  'callback twice': 'it tells us nothing on its own',
  'callback before the answer': 'it tells us nothing on its own',
  'callback with other amount': 'it tells us nothing on its own',
}
const ONE_STEP: Lacks = { ...SILENT, 'expired confirmation': 'it is asked once: nothing waits for a confirmation' }
const AT_ONCE: Lacks = { ...ONE_STEP, 'late success after refusal': 'it delivers in its first answer: what it refused has no order there' }
export const lacks = {
  two_steps_taken_down: {
    'late success after refusal': 'what was only taken down cannot succeed: played where it is confirmed',
    'expired confirmation': 'played where it is confirmed',
    ...{ 'callback twice': 'it calls back about what is confirmed', 'callback before the answer': 'it calls back about what is confirmed' },
    'callback with other amount': 'it calls back about what is confirmed',
  },
  two_steps_confirmed: { 'balance empty': 'the money was set aside when it was taken down' },
  ends_later: ONE_STEP,
  at_once: AT_ONCE,
  trips: {
    ...AT_ONCE,
    'expired confirmation': undefined,
    'duplicate reference': 'it knows no reference of ours; a cart is committed once',
    'balance empty': 'it sends a bill: nothing is paid beforehand',
  },
} as const satisfies Record<string, Readonly<Partial<Record<Fault, string | undefined>>>>
