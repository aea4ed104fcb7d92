// Finds the differences between a statement and our orders. Lines are matched by our reference, even if supplier and portal count an order to different days.
// Each difference has the sums of both sides, and together the differences add up to the statement's whole difference from our orders.
import type { Money } from '../../../../contract/kit/money.ts'
import type { caseKinds, proposals } from '../../../../contract/live/cases.ts'
import { grouped } from '../../../kit/groups.ts'
import type { OrderRow } from './compare.sql.ts'

/** A line of a supplier's statement. `cost` is null if the amount in the line cannot be read. */
export type Line = { key: string | null; reference: string; cost: Money | null; is_reversal: boolean }
/** A reference that is also in the statement of an earlier or later day. */
type Elsewhere = { key: string; is_reversal: boolean; is_before: boolean }
type Difference = {
  kind: (typeof caseKinds)['statement'][number]
  subject: string
  key: string | null
  theirs: Money
  ours: Money
  proposal: (typeof proposals)[number]
  /** How many of the supplier's lines the difference is about. */
  lines: number
}
/**
 * Up to this many unknown references each become a case. If there are more, they become one case, because they probably belong to another account, or are
 * ours from the time between a backup and its restore.
 */
export const FOREIGN_MAX = 20

/** If there are many differences with unknown references, replaces them by a single difference about the day. */
export function folded(differences: readonly Difference[], day: string): readonly Difference[] {
  const foreign = differences.filter(({ kind }) => kind === 'extra')
  if (foreign.length <= FOREIGN_MAX) return differences
  const lines = foreign.reduce((sum, one) => sum + one.lines, 0)
  const all: Difference = { kind: 'extra', subject: day, key: null, theirs: sumOf(foreign.map(({ theirs }) => theirs)), ours: 0, proposal: 'claim', lines }
  return [...differences.filter(({ kind }) => kind !== 'extra'), all]
}

type Comparison = { differences: Difference[]; theirs: Money; ours: Money }

const signed = ({ cost, is_reversal }: Line): Money => (is_reversal ? -(cost ?? 0) : (cost ?? 0))
const sumOf = (amounts: readonly Money[]): Money => amounts.reduce((sum, amount) => sum + amount, 0)

export function compare(
  lines: readonly Line[],
  { orders, elsewhere, silent }: { orders: readonly OrderRow[]; elsewhere: readonly Elsewhere[]; silent: readonly { key: string; cost: Money }[] },
): Comparison {
  const known = new Map(orders.map((order) => [order.key, order]))
  const others = grouped(elsewhere, ({ key }) => key)
  const isOurs = ({ key }: Line) => key !== null && known.has(key)
  const nameOf = ({ key, reference }: Line) => key ?? reference
  const ofOrders = grouped(lines.filter(isOurs), nameOf)
  const strange = grouped(
    lines.filter((line) => !isOurs(line)),
    nameOf,
  )
  const judged = [...ofOrders].map(([key, own]) => judge(known.get(key) as OrderRow, own, others.get(key) ?? []))
  const differences: Difference[] = [
    ...silent.map(({ key, cost }): Difference => ({ kind: 'missing', subject: key, key, theirs: 0, ours: cost, proposal: 'ask', lines: 0 })),
    ...[...strange].map(
      ([subject, own]): Difference => ({ kind: 'extra', subject, key: null, theirs: sumOf(own.map(signed)), ours: 0, proposal: 'claim', lines: own.length }),
    ),
    ...judged.flatMap((one) => one.differences),
  ]
  return {
    // An unknown order that was charged and then reversed opens no case, because nothing is to be paid for it, unless one of its amounts cannot be read.
    differences: differences.filter(({ kind, subject, theirs }) => kind !== 'extra' || theirs !== 0 || isUnread(strange.get(subject))),
    theirs: sumOf(lines.map(signed)),
    ours: sumOf(judged.map(({ ours }) => ours)) + sumOf(silent.map(({ cost }) => cost)),
  }
}

const isUnread = (lines: readonly Line[] = []) => lines.some(({ cost }) => cost === null)

/** Finds the differences of one of our orders. Its first charge and its first reversal tell its state at the supplier; any further line is a duplicate. */
function judge({ key, state, is_open, cost }: OrderRow, own: readonly Line[], elsewhere: readonly Elsewhere[]): { differences: Difference[]; ours: Money } {
  const isBefore = (is_reversal: boolean) => elsewhere.some((one) => one.is_reversal === is_reversal && one.is_before)
  const firstOf = (is_reversal: boolean) => (isBefore(is_reversal) ? undefined : own.find((line) => line.is_reversal === is_reversal))
  const [charge, back] = [firstOf(false), firstOf(true)]
  const again = own.filter((line) => line !== charge && line !== back)
  const isOver = (is_reversal: boolean) => own.some((line) => line.is_reversal === is_reversal) || elsewhere.some((one) => one.is_reversal === is_reversal)
  const [isCharged, isGivenBack] = [isOver(false), isOver(true)]
  const theirs = (charge?.cost ?? 0) - (back?.cost ?? 0)
  // A sale of ours that was reversed later already has a case. So the supplier's line about the reversal may be in a later day's statement without opening
  // another case.
  const isOurs = state === 'delivered' || state === 'reversed'
  const ours = (charge && isOurs ? cost : 0) - (back && state === 'reversed' ? cost : 0)
  const isOther = isOurs ? state === 'delivered' && back !== undefined : theirs !== 0 && isCharged !== isGivenBack
  const about = { subject: key, key, lines: own.length }
  const differences: Difference[] = []
  if (isUnread(own)) return { differences: [{ ...about, kind: 'unread', theirs: sumOf(own.map(signed)), ours, proposal: 'ask' }], ours }
  if (again.length > 0) differences.push({ ...about, kind: 'duplicate', theirs: sumOf(again.map(signed)), ours: 0, proposal: 'claim' })
  if (isOther) differences.push({ ...about, kind: 'state', theirs, ours, proposal: is_open ? 'end' : isOurs ? 'give_back' : 'collect' })
  else if (theirs !== ours) differences.push({ ...about, kind: 'amount', theirs, ours, proposal: 'claim' })
  return { differences, ours }
}
