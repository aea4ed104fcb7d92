// Queries about tills, their running shifts, and earlier Z-reports.
import type { InputOf, OutputOf } from '../../../../contract/kit/call.ts'
import type { Instant } from '../../../../contract/kit/field.ts'
import type { shiftsOpen, zReportsList } from '../../../../contract/papers/shifts.ts'
import type { Agreement } from '../../../figures/agreement.ts'
import { UNTIL } from '../../../figures/tallies.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { dayEnd, dayStart, firstIdAt } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'
import { pageOf } from '../../../postgres/list-query.ts'
import { searchFor } from '../../../postgres/search.ts'
import type { Content, Till } from './content.sql.ts'

/** SQL: the name of the device, if the till's browser is paired with a device of the shop; otherwise the name that the browser gives itself. */
const DEVICE = (till: string, session: string) => `
  coalesce((select d.tag from devices_known k
              join devices d on d.tenant_id = :tenant_id and d.browser_hash = k.secret_hash
                            and d.customer_id = :organisation_id
             where k.tenant_id = :tenant_id and k.id = ${till}),
           (select n.device from sessions n where n.tenant_id = :tenant_id and n.id = ${session}), '')`

export const tillOf = ({ browser_id, user_id }: SignedIn) => browser_id ?? user_id

export const ownTill = (q: Query, { tenant_id, organisation_id, user_id, session_id, browser_id }: SignedIn) =>
  q.query<Till>(
    `select :till_id::uuid as till_id, :user_id::uuid as user_id,
            ${DEVICE(':till_id', ':session_id')} as device`,
    { tenant_id, organisation_id, user_id, session_id, till_id: browser_id ?? user_id },
  )

type Open = Omit<OutputOf<typeof shiftsOpen>['content'][number], 'is_this'> & Till

/**
 * SQL: from which time on the shop's sales must be read to find those that no Z-report has counted. It is the earliest of these times, but never before
 * `shifts_since`: for each till that has sold since its last Z-report, an hour before that Z-report; for each till that was never closed, an hour before its
 * first sale; and the time up to which the tally of tills has counted. (The time in a sale's id differs from the sale's own time by at most an hour.)
 */
const LOOKED_AT = `
  select greatest(t.shifts_since, least(${UNTIL('tills')}, (
           select min(coalesce(f.decided, k.first_at) - interval '1 hour')
             from till_times k
             left join shifts f on f.tenant_id = :tenant_id and f.till_id = k.till_id and f.seller_id = k.seller_id
            where k.tenant_id = :tenant_id and k.seller_id = :organisation_id
              and (f.decided is null or k.last_at >= f.decided - interval '1 hour'))))
    from tenants t where t.tenant_id = :tenant_id`

/** The tills of the shop that have sales or refunds which no Z-report has counted. */
export const openShifts = (q: Query, { tenant_id, organisation_id }: SignedIn) =>
  q.query<Open>(
    `with line as (
       select s.id, s.created_at, s.user_id, s.session_id, 1 as sales, s.value * s.quantity as face from sales s
        where s.tenant_id = :tenant_id and s.seller_id = :organisation_id
          and s.id >= (select first_id_at(x.at) from (${LOOKED_AT}) x(at))
       union all
       select r.id, r.created_at, s.user_id, s.session_id, 0, -r.value * r.quantity from refunds r
         join sales s on s.tenant_id = :tenant_id and s.id = r.sale_id
        where r.tenant_id = :tenant_id and r.seller_id = :organisation_id
          and r.created_at >= (select t.shifts_since from tenants t where t.tenant_id = :tenant_id)),
     till as (
       select coalesce(n.device_id, n.user_id) as till_id, l.user_id, min(l.created_at) as first_at,
              sum(l.sales)::int as sales, sum(l.face)::bigint as face_total,
              (array_agg(l.session_id order by l.id desc))[1] as session_id
         from line l join sessions n on n.tenant_id = :tenant_id and n.id = l.session_id
        where not exists (select from shift_lines c where c.tenant_id = :tenant_id and c.line_id = l.id)
        group by 1, 2)
     select t.till_id, t.user_id,
            coalesce((select u.username from users u
                       where u.tenant_id = :tenant_id and u.id = t.user_id), '') as username,
            t.first_at, t.sales, t.face_total,
            t.till_id <> t.user_id as has_drawer, ${DEVICE('t.till_id', 't.session_id')} as device
       from till t order by t.first_at, t.till_id`,
    { tenant_id, organisation_id },
  )

export const shiftOf = (q: Query, actor: SignedIn) =>
  q.query<{ opened_at: Instant | null; number: number | null; counts_drawer: boolean }>(
    `select f.opened_at, d.number, o.counts_drawer
       from organisations o
       left join shifts f on f.tenant_id = :tenant_id and f.till_id = :till_id and f.seller_id = o.id
       left join documents d on d.tenant_id = :tenant_id and d.id = f.document_id
      where o.tenant_id = :tenant_id and o.id = :organisation_id`,
    { tenant_id: actor.tenant_id, organisation_id: actor.organisation_id, till_id: tillOf(actor) },
  )

export const setRules = (q: Query, { tenant_id, organisation_id }: SignedIn, counts_drawer: boolean) =>
  q.query<{ before: boolean }>(
    `update organisations o set counts_drawer = :counts_drawer
       from (select id, counts_drawer from organisations
              where tenant_id = :tenant_id and id = :organisation_id for no key update) old
      where o.tenant_id = :tenant_id and o.id = old.id returning old.counts_drawer as before`,
    { tenant_id, organisation_id, counts_drawer },
  )

type Closing = { key: string; document_id: string; now: Date }
export type Closed = Content & { made_before: string | null; closed_at: Instant }

export const close = (q: Query, { tenant_id, organisation_id }: SignedIn, { till_id, user_id }: Till, { key, document_id, now }: Closing) =>
  q.query<Closed>('select * from close_shift(:tenant_id, :now, :key, :document_id, :organisation_id, :user_id, :till_id)', {
    ...{ tenant_id, organisation_id, till_id, user_id },
    ...{ key, document_id, now },
  })

export const documentOfKey = (q: Query, tenant_id: number, key: string) =>
  q.query<{ document_id: string }>('select id as document_id from documents where tenant_id = :tenant_id and key = :key', { tenant_id, key })

type ZReportsListInput = InputOf<typeof zReportsList>
type Row = OutputOf<typeof zReportsList>['content'][number]

const amount = (euro: string) => `((${euro})::numeric * 10000)::bigint`
/**
 * SQL: the Z-reports of the shop. `materialized` makes PostgreSQL parse each snapshot only once, even if several parts of a query read it. The days are those
 * printed on the Z-report; its row is written a moment later.
 */
const Z_REPORTS = `
  z as materialized (
    select d.id as document_id, d.number, d.circle, p.closed_at, p.opened_at, p.username, p.device, p.sales, p.quantity,
           p.masked, ${amount('p.face_total')} as face_total, ${amount('p.bought_total')} as bought_total,
           ${amount(`p.refunds ->> 'face_total'`)} as refunds_total,
           ${amount(`p.drawer ->> 'counted'`)} - ${amount(`p.drawer ->> 'expected'`)} as difference
      from documents d
     cross join lateral jsonb_to_record(d.snapshot) as p(
       closed_at timestamptz, opened_at timestamptz, user_id text, till_id text, username text, full_name text,
       device text, sales int, quantity int, masked boolean, face_total text, bought_total text, refunds jsonb,
       drawer jsonb)
     where d.tenant_id = :tenant_id and d.owner_id = :organisation_id and d.kind = 'z_report'
       and (:date_from::text is null or d.id >= ${firstIdAt(`${dayStart(':date_from')} - interval '1 hour'`)})
       and (:date_to::text is null or d.id < ${firstIdAt(`${dayEnd(':date_to')} + interval '1 hour'`)})
       and (:number::bigint is null or d.number = :number)
       and (:sees_all or p.user_id = :user_id::text) and (:till_id::text is null or p.till_id = :till_id)
       and (:date_from::text is null or p.closed_at >= ${dayStart(':date_from')})
       and (:date_to::text is null or p.closed_at < ${dayEnd(':date_to')})
       and (:search::text is null or strpos(lower(p.username), :search) > 0
            or strpos(lower(p.full_name), :search) > 0 or strpos(lower(p.device), :search) > 0))`

const parameters = ({ tenant_id, organisation_id, user_id }: SignedIn, sees_all: boolean, { filters, search_text }: ZReportsListInput) => ({
  ...{ tenant_id, organisation_id, user_id, sees_all },
  date_from: filters.date_from ?? null,
  date_to: filters.date_to ?? null,
  number: filters.number ?? null,
  till_id: filters.till_id ?? null,
  search: searchFor(search_text),
})

type Stored = Omit<Row, 'bought_total'> & { bought_total: number; masked: boolean }
/** The totals of all rows of the list, not only of the rows on the page. */
type Totals = { total_count: number; all_sales: number; all_face_total: number; all_refunds_total: number }

export const zReports = (q: Query, actor: SignedIn, sees_all: boolean, asked: ZReportsListInput, limit: number, offset: number) =>
  q.query<Stored & Totals>(
    pageOf(
      {
        before: `with ${Z_REPORTS}`,
        select: `z.*, (count(*) over ())::int as total_count, (total(z.sales) over ())::int as all_sales,
                 total(z.face_total) over () as all_face_total, total(z.refunds_total) over () as all_refunds_total`,
        from: 'z',
        where: 'true',
        order: 'z.document_id desc',
      },
      parameters(actor, sees_all, asked),
      { limit, offset },
    ),
  )
/** Compares the printed figures of a Z-report with the lines that it counted, which are added up again for this. */
export const saidByLines = async (q: Query, { tenant_id }: SignedIn, document_id: string): Promise<Agreement> => {
  const [off] = await q.query<{ sales: number; difference: number }>(
    `select abs(count(s.id) - (d.snapshot ->> 'sales')::bigint)::int as sales,
            abs(coalesce(sum(s.value * s.quantity), 0) - ${amount(`d.snapshot ->> 'face_total'`)})::bigint
            + abs(coalesce(sum(r.value * r.quantity), 0)
                  - ${amount(`d.snapshot #>> '{refunds,face_total}'`)})::bigint as difference
       from documents d
       left join shift_lines l on l.tenant_id = :tenant_id and l.document_id = d.id
       left join sales s on s.tenant_id = :tenant_id and s.id = l.line_id
       left join refunds r on r.tenant_id = :tenant_id and r.id = l.line_id
      where d.tenant_id = :tenant_id and d.id = :document_id group by d.id, d.snapshot`,
    { tenant_id, document_id },
  )
  const agrees = off?.sales === 0 && off.difference === 0
  return { agrees, difference: off?.difference ?? null, finding: agrees ? null : document_id }
}
