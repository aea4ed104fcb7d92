// Compares our books with the supplier's, and finds sales that were lost, doubled, refunded although delivered, charged without delivery, or delivered
// otherwise than ordered. The last three kinds are errors only if no case informed a person.
import type { Truth } from './orders.ts'

/** A sale as a till asked for it, and the till's last answer. `key`: our reference; `is_false`: see isFalse() in faults.ts. */
export type Sale = { key: string; fault: string; is_false: boolean; number: string; product_id: number; sends: number; told: 'sold' | 'refused' | 'unknown' }
/** A sale in our books. `cases`: the names of all its cases. */
export type Booked = { key: string; hold: 'open' | 'posted' | 'void'; state: string; sales: number; cost: number; cases: string[] }

export const BOOKED = `
  select h.key, h.state as hold, o.state, h.cost_total::float8 / 10000 as cost,
         (select count(*)::int from sales s where s.tenant_id = 1 and s.key = h.key) as sales,
         array(select case when c.statement_id is null then '' else 'statement ' end || c.kind from cases c
                where c.tenant_id = 1 and c.key = h.key order by 1) as cases
    from holds h join live_orders o on o.tenant_id = 1 and o.key = h.key
   where h.tenant_id = 1`

/**
 * The kinds of error, each with a text for each sale. Lost: delivered, or reported as sold, but missing in our books. Contradicted: the till's answer and the
 * books differ. Undecided: not settled, and no job or person will settle it. Stranger: delivered under a reference that is not ours. Otherwise: it ended
 * differently at the supplier although the supplier reported nothing false, with or without a case. The names of the other kinds say what they are.
 */
export type Verdict = Record<'lost' | 'doubled' | keyof typeof TELLING | 'otherwise' | 'contradicted' | 'undecided' | 'stranger', string[]>
export const nothingWrong = (): Verdict => ({
  ...{ lost: [], doubled: [], given_back_and_delivered: [], charged_and_not_delivered: [], other_delivered: [] },
  ...{ otherwise: [], contradicted: [], undecided: [], stranger: [] },
})

/** The kinds of cases that inform a person of each error. If an error has only cases of other kinds, nobody counts as informed of it. */
const TELLING = {
  given_back_and_delivered: ['late_delivery', 'statement state'],
  charged_and_not_delivered: ['late_refusal', 'statement state', 'statement missing'],
  other_delivered: ['other_delivery', 'other_cost', 'cost_unknown', 'statement amount', 'statement unread'],
} as const

export function judge({ sales, books, truths }: { sales: readonly Sale[]; books: readonly Booked[]; truths: readonly Truth[] }): Verdict {
  const verdict = nothingWrong()
  const booked = new Map(books.map((row) => [row.key, row]))
  const delivered = new Map<string, Truth[]>()
  for (const truth of truths) if (!truth.is_back) delivered.set(truth.external_id, [...(delivered.get(truth.external_id) ?? []), truth])

  for (const sale of sales) {
    const row = booked.get(sale.key)
    const there = delivered.get(sale.key) ?? []
    delivered.delete(sale.key)
    const isTold = (of: keyof typeof TELLING) => TELLING[of].some((kind) => row?.cases.includes(kind))
    const is = { posted: row?.hold === 'posted', void: row?.hold === 'void', open: row?.hold === 'open' }
    const line = `${sale.fault}: ${row ? `${row.hold}, ${row.state}, ${row.cases.join(' + ') || 'no case'}` : 'nothing in our books'}, delivered ${there.length}`
    const say = (wrong: keyof Verdict, isSo: boolean) => isSo && verdict[wrong].push(line)
    say('lost', (there.length > 0 && !row) || (sale.told === 'sold' && !is.posted))
    say('doubled', there.length > 1 || (row?.sales ?? 0) > 1)
    say('given_back_and_delivered', is.void && there.length > 0 && !isTold('given_back_and_delivered'))
    say('charged_and_not_delivered', is.posted && there.length === 0 && !isTold('charged_and_not_delivered'))
    say('other_delivered', is.posted && !isTold('other_delivered') && there.some((one) => isOther(one, sale, row?.cost)))
    say('otherwise', !sale.is_false && (is.void ? there.length > 0 : is.posted && there.length === 0))
    say('contradicted', (sale.told === 'refused' && is.posted) || is.posted !== (row?.sales === 1))
    say('undecided', is.open && row?.state !== 'manual')
  }
  for (const [key, there] of delivered) verdict.stranger.push(`${key}: delivered ${there.length}`)
  return verdict
}

/** Whether the delivery has another telephone number, product, amount or currency than the order, or a higher cost than our books. */
const isOther = (one: Truth, { number, product_id, sends }: Sale, cost = 0) =>
  one.number !== number || one.product_id !== product_id || one.amount !== sends || one.unit !== 'SGD' || one.cost > cost

/**
 * Plays that were never carried out and callbacks that were never made, by the name of their fault. If a fault did not happen, the run does not show that our
 * product withstands this fault.
 */
export function unplayed(faults: readonly { name: string; calls?: string }[], { played, called }: { played: number[][]; called: number[] }): string[] {
  return faults.flatMap(({ name, calls }, n) => [
    ...(played[n] ?? []).flatMap((times, i) => (times > 0 ? [] : [`${name} (play ${i + 1})`])),
    ...(calls && !called[n] ? [`${name} (its call)`] : []),
  ])
}
