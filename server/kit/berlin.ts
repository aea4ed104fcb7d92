// Days as the product counts them: in Berlin, half open. A day has 23 hours in March and 25 in October once a year.

const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin', year: 'numeric', month: '2-digit', day: '2-digit' })

/** The day an instant falls on in Berlin, YYYY-MM-DD. */
export const berlinDay = (at: Date): string => day.format(at)

const time = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', hour: '2-digit', minute: '2-digit' })

/** What a clock on a wall in Berlin shows, HH:MM. */
export const berlinTime = (at: Date): string => time.format(at)

/** SQL: the instant at which a Berlin day begins; `$n` holds the day as YYYY-MM-DD. */
export const dayStart = (parameter: string) => `(${parameter}::date::timestamp at time zone 'Europe/Berlin')`
/** SQL: the instant at which the day after it begins. */
export const dayEnd = (parameter: string) => `((${parameter}::date + 1)::timestamp at time zone 'Europe/Berlin')`

/**
 * SQL: the smallest UUIDv7 an instant can have, so that a range of time is a range of the primary key. The 48-bit milliseconds are its first twelve digits;
 * before 1970 there are none, and so no ids.
 */
export const firstIdAt = (instant: string) =>
  `(lpad(to_hex(greatest(floor(extract(epoch from ${instant}) * 1000), 0)::bigint), 12, '0') || '00000000000000000000')::uuid`
