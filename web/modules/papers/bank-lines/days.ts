// Reads the days in statements, in the ways in which banks write them, as YYYY-MM-DD.

const two = (digits: string | number) => String(digits).padStart(2, '0')

/** Returns the day if it exists in the calendar. */
function dayOf(year: string | number, month: string | number, day: string | number): string | undefined {
  const iso = `${year}-${two(month)}-${two(day)}`
  const at = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().slice(0, 10) === iso ? iso : undefined
}

/** Reads an ISO date, which may be followed by a time. */
export function isoDay(text: string): string | undefined {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text.trim()) ?? []
  return dayOf(year, month, day)
}

/** Reads a day as tables write it: 12.11.2026, 12.11.26, 12/11/2026, 12-11-2026, 2026-11-12, 2026/11/12 or 20261112, perhaps followed by a time. */
export function writtenDay(text: string): string | undefined {
  const written = text.trim()
  const first = /^(\d{4})([-/.]?)(\d\d)\2(\d\d)(?!\d)/.exec(written)
  if (first) return dayOf(first[1] ?? '', first[3] ?? '', first[4] ?? '')
  const last = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4}|\d\d)(?!\d)/.exec(written)
  if (!last) return undefined
  const [, day = '', , month = '', year = ''] = last
  return dayOf(year.length === 2 ? `20${year}` : year, month, day)
}

/**
 * Returns the day on which an entry of MT940 was booked. The entry has its value day as YYMMDD and its booking day as MMDD, whose year may be the one before or
 * after.
 */
export function bookedDay(value: string, booked: string | undefined): string | undefined {
  const year = 2000 + Number(value.slice(0, 2))
  const of = dayOf(year, value.slice(2, 4), value.slice(4, 6))
  if (!booked || !of) return of
  const near = [year - 1, year, year + 1].flatMap((one) => dayOf(one, booked.slice(0, 2), booked.slice(2, 4)) ?? [])
  const far = (day: string) => Math.abs(Date.parse(day) - Date.parse(of))
  return near.sort((a, b) => far(a) - far(b))[0]
}
