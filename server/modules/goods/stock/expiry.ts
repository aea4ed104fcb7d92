// Expiry dates as suppliers write them: DD/MM/YYYY, DD.MM.YYYY, YYYY-MM-DD, YYYYMMDD; MM/YYYY means the end of that month.

/** No PIN is valid beyond this year; a later year is a typing error or not part of a date. */
const YEAR_MAX = 2099

const forms = [
  { form: /^(\d{1,2})[/.](\d{1,2})[/.](\d{4})$/, order: ['day', 'month', 'year'] },
  { form: /^(\d{4})-(\d{1,2})-(\d{1,2})$/, order: ['year', 'month', 'day'] },
  { form: /^(\d{4})(\d{2})(\d{2})$/, order: ['year', 'month', 'day'] },
  { form: /^(\d{1,2})[/.-](\d{4})$/, order: ['month', 'year'] },
  { form: /^(\d{4})-(\d{1,2})$/, order: ['year', 'month'] },
] as const

/** The day as YYYY-MM-DD; undefined if the text is not a date of the calendar. */
export function parseExpiry(text: string): string | undefined {
  for (const { form, order } of forms) {
    const match = form.exec(text)
    if (!match) continue
    const part = (name: 'day' | 'month' | 'year') => Number(match[(order as readonly string[]).indexOf(name) + 1])
    const [year, month] = [part('year'), part('month')]
    const day = order.length === 2 ? new Date(Date.UTC(year, month, 0)).getUTCDate() : part('day')
    const date = new Date(Date.UTC(year, month - 1, day))
    const real = year >= 2000 && year <= YEAR_MAX && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
    return real ? date.toISOString().slice(0, 10) : undefined
  }
  return undefined
}

const DAY_MS = 86_400_000

/** Days since 1970, by which stretches of equal expiry are labelled and sorted. */
export const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / DAY_MS
export const dayOfNumber = (days: number): string => new Date(days * DAY_MS).toISOString().slice(0, 10)
