// Queries about reminders: which documents are overdue, and recording a reminder.

import type { Instant } from '../../../../contract/kit/field.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { Query } from '../../../postgres/db.ts'

export type Overdue = {
  invoice_id: string
  document_no: string
  customer_id: string
  recipient: string
  language: Language
  open: Money
  due_on: string
  /** The level of the last reminder; 0 if none was sent. */
  level: number
  reminded_at: Instant | null
}

/** Those of the given documents that the issuer made and that are overdue. */
export const overdue = (q: Query, tenant_id: number, issuer_id: string, invoice_ids: readonly string[], today: string) =>
  q.query<Overdue>(
    `select i.id as invoice_id, i.document_no, i.customer_id,
            coalesce(nullif(s.contact_email, ''), c.email) as recipient, c.default_language as language,
            i.due - i.paid as open, i.due_on::text as due_on, coalesce(r.level, 0) as level, r.created_at as reminded_at
       from invoices i
       join organisations c on c.tenant_id = :tenant_id and c.id = i.customer_id
       left join invoice_settings s on s.tenant_id = :tenant_id and s.organisation_id = i.customer_id
       left join lateral (
         select r.level::int as level, r.created_at from invoice_reminders r
          where r.tenant_id = :tenant_id and r.invoice_id = i.id order by r.level desc limit 1) r on true
      where i.tenant_id = :tenant_id and i.id = any (:invoice_ids::uuid[]) and i.issuer_id = :issuer_id
        and i.due > i.paid and i.due_on < :today::date
        and i.cancelled_by is null
      order by i.id`,
    { tenant_id, issuer_id, invoice_ids, today },
  )

type Reminder = { tenant_id: number; invoice_id: string; level: number; user_id: string; now: Date }

/** Records a reminder. Returns false if a simultaneous reminder was recorded first. */
export const addReminder = async (q: Query, reminder: Reminder) =>
  (
    await q.query(
      `insert into invoice_reminders (tenant_id, invoice_id, level, created_by, created_at)
     values (:tenant_id, :invoice_id, :level, :user_id, :now)
     on conflict (tenant_id, invoice_id, level) do nothing returning level`,
      reminder,
    )
  ).length > 0
