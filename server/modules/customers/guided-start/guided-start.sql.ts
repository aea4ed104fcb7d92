// Queries that find which steps towards its first sale an organisation has taken.
import type { resellerSteps } from '../../../../contract/customers/guided-start.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { PARENTS } from '../../../postgres/customer-tree.ts'
import type { Query } from '../../../postgres/db.ts'

const parameters = ({ tenant_id, organisation_id }: SignedIn) => ({ tenant_id, organisation_id })

/** SQL over wallets `w`: the organisation's own wallet, and for a reseller also the wallets of everybody below it. */
const OWN_OR_BELOW = `
  w.tenant_id = :tenant_id
  and (w.organisation_id = :organisation_id or w.parent_id = any (${PARENTS(':organisation_id')}))`

/** Whether the organisation or anybody below it has ever sold. Nearly all organisations have sold, so this is checked before anything else. */
export const hasSold = async (q: Query, actor: SignedIn): Promise<boolean> =>
  (await q.query(`select from wallets w where ${OWN_OR_BELOW} and w.last_sale_at is not null limit 1`, parameters(actor))).length > 0

export type Done = Record<Exclude<(typeof resellerSteps)[number], 'sale'>, boolean>

export const doneBy = async (q: Query, actor: SignedIn): Promise<Done | undefined> =>
  (
    await q.query<Done>(
      `select exists (select from suppliers s
                       where s.tenant_id = :tenant_id and s.owner_id = :organisation_id) as supplier,
              exists (select from products p
                        join configurations c on c.tenant_id = :tenant_id and c.product_id = p.id and c.is_active
                       where p.tenant_id = :tenant_id and p.owner_id = :organisation_id and p.is_active) as product,
              exists (select from batches b
                        join queue_heads h on h.tenant_id = :tenant_id and h.batch_no = b.batch_no and h.is_published
                       where b.tenant_id = :tenant_id and b.owner_id = :organisation_id) as stock,
              exists (select from plans p
                        join plan_entries e on e.tenant_id = :tenant_id and e.plan_id = p.id
                       where p.tenant_id = :tenant_id and p.owner_id = :organisation_id)
                or exists (select from assigned_products a
                             join organisations o on o.tenant_id = :tenant_id and o.id = a.customer_id
                            where a.tenant_id = :tenant_id and a.is_enabled
                              and o.parent_id = any (${PARENTS(':organisation_id')})) as plan,
              exists (select from organisations o
                       where o.tenant_id = :tenant_id and o.parent_id = any (${PARENTS(':organisation_id')})
                         and o.kind = 'seller') as shop,
              exists (select from organisations o
                       where o.tenant_id = :tenant_id and o.parent_id = any (${PARENTS(':organisation_id')})
                         and o.kind = 'seller'
                         and (exists (select from plan_entries e
                                       where e.tenant_id = :tenant_id and e.plan_id = o.plan_id)
                           or exists (select from assigned_products a
                                       where a.tenant_id = :tenant_id and a.customer_id = o.id and a.is_enabled)))
                as shop_plan,
              exists (select from wallets w
                       where w.tenant_id = :tenant_id and w.parent_id = any (${PARENTS(':organisation_id')})
                         and w.balance + w.credit_limit > 0) as credit,
              exists (select from organisations o
                        join users u on u.tenant_id = :tenant_id and u.organisation_id = o.id and u.is_active
                             and u.password_hash <> ''
                       where o.tenant_id = :tenant_id and o.parent_id = any (${PARENTS(':organisation_id')})
                         and o.kind = 'seller') as people`,
      parameters(actor),
    )
  )[0]

/** The shops that were added last: one of them will probably make the first sale. */
export const newestShops = (q: Query, actor: SignedIn, limit: number) =>
  q.query<{ id: string }>(
    `select o.id from organisations o
      where o.tenant_id = :tenant_id and o.parent_id = any (${PARENTS(':organisation_id')}) and o.kind = 'seller'
      order by o.id desc limit :limit`,
    { ...parameters(actor), limit },
  )

/** For a shop: whether it may sell on its own devices only, and the amount it has available. */
export const shopNow = async (q: Query, actor: SignedIn) =>
  (
    await q.query<{ devices_only: boolean; available: number }>(
      `select o.devices_only, w.balance + w.credit_limit - w.held as available
         from organisations o join wallets w on w.tenant_id = :tenant_id and w.organisation_id = o.id
        where o.tenant_id = :tenant_id and o.id = :organisation_id`,
      parameters(actor),
    )
  )[0]
