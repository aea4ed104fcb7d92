// What screens about claims share: the badges of states, a claim's age, and the calls to refresh after a change.
import { type ReclaimState, reclaimAbove, reclaimStates } from '../../../../contract/sales/reclamations.ts'
import type { Output } from '../../../kit/base/api.ts'
import type { Row } from '../../../kit/base/list-state.ts'

export type Claim = Row<'reclaimsList'>
export type Details = Output<'reclaimDetails'>

export const looks: Record<ReclaimState, string> = {
  new: 'badge info',
  in_review: 'badge warning',
  in_progress: 'badge warning',
  approved: 'badge info',
  accepted: 'badge success',
  rejected: 'badge danger',
}

/** The badges for the states as they are named for organisations below the deciding one (reclaimAbove). */
export const aboveLooks = Object.fromEntries(reclaimStates.map((state) => [reclaimAbove[state], looks[state]]))

export const refresh = ['reclaimsList', 'reclaimDetails', 'saleDetails', 'zReport', 'balance'] as const

const DAY_MS = 86_400_000

/** Returns the whole days since an instant. */
export const daysSince = (instant: string, now = Date.now()) => Math.max(0, Math.floor((now - Date.parse(instant)) / DAY_MS))
/** Returns the days until an instant, rounded up; 0 or negative if it is past. */
export const daysUntil = (instant: string, now = Date.now()) => Math.ceil((Date.parse(instant) - now) / DAY_MS)

/** Returns the badge of a claim's age in days: neutral up to one day, a warning from the second day, urgent from the fourth. */
export const ageLook = (days: number) => (days > 3 ? 'badge danger' : days > 1 ? 'badge warning' : '')
export const dueLook = (days: number) => (days <= 2 ? 'badge danger' : days <= 5 ? 'badge warning' : '')

export const isOver = ({ state }: Pick<Claim, 'state'>) => state === 'accepted' || state === 'rejected'

/** Returns the serials or codes in a text that was pasted or scanned, each once. Blanks, line breaks, commas and semicolons separate them. */
export const serialsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
