// The only place that formats figures and dates: euro, German format and Berlin time in every language (docs/domain.md, Figures and dates).

import { toCents } from '../../../contract/kit/cents.ts'
import { EURO, type Money, moneyText, type Percent, percentText } from '../../../contract/kit/money.ts'
import { TIME_ZONE } from './time-zone.ts'

const LOCALE = 'de-DE'

const euro = (most: number) => new Intl.NumberFormat(LOCALE, { style: 'currency', currency: 'EUR', minimumFractionDigits: 2, maximumFractionDigits: most })
const euro2 = euro(2)
const euro4 = euro(4)
const plain2 = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const plain1 = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 })
const moment = (parts: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(LOCALE, { timeZone: TIME_ZONE, ...parts })
const dayParts = { day: '2-digit', month: '2-digit', year: 'numeric' } as const
const dayFormat = moment(dayParts)
const timeFormat = moment({ hour: '2-digit', minute: '2-digit' })
const bothFormat = moment({ ...dayParts, hour: '2-digit', minute: '2-digit' })
const isoFormat = new Intl.DateTimeFormat('sv-SE', { timeZone: TIME_ZONE })

/** Joins the parts of a figure or date by no-break spaces, so that no line breaks inside; Intl joins an amount and its sign in the same way. */
const joined = (text: string) => text.replaceAll(' ', '\u00a0')

/** Formats an amount with two decimals: 1.234,50 € */
export const money = (amount: Money) => euro2.format(toCents(amount) / EURO)
/** Formats an amount with up to four decimals, for buying prices. */
export const moneyExact = (amount: Money) => euro4.format(amount / EURO)
/** Formats an amount for an editable field: 1234,50. It never has exactly three decimals, because "1,234" could be read as thousands. */
export const moneyInField = (amount: Money) =>
  moneyText(amount)
    .replace('.', ',')
    .replace(/,\d{3}$/, '$&0')
/** Formats a percentage for an editable field: 6,50. */
export const percentInField = (value: Percent) => percentText(value).replace('.', ',')
/** Formats a percentage with two decimals: 6,50 % */
export const percent = (value: Percent) => joined(`${plain2.format(value / 100)} %`)
/** Formats a change in hundredths of a percent, always with its sign: +6,50 % */
export const change = (value: number) => `${value > 0 ? '+' : ''}${percent(value)}`
/** A whole number: 12.345 */
export const count = (value: number) => whole.format(value)
/** A number with one decimal: 4,3 */
export const decimal = (value: number) => plain1.format(value)
/** The day in Berlin: 21.11.2026 */
export const date = (instant: string | Date) => dayFormat.format(new Date(instant))
/** The time in Berlin: 14:05 */
export const time = (instant: string | Date) => timeFormat.format(new Date(instant))
/** Day and time in Berlin: 21.11.2026, 14:05 */
export const dateTime = (instant: string | Date) => joined(bothFormat.format(new Date(instant)))
/** The day in Berlin as YYYY-MM-DD, as calls take it. */
export const berlinDay = (instant: Date = new Date()) => isoFormat.format(instant)
/** Writes a day given as YYYY-MM-DD in the form 21.11.2026. */
export const day = (iso: string) => iso.split('-').reverse().join('.')
/** Cuts a text that is longer than `most` characters and ends it with two dots; the caller shows the whole text in a title. */
export const truncated = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}..`)
/** Replaces thin and no-break spaces, which thermal printers do not have, by plain ones. */
export const printable = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
