// Calculates the figures of the roll-ups independently: in TypeScript, from single lines, by the rules of each field.

import type { SalesQuestion } from '../figures/question.ts'
import type { Figures } from '../figures/sales-figures.ts'
import { berlinDay } from '../kit/berlin.ts'
import type { Fact } from './past-months.ts'

export type Key = Partial<
  Record<'day' | 'month' | 'customer_id' | 'configuration_id' | 'product_type' | 'supplier_id' | 'seller_id' | 'user_id', string> &
    Record<'hour' | 'weekday', number>
>

export const sorted = (rows: readonly object[]) => rows.map((row) => JSON.stringify(Object.fromEntries(Object.entries(row).sort()))).sort()

export function byHand(facts: readonly Fact[], pathOf: ReadonlyMap<string, string[]>) {
  return function brute(
    { asker, date_from, date_to, customer_ids, configuration_ids, supplier_ids, seller_ids, user_ids, signs }: SalesQuestion,
    keyOf: (fact: Fact, customer_id: string, day: string) => Key,
    isMeant: (fact: Fact) => boolean = () => true,
  ) {
    const sums = new Map<string, Figures & Key>()
    for (const fact of facts) {
      const path = pathOf.get(fact.seller_id) ?? []
      const day = berlinDay(new Date(fact.created_at))
      const place = path.indexOf(asker.organisation_id)
      if (place < 0 || day < date_from || day > date_to || !isMeant(fact)) continue
      const customer_id = path[place + 1] ?? asker.organisation_id
      if ((customer_ids && !customer_ids.includes(customer_id)) || (configuration_ids && !configuration_ids.includes(fact.configuration_id))) continue
      if (supplier_ids && !supplier_ids.includes(fact.supplier_id)) continue
      if ((seller_ids && !seller_ids.includes(fact.seller_id)) || (user_ids && !user_ids.includes(fact.user_id))) continue
      if (signs && !signs.includes(fact.sign)) continue
      const hop = fact.chain.indexOf(asker.organisation_id)
      const sold = hop < 0 ? 0 : fact.quantity * (hop === 0 ? fact.value : (fact.prices[hop - 1] ?? 0))
      const bought = hop < 0 ? 0 : fact.owner_id === asker.organisation_id ? fact.cost_total : fact.quantity * (fact.prices[hop] ?? 0)
      const key = keyOf(fact, customer_id, day)
      const name = JSON.stringify(key)
      const nothing = { lines: 0, quantity: 0, face_total: 0, sold_total: 0, bought_total: 0 }
      const sum = sums.get(name) ?? {
        ...key,
        ...nothing,
        refund_lines: 0,
        refund_quantity: 0,
        refund_face_total: 0,
        refund_sold_total: 0,
        refund_bought_total: 0,
      }
      sums.set(name, sum)
      const amounts = { quantity: fact.quantity, face_total: fact.quantity * fact.value, sold_total: sold, bought_total: bought } as const
      if (fact.sign > 0) sum.lines++
      else sum.refund_lines++
      for (const [measure, amount] of Object.entries(amounts) as [keyof typeof amounts, number][]) {
        sum[measure] += fact.sign * amount
        if (fact.sign < 0) sum[`refund_${measure}`] += amount
      }
    }
    return [...sums.values()]
  }
}

const berlin = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Berlin',
  hourCycle: 'h23',
  weekday: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
})
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
/** The time on a clock in Berlin. */
export function clockAt(at: Date) {
  const parts = new Map(berlin.formatToParts(at).map(({ type, value }) => [type, value]))
  const of = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    hour: Number(of('hour')),
    weekday: 1 + WEEKDAYS.indexOf(of('weekday')),
    time: `${of('hour')}:${of('minute')}:${of('second')}.${at.toISOString().slice(20, 23)}`,
  }
}
