// The days at the edges of a period, for tables of running totals. In these tables the sum of a period is the total at its end less the total before its
// beginning. Running totals restart every year.

/** SQL for the day of a row, and the sign with which the row counts. `day` is null if there was no row yet. */
export type Edge = { day: string; weight: '' | '-' }

const yearOf = (day: string): string => `date_trunc('year', ${day}::date)::date`

/**
 * The days whose running totals are added or subtracted for a period; undefined for a period that touches more than two calendar years, which is read year by
 * year. `last`: makes the SQL of the last day with a row, on or after one day and before another.
 */
export function edgesOf({ date_from, date_to }: { date_from: string; date_to: string }, last: (from: string, until: string) => string): Edge[] | undefined {
  const years = Number(date_to.slice(0, 4)) - Number(date_from.slice(0, 4))
  if (years !== 0 && years !== 1) return undefined
  const [first, second] = [yearOf(':date_from'), yearOf(':date_to')]
  // Running totals begin on the first of January, so a period from that day has no earlier total to subtract.
  const isWhole = date_from.endsWith('-01-01')
  const before: Edge[] = isWhole ? [] : [{ day: last(first, ':date_from::date'), weight: '-' }]
  const end: Edge = { day: last(years === 0 && isWhole ? ':date_from::date' : second, '(:date_to::date + 1)'), weight: '' }
  return years === 0 ? [end, ...before] : [end, { day: last(first, second), weight: '' }, ...before]
}
