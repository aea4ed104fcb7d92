// The state of a report, read from its address: a period, its comparison, and the grouping of its rows.

import type { UrlState } from '../base/url.ts'
import { type Comparison, comparedWith, comparisonOf, type Period, type PeriodName, periodOf } from './period.ts'

/** A grouping of the rows: `value` is the call's name for it, `label` its name on the screen. */
export type Group = { value: string; label: string }
export type Report = Period & {
  comparison: Comparison | undefined
  /** The period with which the report's figures are compared; undefined without a comparison. */
  compared: Period | undefined
  /** The chosen grouping; undefined if the report has none. */
  group: string | undefined
}

/** What a report offers: the period it opens with, whether it compares periods, and its groupings. */
type Offers = { usual?: PeriodName; compares?: boolean; groups?: readonly [Group, ...Group[]] }

export function reportFrom(state: UrlState, { usual, compares, groups }: Offers, now: Date = new Date()): Report {
  const period = periodOf(state, now, usual)
  const comparison = compares ? comparisonOf(state) : undefined
  const group = groups?.find(({ value }) => value === state['group']) ?? groups?.[0]
  return { ...period, comparison, compared: comparison && comparedWith(period, comparison, now), group: group?.value }
}

/** Returns the change in hundredths of a percent of the earlier value; undefined if the earlier value was zero and the new one is not. */
export function changeOf(value: number, before: number): number | undefined {
  if (value === before) return 0
  return before === 0 ? undefined : Math.round(((value - before) / Math.abs(before)) * 10_000)
}
