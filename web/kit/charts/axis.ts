// The texts on the axes of a chart.
import { EURO } from '../../../contract/kit/money.ts'
import * as format from '../base/format.ts'

/** Writes an amount in euros: 2.000 €, or 0,50 € if the axis has steps smaller than a euro. */
export const amountOnAxis = (euros: number) => (Number.isInteger(euros) ? `${format.count(euros)}\u00a0€` : format.money(Math.round(euros * EURO)))

/** Writes a day (YYYY-MM-DD) in the language's order, without the year: 21. Nov. or 21 nov. */
export const dayOnAxis = (day: string, language: string) =>
  new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(day))
