// Formats figures and dates: euro, German format and Berlin time in every language (docs/domain.md, Figures and dates). Only the names of months and weekdays
// are written in the reader's language, in files of their own.

import { toCents } from '../../../contract/kit/cents.ts'
import { EURO, type Money, moneyText, type Percent, percentText } from '../../../contract/kit/money.ts'
import { TIME_ZONE } from './time-zone.ts'

/**
 * Writes a number as German does, with dots between thousands and `least` to `most` decimals after a comma. Intl is not used, because a telephone needs a
 * twentieth of a second to load it before the first figure.
 */
function figure(value: number, least: number, most = least): string {
  // A value that is missing by mistake is shown as NaN or undefined, and never as zero.
  if (!Number.isFinite(value)) return String(value)
  // The decimal point is moved in the text: 1.005 × 100 is 100.49… in binary and would round down. A tiny value such as 1e-7 gives NaN here and becomes 0.
  const rounded = Math.round(Number(`${Math.abs(value)}e${most}`)) || 0
  const digits = String(rounded).padStart(most + 1, '0')
  const comma = digits.length - most
  const decimals = digits.slice(comma, comma + least) + digits.slice(comma + least).replace(/0+$/, '')
  return `${value < 0 && rounded > 0 ? '-' : ''}${digits.slice(0, comma).replace(/\B(?=(\d{3})+$)/g, '.')}${decimals && `,${decimals}`}`
}
const euro = (amount: number, most: number) => `${figure(amount / EURO, 2, most)}\u00a0€`

/** A format of moments in Berlin; it is made when it is first used, because making all of them would delay the first page. */
function moment(locale: string, parts: Intl.DateTimeFormatOptions) {
  let format: Intl.DateTimeFormat | undefined
  return (instant: string | Date) => {
    format ??= new Intl.DateTimeFormat(locale, { timeZone: TIME_ZONE, ...parts })
    return format.format(new Date(instant))
  }
}
const dayParts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const clockParts = { hour: '2-digit', minute: '2-digit' } as const
const bothFormat = moment('de-DE', { ...dayParts, ...clockParts })
const isoFormat = moment('sv-SE', {})

/** Joins the parts of a date by no-break spaces, so that no line breaks inside. */
const joined = (text: string) => text.replaceAll(' ', '\u00a0')

/** Formats an amount with two decimals: 1.234,50 € */
export const money = (amount: Money) => euro(toCents(amount), 2)
/** Formats an amount with up to four decimals, for buying prices. */
export const moneyExact = (amount: Money) => euro(amount, 4)
/** Formats an amount for an editable field: 1234,50. The text never has exactly three decimals, because "1,234" could be read as thousands. */
export const moneyInField = (amount: Money) =>
  moneyText(amount)
    .replace('.', ',')
    .replace(/,\d{3}$/, '$&0')
/** Formats a percentage for an editable field: 6,50. */
export const percentInField = (value: Percent) => percentText(value).replace('.', ',')
/** Formats a percentage with two decimals: 6,50 % */
export const percent = (value: Percent) => `${figure(value / 100, 2)}\u00a0%`
/** Formats a change in hundredths of a percent, always with its sign: +6,50 % */
export const change = (value: number) => `${value > 0 ? '+' : ''}${percent(value)}`
/** A whole number: 12.345 */
export const count = (value: number) => figure(value, 0)
/** A number with one decimal: 4,3 */
export const decimal = (value: number) => figure(value, 1)
/** The day in Berlin: 21.11.2026 */
export const date = moment('de-DE', dayParts)
/** The time in Berlin: 14:05 */
export const time = moment('de-DE', clockParts)
/** Day and time in Berlin: 21.11.2026, 14:05 */
export const dateTime = (instant: string | Date) => joined(bothFormat(instant))
/** The day in Berlin as YYYY-MM-DD, as calls take it. */
export const berlinDay = (instant: Date = new Date()) => isoFormat(instant)
/** Writes a day given as YYYY-MM-DD in the form 21.11.2026. */
export const day = (iso: string) => iso.split('-').reverse().join('.')
/** Cuts a text that is longer than `most` characters and ends it with two dots; the caller shows the whole text in a title. */
export const truncated = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}..`)
/** Replaces thin and no-break spaces, which thermal printers do not have, by plain ones. */
export const printable = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
