// Reads the Z-reports of all shops below an organisation, for the pack of a month.
import type { Money } from '../../../../contract/kit/money.ts'
import { dayEnd, dayStart } from '../../../kit/berlin.ts'
import type { Query } from '../../../postgres/db.ts'

export type ZReportRow = {
  document_id: string
  shop_id: string
  /** The shop's name when the Z-report was made. */
  shop_name: string
  circle: number
  number: number
  day: string
  closed_at: string
  username: string
  sales: number
  quantity: number
  face_total: Money
  bought_total: Money
  refunds_total: Money
  hash: string
}
type ShiftPeriod = { tenant_id: number; organisation_id: string; date_from: string; date_to: string }

const amount = (path: string) => `((d.snapshot #>> '{${path}}')::numeric * 10000)::bigint`
/** SQL: the time printed on the Z-report. Its row is written a moment later, and the row's id has that later time. */
const CLOSED_AT = `(d.snapshot ->> 'closed_at')::timestamptz`

/** The Z-reports that were closed in a period and were made after `after`, in the order in which they were made; from the beginning if `after` is null. */
export const zReportsBelow = (q: Query, asked: ShiftPeriod, after: string | null, limit: number) =>
  q.query<ZReportRow>(
    `select d.id as document_id, d.owner_id as shop_id, d.snapshot #>> '{shop,name}' as shop_name, d.circle, d.number,
            (${CLOSED_AT} at time zone 'Europe/Berlin')::date::text as day, ${CLOSED_AT} as closed_at,
            d.snapshot ->> 'username' as username, (d.snapshot -> 'sales')::int as sales,
            (d.snapshot -> 'quantity')::int as quantity, ${amount('face_total')} as face_total,
            ${amount('bought_total')} as bought_total, ${amount('refunds,face_total')} as refunds_total,
            encode(d.hash, 'hex') as hash
       from documents d
       join organisations o on o.tenant_id = :tenant_id and o.id = d.owner_id and :organisation_id = any (o.path)
      where d.tenant_id = :tenant_id and d.kind = 'z_report'
        and d.id > coalesce(:after::uuid, first_id_at(${dayStart(':date_from')} - interval '1 hour'))
        and d.id < first_id_at(${dayEnd(':date_to')} + interval '1 hour')
        and ${CLOSED_AT} >= ${dayStart(':date_from')} and ${CLOSED_AT} < ${dayEnd(':date_to')}
      order by d.id limit :limit`,
    { ...asked, after, limit },
  )
