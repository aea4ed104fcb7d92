// What screens of claims share: their states' looks, how old one is, what a change of one refreshes.
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

/** The same looks, by what they are called from below. */
export const aboveLooks = Object.fromEntries(reclaimStates.map((state) => [reclaimAbove[state], looks[state]]))

export const refresh = ['reclaimsList', 'reclaimDetails', 'saleDetails', 'zReport', 'balance'] as const

const DAY_MS = 86_400_000

/** Whole days since then. */
export const daysSince = (instant: string, now = Date.now()) => Math.max(0, Math.floor((now - Date.parse(instant)) / DAY_MS))
/** Whole days until then; negative when it is over. */
export const daysUntil = (instant: string, now = Date.now()) => Math.ceil((Date.parse(instant) - now) / DAY_MS)

/** A day is nothing, from the second on it shows, from the fourth it presses. */
export const ageLook = (days: number) => (days > 3 ? 'badge danger' : days > 1 ? 'badge warning' : '')
export const dueLook = (days: number) => (days <= 2 ? 'badge danger' : days <= 5 ? 'badge warning' : '')

export const isOver = ({ state }: Pick<Claim, 'state'>) => state === 'accepted' || state === 'rejected'

/** One line a serial or code, as pasted or scanned. */
export const serialsIn = (text: string): string[] => [...new Set(text.split(/[\s,;]+/).filter(Boolean))]
