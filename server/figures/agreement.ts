// A report "agrees with the books" on two conditions. First, two amounts of an organisation – what it got from its customers, and what it paid its parent –
// have the same sums over the lines, which every report adds up, and over the ledger's transfers, which no report uses. Second, the nightly proof found nothing
// wrong in the period.
import type * as z from 'zod/mini'
import type { agreement } from '../../contract/kit/agreement.ts'
import type { SignedIn } from '../kit/actor.ts'
import { dayEnd, dayStart } from '../kit/berlin.ts'
import type { Query } from '../postgres/db.ts'
import type { SalesQuestion } from './question.ts'
import { moved } from './roll-ups.ts'
import { isOverBefore, lastDayOf, ownLive, ownToDate } from './sales-figures.ts'
import { UNTIL, untilOf } from './tallies.ts'

/**
 * `difference`: how far the two sums of received amounts differ, plus how far the two sums of paid amounts differ. `finding`: the wrong row that the nightly
 * proof found, if that row is why the report does not agree.
 */
export type Agreement = z.output<typeof agreement>

type Asker = SalesQuestion['asker'] & Pick<SignedIn, 'organisation_path'>

/**
 * SQL: reads both sums in one statement, so that a sale booked meanwhile is in both sums or in neither. `isOver`: the days ended before the instant up to which
 * the tallies have counted; the stored sums of these days are then complete, and no later lines are added.
 */
const SUMS = (asked: SalesQuestion, isOver: boolean) => {
  const since = `greatest(:mark::timestamptz, ${UNTIL('figures')}, ${dayStart(':date_from')})`
  const lines = [ownToDate(asked), ...(isOver ? [] : [ownLive(asked, ':parent_id')])]
  const ledger = [
    `select d.received_total as received, d.paid_total as paid from moved_days d
       where d.tenant_id = :tenant_id and d.organisation_id = :asker_id
         and d.day between :date_from::date and :date_to::date`,
    ...(isOver ? [] : [ofOwn(moved(since, dayEnd(':date_to')))]),
  ]
  return `
  with lines as (
    select total(x.sign * x.sold_total) as received, total(x.sign * x.paid_total) as paid
      from (${lines.join(' union all ')}) x),
  ledger as (
    select total(m.received) as received, total(m.paid) as paid from (${ledger.join(' union all ')}) m)
  select case when :is_shop then 0 else abs(l.received - b.received) end + abs(l.paid - b.paid) as difference,
         (${FOUND}) as row
    from lines l cross join ledger b`
}

const ofOwn = (rows: string) => `select x.received, x.paid from (${rows}) x where x.organisation_id = :asker_id`

/** SQL: what the nightly proof's latest run found wrong in the sums of these days, or in their lines and transfers. */
const FOUND = `
  select coalesce(f.value ->> 'row', '')
    from (select r.findings from proof_runs r where r.tenant_id = :tenant_id order by r.id desc limit 1) r
   cross join lateral jsonb_array_elements(r.findings) f
   where (f.value ->> 'counts')::boolean
     and coalesce((f.value ->> 'day_from')::date <= :date_to::date and (f.value ->> 'day_to')::date >= :date_from::date,
                  true) limit 1`

/** The agreement of the totals of a report over whole Berlin days, whatever filters it has. */
export async function agreementOf(q: Query, asker: Asker, date_from: string, date_to: string): Promise<Agreement> {
  const { tenant_id, organisation_id: asker_id, kind, organisation_path } = asker
  const mark = await untilOf(q, tenant_id, 'figures')
  const isOver = isOverBefore(mark, date_to)
  const [sums] = await q.query<{ difference: number; row: string | null }>(SUMS({ asker, date_from, date_to }, isOver), {
    ...{ tenant_id, date_from, date_to: lastDayOf(date_from, date_to), asker_id, is_shop: kind === 'seller' },
    ...(isOver ? {} : { mark, parent_id: organisation_path.at(-2) ?? null }),
  })
  const { difference = 0, row = null } = sums ?? {}
  return { agrees: difference === 0 && row === null, difference, finding: row || null }
}
