// The edges of a period among rows that stand to date: what stood at its end less what stood before it. Every year begins anew.

/** A row's day, as SQL, and how the row counts. `day` answers null where nothing stood yet. */
export type Edge = { day: string; weight: '' | '-' }

const yearOf = (day: string): string => `date_trunc('year', ${day}::date)::date`

/** `last`: SQL of the last day from one on and before another. Undefined for a period of more than two years, which is asked for year by year. */
export function edgesOf({ date_from, date_to }: { date_from: string; date_to: string }, last: (from: string, until: string) => string): Edge[] | undefined {
  const years = Number(date_to.slice(0, 4)) - Number(date_from.slice(0, 4))
  if (years !== 0 && years !== 1) return undefined
  const [first, second] = [yearOf(':date_from'), yearOf(':date_to')]
  // Of a whole year nothing stood before.
  const isWhole = date_from.endsWith('-01-01')
  const before: Edge[] = isWhole ? [] : [{ day: last(first, ':date_from::date'), weight: '-' }]
  const end: Edge = { day: last(years === 0 && isWhole ? ':date_from::date' : second, '(:date_to::date + 1)'), weight: '' }
  return years === 0 ? [end, ...before] : [end, { day: last(first, second), weight: '' }, ...before]
}
