// Reads an amount as people type it: 12,50 and 12.50, with thousands separators, spaces and €. If a text is ambiguous, the user is asked.
import { EURO, MONEY_MAX, type Money } from '../../../contract/kit/money.ts'

export type Reading =
  | { kind: 'blank' }
  | { kind: 'amount'; amount: Money }
  /** A text such as "1.000", which may mean one thousand, or one with three decimals. */
  | { kind: 'ambiguous'; choices: readonly [Money, Money] }
  | { kind: 'unreadable' }

const unreadable: Reading = { kind: 'unreadable' }

/** Matches an amount as people write it: whole part with or without thousands separators in correct groups, and up to four decimals. */
const WRITTEN = /^(-?)(\d+|\d{1,3}(?:\.\d{3})+|\d{1,3}(?:,\d{3})+)(?:([.,])(\d{1,4}))?$/
const AMBIGUOUS = /^-?[1-9]\d{0,2}[.,]\d{3}$/

export function readAmount(typed: string): Reading {
  const text = typed.replace(/[\s'’€]/g, '')
  if (!text) return { kind: 'blank' }
  if (AMBIGUOUS.test(text)) return { kind: 'ambiguous', choices: [amountOf(text.replace(/[.,]/, ''), ''), decimalOf(text)] }
  const match = WRITTEN.exec(text)
  if (!match) return unreadable
  const [, sign = '', whole = '', mark, fraction = ''] = match
  if (mark && whole.includes(mark)) return unreadable
  const amount = amountOf(sign + whole.replace(/[.,]/g, ''), fraction)
  return Math.abs(amount) > MONEY_MAX ? unreadable : { kind: 'amount', amount }
}

function decimalOf(text: string): Money {
  const [whole = '', fraction = ''] = text.split(/[.,]/)
  return amountOf(whole, fraction)
}

function amountOf(whole: string, fraction: string): Money {
  const size = Number(whole.replace('-', '')) * EURO + Number(fraction.padEnd(4, '0'))
  return whole.startsWith('-') && size ? -size : size
}

/** Converts a typed or pasted percentage to wire form: decimal point, no percent sign, no spaces. */
export const percentWire = (typed: string) => typed.replace(/[\s%]/g, '').replace(',', '.')
