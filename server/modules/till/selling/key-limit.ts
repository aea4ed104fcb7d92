// The daily limit of an API key: the amount is set aside before the sale, so that simultaneous calls cannot sell more than successive ones.

import type { Money } from '../../../../contract/kit/money.ts'
import type { Context } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { isSetAside, putSpending, spentOn, takeSpendingBack } from './key-limit.sql.ts'

type KeyContext = Pick<Context, 'db' | 'now'> & { actor: NonNullable<Context['actor']> }
type KeySpending = { configuration_id: string; quantity: number; value?: Money }

/** Refusals that leave open whether a sale was or will be made; with `key_reused` by another request with this key. */
const OPEN: readonly string[] = ['in_progress', 'busy', 'key_reused']

/** Sells within the API key's limit and releases the amount when nothing was sold. A repeated sale has set its amount aside already. */
export async function withinKey<T>({ actor, db, now }: KeyContext, key: string, asked: KeySpending, sell: () => Promise<T>): Promise<T> {
  const most = actor.key?.amount_per_day ?? null
  if (most === null) return sell()
  const { tenant_id, organisation_id } = actor
  const day = berlinDay(now())
  const isNew = await db.write(tenant_id, async (q) => {
    const rows = await putSpending(q, actor, { ...asked, key, day })
    if (rows.length === 0 && !(await isSetAside(q, actor, { ...asked, key }))) throw new Refusal('key_reused')
    const spent = await spentOn(q, actor, day)
    if (rows.length > 0 && spent > most) throw new Refusal('key_amount', { detail: { most: String(most / 10_000) } })
    return rows.length > 0
  })
  try {
    const sold = await sell()
    // The request that set the amount aside may have released it meanwhile.
    if (!isNew) await db.write(tenant_id, (q) => putSpending(q, actor, { ...asked, key, day }))
    return sold
  } catch (error) {
    if (isNew && error instanceof Refusal && !OPEN.includes(error.code)) await db.write(tenant_id, (q) => takeSpendingBack(q, tenant_id, organisation_id, key))
    throw error
  }
}
