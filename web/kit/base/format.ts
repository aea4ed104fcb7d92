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

/** Figures and dates never break across lines, in a table as in a sentence: their parts are joined by no-break spaces, as Intl joins an amount and its sign. */
const joined = (text: string) => text.replaceAll(' ', '\u00a0')

/** An amount with two decimals: 1.234,50 € */
export const money = (amount: Money) => euro2.format(toCents(amount) / EURO)
/** Amounts with up to four decimals, for buying prices. */
export const moneyExact = (amount: Money) => euro4.format(amount / EURO)
/** An amount for an editable field, 1234,50: never with three decimals, which could be taken for thousands. */
export const moneyInField = (amount: Money) =>
  moneyText(amount)
    .replace('.', ',')
    .replace(/,\d{3}$/, '$&0')
/** A percentage as a field shows it: 6,50. */
export const percentInField = (value: Percent) => percentText(value).replace('.', ',')
/** A percentage with two decimals: 6,50 % */
export const percent = (value: Percent) => joined(`${plain2.format(value / 100)} %`)
/** +6,50 %: a change in hundredths of a percent, always with its sign. */
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
/** A YYYY-MM-DD day as 21.11.2026. */
export const day = (iso: string) => iso.split('-').reverse().join('.')
/** Cuts a text that is longer than `most` characters and ends it with two dots; the caller shows the whole text in a title. */
export const truncated = (text: string, most: number) => (text.length <= most ? text : `${text.slice(0, most)}..`)
/** Replaces thin and no-break spaces, which thermal printers do not have, by plain ones. */
export const printable = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')
