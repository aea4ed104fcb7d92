// Sales by the hour, kept as every tally is (tallies.ts), for organisations above the shops. Shops add up their own lines, which an index finds. An hour of
// Berlin is an hour of UTC, so that its hours, days and weekdays follow from one row.
import { dayEnd, dayStart, firstIdAt, withinDays } from '../kit/berlin.ts'
import type { Asked } from './asked.ts'
import type { Timed } from './clock.ts'
import { type Counted, lines, summed, valuesOf } from './counting.ts'
import type { Query } from './db.ts'
import { figures } from './figures.ts'
import { BOUGHT, SOLD } from './hop.ts'
import type { JobList } from './jobs.ts'
import { type Tally, tallyUp, UNTIL, untilOf } from './tallies.ts'

const MEASURES = ['lines', 'quantity', 'face_total', 'sold_total', 'bought_total'] as const

const ADD = `
  insert into figures_of_hours (tenant_id, organisation_id, at, sign, ${MEASURES.join(', ')})
  select :tenant_id, x.organisation_id, x.at, x.sign, ${MEASURES.map((name) => `sum(x.${name})`).join(', ')}
    from (select p.id as organisation_id, date_trunc('hour', s.created_at, 'UTC') as at, s.sign, 1 as lines, s.quantity,
                 s.value * s.quantity as face_total, ${SOLD('p.id')} as sold_total, ${BOUGHT('p.id')} as bought_total
            from facts s
            join organisations o on o.tenant_id = :tenant_id and o.id = s.seller_id
            join organisations p on p.tenant_id = :tenant_id and p.id = any (o.path) and p.kind <> 'seller'
           where s.tenant_id = :tenant_id and s.id >= ${firstIdAt(':from::timestamptz')}
             and s.id < ${firstIdAt(':to::timestamptz')}) x
   group by 2, 3, 4
  on conflict (tenant_id, organisation_id, at, sign)
  do update set ${MEASURES.map((name) => `${name} = figures_of_hours.${name} + excluded.${name}`).join(', ')}`

export const hours: Tally = { name: 'hours', next: figures.next, add: async (q, tenant_id, from, to) => void (await q.query(ADD, { tenant_id, from, to })) }

export const hoursJobs = (needs: Timed): JobList => ({ tally_hours: { cron: '*/10 * * * *', work: () => tallyUp(needs, hours) } })

/** Whether an asker's figures by the hour are rolled up. */
export const hasHours = ({ kind }: Asked['asker']): boolean => kind !== 'seller'

const SINCE = `s.id >= ${firstIdAt(':hours_mark::timestamptz')} and s.id >= ${firstIdAt(UNTIL('hours'))}`
const OF_DAYS = `s.created_at >= ${dayStart(':date_from')} and s.created_at < ${dayEnd(':date_to')}`

/** The hour of `minute`'s clock on the last day, with the hours beside it: a clock may show one hour twice. Its lines are looked at one by one. */
const NEAR = `((:date_to::date + date_trunc('hour', (:minute::timestamptz at time zone 'Europe/Berlin')::time)) at time zone 'Europe/Berlin')`
const [NEAR_FROM, NEAR_TO] = [`${NEAR} - interval '1 hour'`, `${NEAR} + interval '2 hours'`]
const IS_NEAR = `s.created_at >= ${NEAR_FROM} and s.created_at < ${NEAR_TO}`
const LINES_NEAR = `
  s.id >= ${firstIdAt(`${NEAR_FROM} - interval '1 hour'`)} and s.id < ${firstIdAt(`${NEAR_TO} + interval '1 hour'`)}
  and ${IS_NEAR} and ${OF_DAYS}`

/**
 * Figures by `keys`, SQL over the time `s.created_at` alone; with `minute`, only what the clock of its day had seen by that minute where `where` says so, or
 * `:minute` is among the keys.
 */
export async function figuresByHour(
  q: Query,
  keys: Readonly<Record<string, string>>,
  asked: Asked,
  { minute, where = 'true' }: { minute?: Date; where?: string } = {},
) {
  const columns = Object.entries(keys).map(([name, sql]) => `${sql} as ${name}`)
  const apart = minute ? `not (${IS_NEAR}) and ` : ''
  const rows = [
    `select ${[...columns, 's.sign', ...MEASURES.map((name) => `s.${name}`)].join(', ')}
       from (select h.*, h.at as created_at from figures_of_hours h
              where h.tenant_id = :tenant_id and h.organisation_id = :asker_id
                and h.at >= ${dayStart(':date_from')} and h.at < ${dayEnd(':date_to')}) s
      where ${apart}${where}`,
    lines(columns, asked, `${SINCE} and ${withinDays('s', ':date_from', ':date_to')} and ${apart}${where}`),
    ...(minute ? [lines(columns, asked, `${LINES_NEAR} and ${where}`)] : []),
  ]
  const hours_mark = await untilOf(q, asked.asker.tenant_id, 'hours')
  const counted: Counted = {
    text: summed(rows.join(' union all '), Object.keys(keys)),
    values: { ...valuesOf(asked), hours_mark, ...(minute ? { minute } : {}) },
  }
  return counted
}
