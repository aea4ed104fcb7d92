// Queries of bookings for a tax adviser.
import type { Calls } from '../../../contract/index.ts'
import type { OutputOf } from '../../../contract/kit/call.ts'
import type { Query } from '../../postgres/db.ts'
import { columnsAndValues } from '../../postgres/parameters.ts'

export type DatevSettings = OutputOf<Calls['datevSettings']>

/** Accounts of the chart SKR03; the adviser's own numbers nobody can guess. */
export const noSettings: DatevSettings = {
  ...{ consultant_no: 0, client_no: 0, account_length: 4, receivables: '1400', revenue_full: '8400', revenue_reduced: '8300' },
  ...{ revenue_reverse: '8337', revenue_exempt: '8100', revenue_outside: '1590', commission: '4760' },
}
const COLUMNS = Object.keys(noSettings)

export const datevSettingsOf = async (q: Query, tenant_id: number, organisation_id: string): Promise<DatevSettings> =>
  (
    await q.query<DatevSettings>(
      `select ${COLUMNS.join(', ')} from datev_settings
        where tenant_id = :tenant_id and organisation_id = :organisation_id`,
      { tenant_id, organisation_id },
    )
  )[0] ?? noSettings

export const putDatevSettings = (q: Query, tenant_id: number, organisation_id: string, settings: DatevSettings) =>
  q.query(
    `insert into datev_settings ${columnsAndValues(['tenant_id', 'organisation_id', ...COLUMNS])}
     on conflict (tenant_id, organisation_id) do update set
       ${COLUMNS.map((name) => `${name} = excluded.${name}`).join(', ')}`,
    { tenant_id, organisation_id, ...settings },
  )

export type Booked = { document_no: string; issued_on: string; due_on: string | null; snapshot: object }

/** Documents that an issuer made in a period, oldest first. */
export const documentsOf = (q: Query, tenant_id: number, issuer_id: string, date_from: string, date_to: string, limit: number) =>
  q.query<Booked>(
    `select i.document_no, i.issued_on::text as issued_on, i.due_on::text as due_on, d.snapshot
       from invoices i
       join documents d on d.tenant_id = :tenant_id and d.id = i.id
      where i.tenant_id = :tenant_id and i.issuer_id = :issuer_id
        and i.issued_on between :date_from::date and :date_to::date
      order by i.id limit :limit`,
    { tenant_id, issuer_id, date_from, date_to, limit },
  )
