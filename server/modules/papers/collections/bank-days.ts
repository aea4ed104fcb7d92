// The business days of TARGET, on which banks collect direct debits.
import { dayAfter } from '../../../kit/berlin.ts'

const DAY_MS = 86_400_000
const plus = (day: string, days: number) => (days === 0 ? day : new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10))

/** Easter Sunday of a year, by the Gregorian computus of Meeus, Jones and Butcher. */
function easterOf(year: number): string {
  const [a, b, c] = [year % 19, Math.floor(year / 100), year % 100]
  const h = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30
  const l = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - h - (c % 4)) % 7
  const n = h + l - 7 * Math.floor((a + 11 * h + 22 * l) / 451) + 114
  return `${year}-${String(Math.floor(n / 31)).padStart(2, '0')}-${String((n % 31) + 1).padStart(2, '0')}`
}

/** Whether TARGET is open. It is closed on weekends, 1 January, Good Friday, Easter Monday, 1 May, 25 and 26 December. */
export function isBankDay(day: string): boolean {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  const easter = easterOf(Number(day.slice(0, 4)))
  const isClosed = ['01-01', '05-01', '12-25', '12-26'].includes(day.slice(5)) || [plus(easter, -2), plus(easter, 1)].includes(day)
  return weekday !== 0 && weekday !== 6 && !isClosed
}

function bankDayFrom(day: string): string {
  let open = day
  while (!isBankDay(open)) open = dayAfter(open)
  return open
}

/**
 * The first day on which a collection whose file is made today can be due. A bank receives the file on a business day, at least one business day before the
 * collection, and customers are notified at least `noticeDays` days before.
 */
export function earliestDay(today: string, noticeDays: number): string {
  const afterHandingIn = bankDayFrom(dayAfter(bankDayFrom(today)))
  const afterNotice = bankDayFrom(plus(today, noticeDays))
  return afterHandingIn > afterNotice ? afterHandingIn : afterNotice
}

/** How far ahead the chosen day may be, because banks keep no files for longer. */
const AHEAD_MAX = 90
export const latestDay = (today: string): string => plus(today, AHEAD_MAX)
