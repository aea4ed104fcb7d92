// A field's format, by its kind in the contract (contract/kit/kinds.ts). It is the same in every list, figure and report.
import type { ReactNode } from 'react'
import type { Kind } from '../../../contract/kit/kinds.ts'
import * as format from '../base/format.ts'
import { Amount } from './Amount.tsx'
import { unbroken } from './unbroken.tsx'

/** date: only the day of an instant. exact: an amount with up to four decimals, for prices whose fourth decimal matters. */
export type Look = Kind | 'date' | 'exact'
/** How a field is shown: the words for codes with their CSS classes, and the displayed cents of an amount that is part of a sum. */
export type FieldLook = {
  cents?: number | undefined
  words?: Readonly<Record<string, string>> | undefined
  looks?: Readonly<Record<string, string>> | undefined
}

export const NOTHING = '–'
/** The CSS classes of true and false, for a field that says whether a thing is in use. */
export const inUse = { true: 'badge success', false: 'badge' }

const looks: Record<Look, (value: never, told: FieldLook) => ReactNode> = {
  money: (value: number, { cents }) => <Amount value={value} cents={cents} />,
  exact: (value: number) => <Amount value={value} exact />,
  percent: format.percent,
  count: format.count,
  figure: format.decimal,
  numeral: String,
  instant: (value: string) => format.dateTime(value),
  date: (value: string) => format.date(value),
  day: format.day,
  yes_no: String,
  code: String,
  text: (value: unknown) => unbroken(String(value)),
  parts: (value: unknown) => (Array.isArray(value) ? value.map(String).join(', ') : NOTHING),
}

/** Returns the format of a field in a list or report. `exact`: its amounts are single bookings and shown with all decimals; otherwise they are sums. */
export const lookIn = (look: Look, exact: boolean): Look => (exact && look === 'money' ? 'exact' : look)

/** Returns the displayed cents of one of a row's amounts, if they differ from the rounded amount. */
export const centsOf = (row: { cents?: unknown } | unknown, name: string): number | undefined =>
  (row as { cents?: Readonly<Record<string, number>> }).cents?.[name]

/** The formats of fields that are aligned right. */
const figures: ReadonlySet<Look> = new Set(['money', 'exact', 'percent', 'count', 'figure'])
export const isFigure = (look: Look): boolean => figures.has(look)

export function shown(value: unknown, look: Look, told: FieldLook = {}): ReactNode {
  if (value === null || value === undefined || value === '') return NOTHING
  const code = String(value)
  const { words = {} } = told
  const word = Object.hasOwn(words, code) ? words[code] : undefined
  if (word === undefined) return looks[look](value as never, told)
  return told.looks ? <span className={told.looks[code]}>{word}</span> : word
}
