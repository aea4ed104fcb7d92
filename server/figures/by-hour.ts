// Sums sales by the hour for organisations above the shops; the sums are kept up to date as every tally is (tallies.ts). Shops add up their own lines, which an
// index finds. Berlin's offset is whole hours, so one row per UTC hour gives Berlin hours, days and weekdays.
import { berlinDay, berlinTime, dayEnd, dayStart, firstIdAt, withinDays } from '../kit/berlin.ts'
import type { Timed } from '../postgres/clock.ts'
import type { Query } from '../postgres/db.ts'
import type { JobList } from '../postgres/jobs.ts'
import { BOUGHT, SOLD } from './price-chain.ts'
import type { SalesQuestion } from './question.ts'
import { figures } from './roll-ups.ts'
import { type Counted, summed } from './row-sums.ts'
import { isOverBefore, lines, valuesOf } from './sales-figures.ts'
import { type Tally, tallying, UNTIL, untilOf } from './tallies.ts'

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

export const hoursJobs = (needs: Timed): JobList => ({ tally_hours: { cron: '1,11,21,31,41,51 * * * *', work: tallying(needs, hours) } })

/** Whether the figures by the hour are stored as roll-ups for this asker: for everybody but shops. */
export const hasHours = ({ kind }: SalesQuestion['asker']): boolean => kind !== 'seller'

const SINCE = `s.id >= ${firstIdAt(':hours_mark::timestamptz')} and s.id >= ${firstIdAt(UNTIL('hours'))}`
const HOURS = `
  (select h.*, h.at as created_at from figures_of_hours h
    where h.tenant_id = :tenant_id and h.organisation_id = :asker_id`

type Keys = Readonly<Record<string, string>>
const columnsOf = (keys: Keys) => Object.entries(keys).map(([name, sql]) => `${sql} as ${name}`)
const rolledUp = (columns: readonly string[], hours: string) => `
  select ${[...columns, 's.sign', ...MEASURES.map((name) => `s.${name}`)].join(', ')} from ${hours}) s`

/** Figures grouped by `keys`, which are SQL expressions over the time `s.created_at` alone. */
export async function figuresByHour(q: Query, keys: Keys, asked: SalesQuestion): Promise<Counted> {
  const columns = columnsOf(keys)
  const mark = await untilOf(q, asked.asker.tenant_id, 'hours')
  const isOver = isOverBefore(mark, asked.date_to)
  const rows = [
    rolledUp(columns, `${HOURS} and h.at >= ${dayStart(':date_from')} and h.at < ${dayEnd(':date_to')}`),
    ...(isOver ? [] : [lines(columns, asked, `${SINCE} and ${withinDays('s', ':date_from', ':date_to')}`)]),
  ]
  return { text: summed(rows.join(' union all '), Object.keys(keys)), values: { ...valuesOf(asked), ...(isOver ? {} : { hours_mark: mark }) } }
}

/** SQL: the row's time of day is not later than the time of day of :minute. */
export const UNTIL_MINUTE = `
  (s.created_at at time zone 'Europe/Berlin')::time <= (:minute::timestamptz at time zone 'Europe/Berlin')::time`

/**
 * Figures of the given days, which are exact at the time of day of `minute`: if `where` is UNTIL_MINUTE, each day counts only up to that time; if UNTIL_MINUTE
 * is one of the keys, the rows before and after that time are added up separately. Whole hours come from the roll-up; the hour that contains the minute comes
 * from the lines.
 */
export async function figuresUntil(q: Query, keys: Keys, asker: SalesQuestion['asker'], { days, minute, where = 'true' }: Until): Promise<Counted> {
  const columns = columnsOf(keys)
  const asked = { asker, date_from: first(days), date_to: first([...days].reverse()) }
  const { whole, part } = hoursOf(days, minute)
  const mark = await untilOf(q, asker.tenant_id, 'hours')
  const ofHour = `date_trunc('hour', s.created_at, 'UTC') = any (:whole_hours::timestamptz[])`
  // If each day counts only up to the time of day of `minute`, the lines of that hour after that time need not be read.
  const past = where === UNTIL_MINUTE ? { past_ms: minute.getTime() % HOUR_MS } : undefined
  const rows = [
    `${rolledUp(columns, `${HOURS} and h.at = any (:whole_hours::timestamptz[])`)} where ${where}`,
    lines(columns, asked, `${SINCE} and ${ofHour} and ${where}`),
    lines(columns, asked, `${OF_HOUR} and ${where}`, false, partHours(past && `x.at + :past_ms * interval '1 millisecond'`)),
  ]
  const { tenant_id, asker_id } = valuesOf(asked)
  return {
    text: summed(rows.join(' union all '), Object.keys(keys)),
    values: { tenant_id, asker_id, hours_mark: mark, minute, whole_hours: whole, part_hours: part, ...past },
  }
}
type Until = { days: readonly string[]; minute: Date; where?: string }
const first = ([day = '']: readonly string[]) => day

/**
 * SQL: line `s` belongs to hour `h`. The range of ids lets an index find the line, because the time in a line's id is never more than an hour away from the
 * line's created_at.
 */
const OF_HOUR = `
  s.id >= h.first_id and s.id < h.behind_id and s.created_at >= h.at and s.created_at <= h.until`
/**
 * SQL: computes the ids as columns before the join, because behind row level security an index is used only if a condition compares columns and calls no
 * function.
 */
const partHours = (until = `x.at + interval '1 hour' - interval '1 microsecond'`) => `
  (select x.at, ${until} as until, ${firstIdAt(`x.at - interval '1 hour'`)} as first_id,
          ${firstIdAt(`${until} + interval '1 hour'`)} as behind_id
     from unnest(:part_hours::timestamptz[]) x(at) offset 0) h cross join`

const HOUR_MS = 3_600_000
/**
 * The hours of Berlin days in two lists: `part` has the hours with the same clock hour as the minute (one per day, except when clocks change), `whole` has all
 * others.
 */
function hoursOf(days: readonly string[], minute: Date) {
  const hour = berlinTime(minute).slice(0, 2)
  const all = days.flatMap((day) => {
    const noon = Date.parse(`${day}T12:00:00Z`)
    return Array.from({ length: 30 }, (_, i) => new Date(noon + (i - 15) * HOUR_MS)).filter((at) => berlinDay(at) === day)
  })
  return { whole: all.filter((at) => berlinTime(at).slice(0, 2) !== hour), part: all.filter((at) => berlinTime(at).slice(0, 2) === hour) }
}
