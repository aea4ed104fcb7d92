// Rules of sales reports: the comparison of two periods, the content of a row of sums, and how its cents are rounded.
import type * as z from 'zod/mini'
import { apart, partOf, toCents } from '../../../../contract/kit/cents.ts'
import type { Money, Percent } from '../../../../contract/kit/money.ts'
import type { GroupRow } from '../../../../contract/sales/sales-reports.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { AMOUNTS, type Group, type Sums } from './groups.sql.ts'

/**
 * The difference of two amounts in percent of their sum, to two decimals, rounded half away from zero. 0 if the amounts are equal; null if their sum is 0 and
 * they are not equal.
 */
export function shareOf(one: Money, other: Money): Percent | null {
  const [difference, sum] = [BigInt(one) - BigInt(other), BigInt(one) + BigInt(other)]
  if (difference === 0n) return 0
  if (sum === 0n) return null
  const scaled = difference * 10_000n
  const isBelow = scaled < 0n !== sum < 0n
  const [over, under] = [scaled < 0n ? -scaled : scaled, sum < 0n ? -sum : sum]
  const rounded = Number((over * 2n + under) / (under * 2n))
  return isBelow ? -rounded : rounded
}

type GroupFigures = Pick<
  z.output<typeof GroupRow>,
  | 'count'
  | 'quantity'
  | 'given_back'
  | 'face_total'
  | 'total_sale_amount'
  | 'total_buying_amount'
  | 'margin_total'
  | 'total_sale_amount_2'
  | 'total_buying_amount_2'
  | 'difference'
  | 'difference_percentage'
>

type Asker = Pick<SignedIn, 'mask_seller_discount'>

/** A row of sums: its exact amounts, and beside them the cents that add up to the cents of the totals. */
export function toldRow(row: Group, actor: Asker, isCompared: boolean) {
  const cents = Object.fromEntries(AMOUNTS.map((name) => [name, partOf(row[name], row[`until_${name}`])]))
  return shownAs(row, { ...row, ...cents }, actor, isCompared)
}

/** The totals of all rows. Their cents are rounded once, and margin and difference are computed from these cents. */
export function toldWhole(sums: Sums, actor: Asker, isCompared: boolean) {
  const cents = Object.fromEntries(AMOUNTS.map((name) => [name, toCents(sums[name])]))
  return shownAs(sums, { ...sums, ...cents }, actor, isCompared)
}

function shownAs(exact: Sums, shown: Sums, actor: Asker, isCompared: boolean) {
  const { difference_percentage, ...sums } = told(exact, actor, isCompared)
  const { difference_percentage: _, ...others } = told(shown, actor, isCompared)
  return { ...sums, difference_percentage, cents: apart(sums, others) }
}

/** Sums as this user may see them: without costs for users who may not see discounts, and without a second period unless two periods are compared. */
function told(sums: Sums, { mask_seller_discount }: Asker, isCompared: boolean): GroupFigures {
  const { count, quantity, given_back, face_total, sold_total: sold, bought_total: bought, sold_total_2: sold_2, bought_total_2: bought_2 } = sums
  const masked = <T>(value: T) => (mask_seller_discount ? null : value)
  return {
    ...{ count, quantity, given_back, face_total },
    total_sale_amount: sold,
    total_buying_amount: masked(bought),
    margin_total: masked(sold - bought),
    total_sale_amount_2: isCompared ? sold_2 : null,
    total_buying_amount_2: isCompared ? masked(bought_2) : null,
    difference: isCompared ? sold - sold_2 : null,
    difference_percentage: isCompared ? shareOf(sold, sold_2) : null,
  }
}
