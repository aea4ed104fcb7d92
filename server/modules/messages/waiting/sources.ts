// What may wait for a user. A module that has something waiting adds an entry: the call that a user must be allowed to make to see it, and SQL for its rows.
import type { CallName } from '../../../../contract/index.ts'
import type { WaitingKind } from '../../../../contract/messages/waiting.ts'

/**
 * One kind of what may wait. `rows` is SQL that begins with `from`; it may use :tenant_id, :organisation_id, :is_platform, :now and :today (the day in
 * Berlin).
 */
export type Source = { kind: WaitingKind; of: CallName; rows: string }

export const sources: readonly Source[] = [
  {
    kind: 'claims',
    of: 'reclaimsList',
    rows: `from reclamations r
            where r.tenant_id = :tenant_id and (r.desk_id = :organisation_id or :is_platform)
              and r.state not in ('accepted', 'rejected')`,
  },
  {
    kind: 'credit_requests',
    of: 'creditRequestsList',
    rows: `from credit_requests r
            where r.tenant_id = :tenant_id and r.state = 'waiting'
              and (r.organisation_id = :organisation_id or :is_platform)`,
  },
  {
    kind: 'login_requests',
    of: 'loginRequestsList',
    rows: `from logins l
             join users u on u.tenant_id = :tenant_id and u.id = l.user_id
             join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
            where l.tenant_id = :tenant_id and l.state = 'waiting' and l.needs_approval and l.expires_at > :now
              and :organisation_id = any (o.path)`,
  },
  {
    kind: 'registrations',
    of: 'registrationsList',
    rows: `from registrations r
             join organisations o on o.tenant_id = :tenant_id and o.id = r.organisation_id
            where r.tenant_id = :tenant_id and r.completed_at is null and r.cancelled_at is null
              and r.expires_at > :now and :organisation_id = any (o.path)`,
  },
  {
    kind: 'stock_held',
    of: 'heldList',
    rows: `from (select distinct h.batch_no from queue_heads h
                  where h.tenant_id = :tenant_id and h.held_published is not null) h
             join batches b on b.tenant_id = :tenant_id and b.batch_no = h.batch_no
            where b.owner_id = :organisation_id or :is_platform`,
  },
  {
    // Orders with an unknown outcome, and orders that only a person can end.
    kind: 'live_orders',
    of: 'liveOrdersList',
    rows: `from live_orders o
            where o.tenant_id = :tenant_id and o.ended_at is null and o.state in ('unknown', 'manual') and :is_platform`,
  },
  {
    kind: 'cases',
    of: 'casesList',
    rows: `from cases k where k.tenant_id = :tenant_id and k.closed_at is null and :is_platform`,
  },
  {
    kind: 'invoices_overdue',
    of: 'invoicesList',
    rows: `from invoices i
            where i.tenant_id = :tenant_id and (i.issuer_id = :organisation_id or :is_platform)
              and i.paid <> i.due and i.due > 0 and i.due_on < :today and i.cancelled_by is null`,
  },
]
