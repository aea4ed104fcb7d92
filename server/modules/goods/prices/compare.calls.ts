// The call that compares two plans on past sales.
import type { Handlers } from '../../../http/mount.ts'
import { Refusal, refuseField } from '../../../kit/errors.ts'
import { comparedGoods, ownersOf } from './compare.sql.ts'
import { isSeenPlan } from './plans.sql.ts'

export const plansCompare: Handlers['plansCompare'] = async ({ discount_plan_id, discount_plan_id_2, date_from, date_to }, { actor, db }) =>
  db.list(actor, async (q) => {
    const { tenant_id } = actor
    const plans = [discount_plan_id, discount_plan_id_2] as const
    for (const id of plans) if (!(await isSeenPlan(q, actor, id))) throw new Refusal('not_found')
    const [owner, ...others] = await ownersOf(q, tenant_id, plans)
    if (!owner) throw new Refusal('not_found')
    if (others.length > 0) throw refuseField('discount_plan_id_2', 'not_one_of')
    const rows = await comparedGoods(q, { tenant_id, owner_id: owner.owner_id, kind: owner.kind, plans, date_from, date_to })
    const sum = (of: (row: (typeof rows)[number]) => number | null) => rows.reduce((all, row) => all + (of(row) ?? 0), 0)
    return {
      content: rows.map(({ made: _, ...row }) => row),
      totals: { quantity: sum((row) => row.quantity), margin: sum((row) => row.margin), margin_2: sum((row) => row.margin_2) },
      margin_made: sum((row) => row.made),
    }
  })
