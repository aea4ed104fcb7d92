// Where a page of a ledger lies. A ledger is a list of movements between two rows that move nothing: its opening and its closing.

import { BALANCES_MAX } from '../../../../contract/papers/ledgers.ts'
import { berlinDay } from '../../../kit/berlin.ts'

/** One end of a period in the order of a wallet's transfers: all up to `sure` came before it, all behind `open` after it; between them it is mixed. */
export type Cut = {
  sure: number
  open: number
  /** How many came before it, and what they add up to. */
  passed: number
  balance: number
}

type Asked = { page: number; limit: number; sort: 'created_at' | '-created_at' }

/** Which rows a page shows, of `total` movements. `offset` and `limit` count movements, the newest first. */
export function pageOf({ page, limit, sort }: Asked, total: number) {
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
 * From which transfer on to read, so that a page deep in the ledger costs what the first one does. Transfers between the two mixed stretches are all of the
 * period, so they are skipped by their number; what lies in a mixed stretch is skipped row by row.
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

/** The days of a period whose ends make its line: all of them, or as many as can be shown, evenly apart and with the last. `ends` is the first instant behind it. */
export function dayEnds({ begins, ends }: { begins: string; ends: string }): string[] {
  const first = noon(berlinDay(new Date(begins)))
  const last = noon(berlinDay(new Date(Date.parse(ends) - 1)))
  const days = Math.round((last - first) / DAY_MS) + 1
  const step = Math.max(Math.ceil(days / BALANCES_MAX), 1)
  return Array.from({ length: Math.max(Math.ceil(days / step), 0) }, (_, i) => new Date(last - i * step * DAY_MS).toISOString().slice(0, 10)).reverse()
}
