// Computes where a page lies in a ledger. A ledger is a list of movements between two rows that move no money: the opening row and the closing row.

import { BALANCES_MAX } from '../../../../contract/papers/ledgers.ts'
import { berlinDay } from '../../../kit/berlin.ts'

/**
 * One end of a period, in the order of a wallet's transfers. The transfers up to number `sure` were made before this end, and those after number `open` were
 * made after it. Of the transfers between these two numbers some were made before and some after.
 */
export type Cut = {
  sure: number
  open: number
  /** How many transfers were made before this end of the period, and their sum. */
  passed: number
  balance: number
}

type LedgerPage = { page: number; limit: number; sort: 'created_at' | '-created_at' }

/**
 * Which rows a page has if there are `total` movements between the rows of the opening and the closing balance. The returned `offset` and `limit` count
 * movements only, beginning with the newest.
 */
export function pageOf({ page, limit, sort }: LedgerPage, total: number) {
  const all = total + 2
  const begin = Math.min(page * limit, all)
  const end = Math.min(begin + limit, all)
  const [first, behind] = sort === '-created_at' ? [begin, end] : [all - end, all - begin]
  const offset = Math.max(first - 1, 0)
  return {
    hasClosing: first === 0 && behind > 0,
    hasOpening: behind === all && first < behind,
    offset,
    limit: Math.max(Math.min(behind - 1, total) - offset, 0),
    isOldestFirst: sort === 'created_at',
  }
}

/**
 * Finds the transfer from which a page is read, so that a page deep in the ledger costs no more than the first. Around each end of the period lies a stretch of
 * the ledger (`Cut`) in which transfers of the period and others alternate; these are skipped row by row. Between the two stretches every transfer belongs to
 * the period, so those are skipped in one step, by their numbers.
 */
export function seek(offset: number, from: Cut, to: Cut): { until: number; offset: number } {
  const mixed = to.passed - to.sure
  const whole = to.sure - from.open
  if (whole <= 0 || offset < mixed) return { until: to.open, offset }
  const skipped = Math.min(offset - mixed, whole)
  return { until: to.sure - skipped, offset: offset - mixed - skipped }
}

const DAY_MS = 86_400_000
const noon = (day: string) => Date.parse(`${day}T12:00:00Z`)

/**
 * The days whose closing balances the chart shows: all days of the period, or as many as it has room for, evenly spaced and always with the last one. `ends`
 * is the first moment after the period.
 */
export function dayEnds({ begins, ends }: { begins: string; ends: string }): string[] {
  const first = noon(berlinDay(new Date(begins)))
  const last = noon(berlinDay(new Date(Date.parse(ends) - 1)))
  const days = Math.round((last - first) / DAY_MS) + 1
  const step = Math.max(Math.ceil(days / BALANCES_MAX), 1)
  return Array.from({ length: Math.max(Math.ceil(days / step), 0) }, (_, i) => new Date(last - i * step * DAY_MS).toISOString().slice(0, 10)).reverse()
}
