// Rounds exact amounts to whole cents in such a way that the displayed cents add up (docs/domain.md, Rounding).
import * as z from 'zod/mini'
import { moneySum } from './field.ts'
import type { Money } from './money.ts'

const CENT = 100

/** Rounds to whole cents, half away from zero. */
export function toCents(amount: Money): Money {
  const cents = Math.floor((Math.abs(amount) + CENT / 2) / CENT) * CENT
  return amount < 0 ? 0 - cents : cents
}

/**
 * The whole cents that an amount adds to the running sum `until`, which includes the amount. Such parts add up to their sum in whole cents, and none is off by
 * more than a cent.
 */
export const partOf = (amount: Money, until: Money): Money => toCents(until) - toCents(until - amount)

/** Amounts in whole cents that add up to their sum in whole cents: each amount takes over the rounding difference of the amounts before. */
export function parts(amounts: readonly Money[]): Money[] {
  let until = 0
  return amounts.map((amount) => {
    until += amount
    return partOf(amount, until)
  })
}

/** The difference of two amounts after both were rounded to whole cents, as they are displayed. */
export const difference = (one: Money, other: Money): Money => toCents(one) - toCents(other)

/** A margin in whole cents: the rounded selling amount minus the rounded buying amount, so that the three displayed figures agree. */
export const marginOf = (sold: Money, margin: Money): Money => difference(sold, sold - margin)

/** Amounts in cents that are displayed in place of exact ones, by field; contains only fields whose displayed amount differs from the exact one. */
export const inCents = z.optional(z.record(z.string(), moneySum))

/** The fields of a row whose displayed value differs from the exact one. */
export function apart<Row extends object>(exact: Row, shown: Row): Record<string, Money> | undefined {
  const known = new Map<string, unknown>(Object.entries(exact))
  const others = Object.entries(shown).filter((entry): entry is [string, Money] => typeof entry[1] === 'number' && known.get(entry[0]) !== entry[1])
  return others.length > 0 ? Object.fromEntries(others) : undefined
}
