// Queries for the list of claims that a supplier gets, and for the supplier's answers: open claims that the owner of
// the goods has to decide.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Money } from '../../../../contract/kit/money.ts'
import type { ReclaimState, reclaimReasons } from '../../../../contract/sales/reclamations.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Query } from '../../../postgres/db.ts'
import { isOwn, ownedBy } from '../../../postgres/row-scope.ts'
import { supplierEmail } from '../../goods/supplier-contacts/supplier-contacts.ts'

export type ToAsk = { supplier_id: string; company: string; email: string; owner_id: string; language: string }

export const supplierToAsk = (q: Query, actor: SignedIn, supplier_id: string) =>
  q.query<ToAsk>(
    `select s.id as supplier_id, s.company, ${supplierEmail('claims')} as email, s.owner_id,
            o.default_language as language
       from suppliers s join organisations o on o.tenant_id = :tenant_id and o.id = s.owner_id
      where s.tenant_id = :tenant_id and s.id = :supplier_id and ${isOwn('s')}`,
    { ...ownedBy(actor), supplier_id },
  )

export type OpenClaim = {
  reclaim_id: string
  number: number
  state: ReclaimState
  reason: (typeof reclaimReasons)[number]
  product_name: string
  value: Money
  serial: string
  last4: string
  lot: string
  sold_at: Instant
  created_at: Instant
}

/**
 * Open claims with a supplier, at most `most`. First come claims about which the supplier was not asked yet, the oldest at the top; then claims about which
 * it was asked and has not answered, to be sent again. Approved claims are left out, because they have been answered.
 */
export const openClaims = (q: Query, { tenant_id, supplier_id, owner_id }: { tenant_id: number; supplier_id: string; owner_id: string }, most: number) =>
  q.query<OpenClaim>(
    `select r.id as reclaim_id, r.number, r.state, r.reason, s.product_name, s.value, p.serial, p.last4, b.lot,
            r.sold_at, r.created_at
       from reclamations r
       join sales s on s.tenant_id = :tenant_id and s.id = r.sale_id
       join pins p on p.tenant_id = :tenant_id and p.batch_no = r.batch_no and p.seq = r.seq
       join batches b on b.tenant_id = :tenant_id and b.batch_no = r.batch_no
      where r.tenant_id = :tenant_id and r.supplier_id = :supplier_id and r.state not in ('accepted', 'rejected')
        and r.state <> 'approved' and r.desk_id = :owner_id and r.owner_id = :owner_id
      order by r.state = 'in_progress', r.id limit :most`,
    { tenant_id, supplier_id, owner_id, most },
  )
