// Queries about bookings for a tax adviser.

import type { Calls } from '../../../../contract/index.ts'
import type { OutputOf } from '../../../../contract/kit/call.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { datevDays } from '../../../../contract/papers/datev.ts'
import type { Query } from '../../../postgres/db.ts'
import { columnsAndValues } from '../../../postgres/parameters.ts'

export type DatevSettings = OutputOf<Calls['datevSettings']>

/** The settings of an organisation that has entered none: the accounts of the chart SKR03, and 0 for the tax adviser's numbers, which have to be entered. */
export const noSettings: DatevSettings = {
  ...{ consultant_no: 0, client_no: 0, account_length: 4, debtors_from: 0, revenue_full: '8400', revenue_reduced: '8300', revenue_other: '' },
  ...{ revenue_reverse: '8337', revenue_exempt: '8100', revenue_outside: '1590', commission: '4760', bank: '1200', balances: '1710' },
  ...{ key_full: '9', key_reduced: '8' },
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

/** Which day decides whether a document belongs to a period: the day when it was made, or the last day of its supplies. */
export type By = (typeof datevDays)[number]
type DatevPeriod = { tenant_id: number; organisation_id: string; date_from: string; date_to: string; by: By }

export type Booked = { document_no: string; customer_id: string; issued_on: string; due_on: string | null; date_to: string; cancels: boolean; snapshot: object }

/** The documents of an issuer in a period, oldest first. */
export const documentsOf = (q: Query, asked: DatevPeriod, limit: number) =>
  q.query<Booked>(
    `select i.document_no, i.customer_id, i.issued_on::text as issued_on, i.due_on::text as due_on,
            i.date_to::text as date_to, i.cancels, d.snapshot
       from invoices i
       join documents d on d.tenant_id = :tenant_id and d.id = i.id
      where i.tenant_id = :tenant_id and i.issuer_id = :organisation_id
        and case :by when 'issued' then i.issued_on else i.date_to end between :date_from::date and :date_to::date
      order by i.id limit :limit`,
    { ...asked, limit },
  )

export type Paid = { document_no: string; customer_id: string; amount: Money; paid_on: string; noted_on: string; customer_name: string }

/**
 * Payments and repayments of an issuer's documents in a period, oldest first. In a file that goes by the day of making, the day when a payment was recorded
 * decides, so that the file of a past month never changes.
 */
export const paidOf = (q: Query, asked: DatevPeriod, limit: number) =>
  q.query<Paid>(
    `select i.document_no, i.customer_id, p.amount, p.paid_on::text as paid_on,
            (p.created_at at time zone 'Europe/Berlin')::date::text as noted_on,
            case when (d.snapshot ->> 'is_self_billed')::boolean then d.snapshot -> 'seller' ->> 'name'
              else d.snapshot -> 'buyer' ->> 'name' end as customer_name
       from invoices i
       join invoice_payments p on p.tenant_id = :tenant_id and p.invoice_id = i.id
       join documents d on d.tenant_id = :tenant_id and d.id = i.id
      where i.tenant_id = :tenant_id and i.issuer_id = :organisation_id
        and case :by when 'issued' then (p.created_at at time zone 'Europe/Berlin')::date else p.paid_on end
            between :date_from::date and :date_to::date
      order by p.created_at, p.id limit :limit`,
    { ...asked, limit },
  )

/**
 * The direct customers of an organisation with the account number entered for each, in the order in which they were added. Because of this order a new
 * customer never changes the assigned number of an earlier one.
 */
export const customersInOrder = (q: Query, tenant_id: number, organisation_id: string) =>
  q.query<{ customer_id: string; debtor_no: string }>(
    `select o.id as customer_id, coalesce(t.debtor_no, '') as debtor_no
       from organisations o
       left join invoice_terms t on t.tenant_id = :tenant_id and t.customer_id = o.id
      where o.tenant_id = :tenant_id and o.parent_id = :organisation_id order by o.id`,
    { tenant_id, organisation_id },
  )
