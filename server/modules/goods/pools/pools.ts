// Changes of pools: creating, renaming, closing and opening one, and choosing which denominations draw on it.

import type { poolAdd, poolsList } from '../../../../contract/goods/pools.ts'
import type { InputOf } from '../../../../contract/kit/call.ts'
import { moneyText } from '../../../../contract/kit/money.ts'
import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import { Refusal } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Audit } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import {
  denominations,
  drawing,
  insertPool,
  lockNames,
  type OwnPool,
  ownCallingCard,
  ownPool,
  poolNamed,
  setDrawing,
  updatePool,
  withStock,
} from './pools.sql.ts'

type PoolContext = Pick<Services, 'db' | 'clock'> & { audit: Audit; actor: SignedIn }

const subjectOf = ({ pool_id, product_name, pool_name, owner_id }: Pick<OwnPool, 'pool_id' | 'product_name' | 'pool_name' | 'owner_id'>) => ({
  kind: 'pool',
  id: pool_id,
  name: `${product_name} ${pool_name}`,
  organisation_id: owner_id,
})

async function refuseTakenName(q: Query, tenant_id: number, owner_id: string, name: string, but: string): Promise<void> {
  await lockNames(q, tenant_id, owner_id)
  if ((await poolNamed(q, tenant_id, owner_id, name, but)).length > 0) throw new Refusal('name_taken')
}

/** Makes these denominations draw on the pool. They must be calling cards of the owner, have no stock of their own, and draw on no other pool. */
async function draw(q: Query, tenant_id: number, owner_id: string, pool_id: string, configuration_ids: readonly string[]): Promise<void> {
  const wanted = [...new Set(configuration_ids)]
  const known = await denominations(q, tenant_id, owner_id, wanted)
  if (known.length < wanted.length) throw new Refusal('not_found')
  if (known.some(({ draws_on }) => draws_on !== null && draws_on !== pool_id)) throw new Refusal('configuration_used')
  if ((await withStock(q, tenant_id, wanted)).length > 0) throw new Refusal('configuration_used')
  await setDrawing(q, tenant_id, pool_id, wanted)
}

const drawnBy = async (q: Query, tenant_id: number, pool_id: string) => (await drawing(q, tenant_id, pool_id)).map(({ value }) => moneyText(value))

export async function addPool(
  { db, clock, audit, actor }: PoolContext,
  { product_id, pool_name, configuration_ids }: InputOf<typeof poolAdd>,
): Promise<string> {
  const { tenant_id } = actor
  const pool_id = newId()
  await db.write(tenant_id, async (q) => {
    const [product] = await ownCallingCard(q, actor, product_id)
    if (!product) throw new Refusal('not_found')
    await refuseTakenName(q, tenant_id, product.owner_id, pool_name, pool_id)
    await insertPool(q, tenant_id, clock(), { pool_id, product_id, pool_name })
    await draw(q, tenant_id, product.owner_id, pool_id, configuration_ids)
    await audit({ subject: subjectOf({ ...product, pool_id, pool_name }), after: { pool_name, denominations: await drawnBy(q, tenant_id, pool_id) } }, q)
  })
  return pool_id
}

/** Changes a pool; fields that are not sent stay as they are. */
export async function changePool(
  { db, audit, actor }: PoolContext,
  { pool_id, action, pool_name, configuration_ids }: InputOf<typeof poolsList>,
): Promise<void> {
  const { tenant_id } = actor
  await db.write(tenant_id, async (q) => {
    const [pool] = pool_id ? await ownPool(q, actor, pool_id) : []
    if (!pool) throw new Refusal('not_found')
    const before = { pool_name: pool.pool_name, is_active: pool.is_active, denominations: await drawnBy(q, tenant_id, pool.pool_id) }
    const name = (action === 'update' && pool_name) || pool.pool_name
    const is_active = action === 'update' ? pool.is_active : action === 'open'
    if (name !== pool.pool_name) await refuseTakenName(q, tenant_id, pool.owner_id, name, pool.pool_id)
    await updatePool(q, tenant_id, pool.pool_id, name, is_active)
    if (action === 'update' && configuration_ids) await draw(q, tenant_id, pool.owner_id, pool.pool_id, configuration_ids)
    const after = { pool_name: name, is_active, denominations: await drawnBy(q, tenant_id, pool.pool_id) }
    await audit({ subject: subjectOf(pool), before, after }, q)
  })
}
