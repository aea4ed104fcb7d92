// Sources of open matters. A module that has open matters adds an entry: the call that a user must be allowed to make to see them, and SQL for their rows.
import type { CallName } from '../../../../contract/index.ts'
import type { openKinds } from '../../../../contract/messages/open-matters.ts'

export type Source = {
  kind: (typeof openKinds)[number]
  of: CallName
  /**
   * SQL for the rows: matter_id (text), since, subject (text), organisation_id, user_id (uuid or null) and amount (bigint or null). It may use :tenant_id,
   * :organisation_id, :user_id, :is_platform and :now.
   */
  rows: string
}

/** SQL: whether an organisation is the caller's own or below it. */
const isBelow = (organisation_id: string) => `
  exists (select from organisations o
           where o.tenant_id = :tenant_id and o.id = ${organisation_id} and :organisation_id = any (o.path))`

/** How many days back sales are searched for files that were not fetched. */
const FILE_DAYS = 30

export const sources: readonly Source[] = [
  {
    // The amount is the money held at the caller's own hop. The owner of the goods pays nobody, so its amount is the money held at its customer's
    // hop.
    kind: 'hold',
    of: 'balance',
    rows: `select h.key::text as matter_id, h.created_at as since, h.product_name as subject,
                  h.seller_id as organisation_id,
                  h.user_id, h.quantity * coalesce(h.prices[array_position(h.chain, :organisation_id)],
                    h.prices[array_position(h.chain, :organisation_id) - 1], 0) as amount
             from holds h where h.tenant_id = :tenant_id and h.state = 'open' and ${isBelow('h.seller_id')}`,
  },
  {
    kind: 'case',
    of: 'casesList',
    rows: `select k.id::text, k.opened_at,
                  case when k.statement_id is null then h.product_name else s.company || ' · ' || k.subject end,
                  coalesce(h.seller_id, s.owner_id), h.user_id,
                  case when k.statement_id is null then h.amount_total else abs(k.theirs - k.ours) end
             from cases k
             left join holds h on h.tenant_id = :tenant_id and h.key = k.key
             left join suppliers s on s.tenant_id = :tenant_id and s.id = k.connection_id
            where k.tenant_id = :tenant_id and k.closed_at is null and :is_platform`,
  },
  {
    kind: 'approval',
    of: 'creditRequestsList',
    rows: `select r.id::text, r.asked_at, coalesce(c.name, ''), r.organisation_id, r.asked_by, r.amount
             from credit_requests r
             left join organisations c on c.tenant_id = :tenant_id and c.id = r.wallet_id
            where r.tenant_id = :tenant_id and r.state = 'waiting'
              and (r.organisation_id = :organisation_id or :is_platform)`,
  },
  {
    kind: 'credit_run',
    of: 'creditRunProgress',
    rows: `select r.id::text, r.created_at, r.done || ' / ' || r.total, :organisation_id::uuid, r.user_id, null::bigint
             from credit_runs r where r.tenant_id = :tenant_id and r.done < r.total and r.user_id = :user_id`,
  },
  {
    kind: 'file',
    of: 'saleDownload',
    rows: `select s.download_id::text, s.created_at, s.quantity || ' × ' || s.product_name, s.seller_id, s.user_id,
                  s.amount_total
             from sales s
            where s.tenant_id = :tenant_id and s.seller_id = :organisation_id and s.user_id = :user_id
              and s.id >= first_id_at(:now::timestamptz - interval '${FILE_DAYS} days')
              and s.download_id is not null and s.downloaded_at is null`,
  },
  {
    kind: 'upload',
    of: 'stockUploadsOpen',
    rows: `select u.id::text, u.created_at, u.filename, u.owner_id, u.created_by, null::bigint from uploads u
            where u.tenant_id = :tenant_id and u.step not in ('imported', 'cancelled')
              and (u.owner_id = :organisation_id or :is_platform)`,
  },
  {
    kind: 'stock_held',
    of: 'heldList',
    rows: `select 'batch-' || h.batch_no, min(r.held_at), b.lot || ' ' || b.filename, b.owner_id, null::uuid,
                  sum((h.end_seq - h.next_seq) * h.cost_unit)::bigint
             from queue_heads h
             join batches b on b.tenant_id = :tenant_id and b.batch_no = h.batch_no
             join restores r on r.tenant_id = :tenant_id and r.released_at is null
            where h.tenant_id = :tenant_id and h.held_published is not null
              and (b.owner_id = :organisation_id or :is_platform)
            group by h.batch_no, b.lot, b.filename, b.owner_id`,
  },
  {
    kind: 'export',
    of: 'exportStart',
    rows: `select x.id::text, x.created_at, x.file_name, :organisation_id::uuid, x.user_id, null::bigint from exports x
            where x.tenant_id = :tenant_id and x.user_id = :user_id and x.state in ('waiting', 'running', 'failed')
              and x.expires_at > :now`,
  },
  {
    // For an organisation above the shop, the amount is what its direct customer gets back; for the shop, what it gets back itself.
    kind: 'reclamation',
    of: 'reclaimDetails',
    rows: `select r.id::text, r.created_at, r.number || ' · ' || s.product_name, r.seller_id, r.claimed_by,
                  s.prices[greatest(array_position(s.chain, :organisation_id) - 1, 1)]
             from reclamations r join sales s on s.tenant_id = :tenant_id and s.id = r.sale_id
            where r.tenant_id = :tenant_id and r.state not in ('accepted', 'rejected') and ${isBelow('r.seller_id')}`,
  },
  {
    kind: 'invoice_run',
    of: 'invoiceRun',
    rows: `select r.id::text, r.created_at, r.done || ' / ' || r.total, r.issuer_id, r.user_id, null::bigint
             from invoice_runs r
            where r.tenant_id = :tenant_id and r.done < r.total
              and (r.issuer_id = :organisation_id or :is_platform)`,
  },
]
