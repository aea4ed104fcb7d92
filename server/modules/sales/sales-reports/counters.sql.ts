// Queries of the sales counters: the sales of today, this week and this month until now, and of yesterday, last week and last month until the same minute.
// Whole days are read from the roll-ups, the last day from its lines. A separate query counts the lines by status.
import type { InputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { salesCounters } from '../../../../contract/sales/sales-reports.ts'
import { figuresUntil, hasHours, UNTIL_MINUTE } from '../../../figures/by-hour.ts'
import { CHOSEN, type LineFilters, lineValues, scopeOf } from '../../../figures/line-filters.ts'
import type { Counted } from '../../../figures/row-sums.ts'
import { type Days, figuresChosen, isAll } from '../../../figures/sale-lines.ts'
import { type Figures, figuresOfLines } from '../../../figures/sales-figures.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { dayBefore } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'

type SalesCountersInput = InputOf<typeof salesCounters>

/**
 * A period from the day `first` to the day `last`, of which the last day counts only up to the present minute. `is_now`: whether it is the present period,
 * not the previous one.
 */
export type Span = { name: 'today' | 'week' | 'month'; is_now: boolean; first: string; before_last: string; last: string }

const CLOCK = `(:now::timestamptz at time zone 'Europe/Berlin')`

/** The six periods. On a day that the month before does not have, such as the 31st, the period of that month ends with its last day. */
export const spansAt = (q: Query, now: Date) =>
  q.query<Span>(
    `select u.name, b.is_now, (date_trunc(u.unit, ${CLOCK}) - b.back)::date::text as first,
            ((${CLOCK} - b.back)::date - 1)::text as before_last, (${CLOCK} - b.back)::date::text as last
       from (values ('today', 'day', interval '1 day'), ('week', 'week', interval '7 days'),
                    ('month', 'month', interval '1 month')) u (name, unit, back)
      cross join lateral (values (true, interval '0'), (false, u.back)) b (is_now, back)`,
    { now },
  )

const only = async (q: Query, { text, values }: { text: string; values: object }) =>
  (await q.query<Figures>(`select f.* from (${text}) f`, values as Record<string, unknown>))[0]

const ofDays = async (q: Query, actor: SignedIn, filters: LineFilters, days: Days) => only(q, await figuresChosen(q, actor, { dimensions: [] }, filters, days))

type Parts = { whole: Figures | undefined; last: Figures | undefined }

/** The figures of each period: those of its whole days, and those of its last day until now. */
export async function figuresOfSpans(q: Query, actor: SignedIn, filters: LineFilters, spans: readonly Span[], now: Date): Promise<Parts[]> {
  if (isAll(filters) && hasHours(actor)) return ofAll(q, actor, spans, now)
  const parts: Parts[] = []
  for (const { first, before_last, last } of spans) {
    const whole = first > before_last ? undefined : await ofDays(q, actor, filters, { date_from: first, date_to: before_last })
    const known = parts[spans.findIndex((span) => span.last === last)]
    parts.push({ whole, last: known ? known.last : await untilNow(q, actor, filters, last, now) })
  }
  return parts
}

type OfDay = Figures & { day: string }
const DAY = `(s.created_at at time zone 'Europe/Berlin')::date`

/** The figures of all periods without filters: one query for all whole days, and one for the last days until this minute. */
async function ofAll(q: Query, actor: SignedIn, spans: readonly Span[], now: Date): Promise<Parts[]> {
  const days = [...new Set(spans.map(({ last }) => last))].sort()
  const [date_from, date_to] = [least(spans.map(({ first }) => first)), days.at(-1) ?? '']
  const each = await figuresChosen(q, actor, { dimensions: ['day'] }, {}, { date_from, date_to: dayBefore(date_to) })
  const until = await figuresUntil(q, { day: DAY }, actor, { days, minute: now, where: UNTIL_MINUTE })
  const read = ({ text, values }: Counted) => q.query<OfDay>(`select f.* from (${text}) f`, values)
  const [whole, last] = [await read(each), await read(until)]
  return spans.map((span) => ({
    whole: added(whole.filter(({ day }) => day >= span.first && day <= span.before_last)),
    last: last.find(({ day }) => day === span.last),
  }))
}
const least = (days: readonly string[]) => [...days].sort()[0] ?? ''

const added = (rows: readonly Figures[]): Figures | undefined =>
  rows.length === 0 ? undefined : rows.reduce((a, b) => Object.fromEntries(names.map((name) => [name, a[name] + b[name]])) as Figures)
const AMOUNTS = ['lines', 'quantity', 'face_total', 'sold_total', 'bought_total'] as const
const names = [...AMOUNTS, ...AMOUNTS.map((name) => `refund_${name}` as const)]

/** The figures of one day, up to this minute of the day. */
async function untilNow(q: Query, actor: SignedIn, filters: LineFilters, day: string, now: Date) {
  const until = `(s.created_at at time zone 'Europe/Berlin')::time <= ${CLOCK}::time`
  const { text, values } = figuresOfLines({}, { asker: actor, date_from: day, date_to: day }, `${CHOSEN} and ${until}`)
  return only(q, { text, values: { ...values, ...lineValues(actor, filters, await scopeOf(q, actor, filters)), now } })
}

export type StatusRow = { status: 'successful' | 'failed' | 'pending' | 'refunded'; count: number; quantity: number; sold_total: Money }

/** The number of lines by status. Refunds count separately; all other lines were successful, because a failed sale is not stored (6-check-sales.sql). */
export async function byStatus(
  q: Query,
  actor: SignedIn,
  { filters }: Pick<SalesCountersInput, 'filters'>,
  days: { date_from: string; date_to: string },
): Promise<StatusRow[]> {
  const found = await ofDays(q, actor, filters, days)
  if (!found) return []
  const { lines, quantity, sold_total, refund_lines, refund_quantity, refund_sold_total } = found
  const rows: StatusRow[] = [
    { status: 'refunded', count: refund_lines, quantity: -refund_quantity, sold_total: -refund_sold_total },
    { status: 'successful', count: lines, quantity: quantity + refund_quantity, sold_total: sold_total + refund_sold_total },
  ]
  return rows.filter(({ count }) => count > 0)
}
