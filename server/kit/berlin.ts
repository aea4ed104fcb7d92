// Days as the product counts them: Berlin days, each from midnight until before the next midnight. Each year one day has 23 hours (in March) and one has 25 (in
// October).

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day an instant falls on in Berlin, YYYY-MM-DD. */
export const berlinDay = (at: Date): string => day.format(at)

/** The day before a day, both as YYYY-MM-DD. */
export const dayBefore = (of: string): string => new Date(Date.parse(of) - 86_400_000).toISOString().slice(0, 10)

/** The first and last day of the month before the one that contains an instant. */
export function monthBefore(at: Date): { date_from: string; date_to: string } {
  const [year = 0, month = 1] = berlinDay(at).split('-').map(Number)
  const [first, last] = [Date.UTC(year, month - 2, 1), Date.UTC(year, month - 1, 0)].map((each) => new Date(each ?? 0).toISOString().slice(0, 10))
  return { date_from: first ?? '', date_to: last ?? '' }
}

const time = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' })

/** The time of day in Berlin, HH:MM. */
export const berlinTime = (at: Date): string => time.format(at)

/** The instant at which a day, YYYY-MM-DD, begins in Berlin: 23:00 UTC of the day before in winter, 22:00 in summer. */
export function dayBegins(day: string): Date {
  const [winter, summer] = [1, 2].map((hours) => new Date(Date.parse(`${day}T00:00:00Z`) - hours * 3_600_000)) as [Date, Date]
  return berlinTime(summer) === '00:00' ? summer : winter
}

/** The day after a day, both as YYYY-MM-DD. */
export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

/** SQL: the instant at which a Berlin day begins; the parameter holds the day as YYYY-MM-DD. */
export const dayStart = (parameter: string) => `(${parameter}::date::timestamp at time zone 'Europe/Berlin')`
/** SQL: the instant at which a Berlin day ends, which is when the next day begins. */
export const dayEnd = (parameter: string) => `((${parameter}::date + 1)::timestamp at time zone 'Europe/Berlin')`

/**
 * SQL: the smallest UUIDv7 an instant can have, so that a range of time is a range of the primary key. Its first twelve digits are the milliseconds
 * since 1970 in 48 bits; there are no ids before 1970.
 */
export const firstIdAt = (instant: string) =>
  `(lpad(to_hex(greatest(floor(extract(epoch from ${instant}) * 1000), 0)::bigint), 12,
         '0') || '00000000000000000000')::uuid`

const offset = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeZoneName: 'longOffset' })

/** How far Berlin is ahead of UTC at this instant: +01:00 or +02:00. */
export const berlinOffset = (at: Date): string =>
  offset
    .formatToParts(at)
    .find(({ type }) => type === 'timeZoneName')
    ?.value.slice(3) ?? '+01:00'

/**
 * SQL: row `r` lies in these Berlin days by its own time. The time in the row's id differs from its own time by less than half an hour, because the books
 * accept a row for some twenty minutes (decision 0035).
 */
export const withinDays = (r: string, from: string, to: string) => `
  ${r}.id >= ${firstIdAt(`${dayStart(from)} - interval '1 hour'`)}
  and ${r}.id < ${firstIdAt(`${dayEnd(to)} + interval '1 hour'`)}
  and ${r}.created_at >= ${dayStart(from)} and ${r}.created_at < ${dayEnd(to)}`
