// Whole cents of exact amounts: what is shown in cents adds up in cents (docs/domain.md, Rounding).
import * as z from 'zod/mini'
import { moneySum } from './field.ts'
import type { Money } from './money.ts'

const CENT = 100

/** Rounded half away from zero. */
export function toCents(amount: Money): Money {
  const cents = Math.floor((Math.abs(amount) + CENT / 2) / CENT) * CENT
  return amount < 0 ? 0 - cents : cents
}

/** An amount as a part of what all before it and itself come to: such parts add up to their sum in whole cents, and none is a cent or more off. */
export const partOf = (amount: Money, until: Money): Money => toCents(until) - toCents(until - amount)

/** Amounts in whole cents that add up to their sum in whole cents: each takes what the ones before it left. */
export function parts(amounts: readonly Money[]): Money[] {
  let until = 0
  return amounts.map((amount) => {
    until += amount
    return partOf(amount, until)
  })
}

/** The difference of two figures as they are shown. */
export const difference = (one: Money, other: Money): Money => toCents(one) - toCents(other)

/** A margin as the difference of what was sold and bought, as these are shown. */
export const marginOf = (sold: Money, margin: Money): Money => difference(sold, sold - margin)

/** Beside exact amounts: the cents as which they are shown, where they are shown otherwise. */
export const inCents = z.optional(z.record(z.string(), moneySum))

/** What of a row is shown otherwise than it is. */
export function apart<Row extends object>(exact: Row, shown: Row): Record<string, Money> | undefined {
  const known = new Map<string, unknown>(Object.entries(exact))
  const others = Object.entries(shown).filter((entry): entry is [string, Money] => typeof entry[1] === 'number' && known.get(entry[0]) !== entry[1])
  return others.length > 0 ? Object.fromEntries(others) : undefined
}
