// Prices below cost need two people. A change that makes such a price is undone within its own transaction and then waits for a second person (decision
// 0019).
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Context } from '../../../http/mount.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Change } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import { askOnce, hasNoSecondPerson, NOBODY_SECOND, ownHands } from '../../people/approvals/approvals.ts'
import { pricesOf, reached } from './effect.sql.ts'
import { enteredBy, planLater, refuseDay } from './price-plan.ts'
import type { Below, PlannedInput, Reach } from './rules.ts'

const SHOWN = 50

/** Applies a change. Returns the prices that the change lowered below cost, each denomination once, the one with the greatest loss first. */
export async function belowAfter<T>(
  q: Query,
  tenant_id: number,
  { customer_ids, product_ids }: Pick<Reach, 'customer_ids' | 'product_ids'>,
  apply: () => Promise<T>,
) {
  // A change has the same effect on all customers with the same prices, so only one customer of each such group is examined.
  const alike = new Map((await reached(q, tenant_id, customer_ids, product_ids)).map(({ of }) => [of, 1]))
  const before = await pricesOf(q, tenant_id, alike, product_ids)
  const done = await apply()
  const after = await pricesOf(q, tenant_id, alike, product_ids)
  const then = new Map(before.map((row) => [`${row.customer_id} ${row.configuration_id}`, row.price]))
  const worst = new Map<string, Below>()
  for (const { customer_id, configuration_id, product_name, value, price, cost } of after) {
    if (price === null || cost === null || price >= cost) continue
    if (price >= (then.get(`${customer_id} ${configuration_id}`) ?? Number.POSITIVE_INFINITY)) continue
    const known = worst.get(configuration_id)
    if (!known || price - cost < known.price - known.cost) worst.set(configuration_id, { product_name, value, price, cost })
  }
  return { done, below: [...worst.values()].sort((a, b) => a.price - a.cost - (b.price - b.cost)).slice(0, SHOWN) }
}

type BelowCostRequest = { type: 'own_prices' | 'plan_prices'; input: PlannedInput }
type Making = Pick<Context, 'now' | 'audit'> & { actor: SignedIn }
export type BelowCostContext = Making & Pick<Context, 'db'> & Parameters<typeof enteredBy>[0]

export const textsOf = (below: readonly Below[]) =>
  below.map((row) => `${row.product_name} ${moneyText(row.value)}: ${moneyText(row.price)} < ${moneyText(row.cost)}`)

/**
 * Applies a change. If it lowers a price below cost and a second person exists, the change is undone and stored as a request, and `waiting` is
 * returned. A change for a later day is tried, undone and stored for its day.
 */
export async function withSecond<T extends object>(
  ground: BelowCostContext,
  { type, input }: BelowCostRequest,
  reach: (q: Query) => Promise<Reach>,
  apply: (q: Query, making: Making) => Promise<T>,
  waiting: T,
): Promise<T & { state: 'done' | 'waiting' | 'planned' }> {
  const { actor, db, audit } = ground
  const { tenant_id, organisation_id: own } = actor
  refuseDay(input, ground.now())
  const isLater = Boolean(input.valid_from)
  const [hands, alone] = [await ownHands(ground), await hasNoSecondPerson(ground, own)]
  return db.write(tenant_id, async (q) => {
    const reaches = await reach(q)
    const { organisation_id, wallet_id, name } = reaches
    await q.query('savepoint as_it_is')
    const said: Change[] = []
    const listen = async (change: Change | null) => void (change && said.push(change))
    const { done, below } = await belowAfter(q, tenant_id, reaches, () => apply(q, isLater ? { ...ground, audit: listen } : ground))
    const isFree = below.length === 0 || (alone && organisation_id === own)
    const subject = { kind: 'customer', id: wallet_id ?? organisation_id, name, organisation_id: wallet_id ?? organisation_id }
    const record = { below_cost: textsOf(below) }
    if (isFree && !isLater) {
      if (below.length > 0) await audit({ subject, after: { ...record, ...NOBODY_SECOND } }, q)
      return { ...done, state: 'done' }
    }
    await q.query('rollback to savepoint as_it_is')
    if (isFree) {
      await planLater(q, ground, { type, input, reaches, entered_by: enteredBy(ground), said })
      return { ...waiting, state: 'planned' }
    }
    const payload = { [type]: input, below, ...(isLater ? { by: enteredBy(ground) } : {}) }
    const isNew = await askOnce(q, ground, hands, { organisation_id, wallet_id, type, amount: null, payload }, name)
    await audit(isNew ? { subject, after: { ...record, state: 'waiting' } } : null, q)
    return { ...waiting, state: 'waiting' }
  })
}
