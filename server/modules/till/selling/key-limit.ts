// The daily limit of an API key: an amount is set aside before each sale, so that simultaneous calls cannot sell more than successive ones.

import type { Money } from '../../../../contract/kit/money.ts'
import type { Context } from '../../../http/mount.ts'
import { berlinDay } from '../../../kit/berlin.ts'
import { Refusal } from '../../../kit/errors.ts'
import { isSetAside, putSpending, spentOn, takeSpendingBack } from './key-limit.sql.ts'

type KeyContext = Pick<Context, 'db' | 'now'> & { actor: NonNullable<Context['actor']> }
type KeySpending = { configuration_id: string; quantity: number; value?: Money }

/** Refusals after which something may still have been sold: after `key_reused`, for example, another request with this key may have sold. */
const OPEN: readonly string[] = ['in_progress', 'busy', 'key_reused']

/** An amount that was set aside: `keep` it if something was sold, otherwise `release` it. */
export type SetAside = { keep: () => Promise<void>; release: (error: unknown) => Promise<void> }
const unlimited: SetAside = { keep: async () => undefined, release: async () => undefined }

/**
 * Sets the amount of a sale aside within the API key's daily limit; throws `key_amount` if the limit would be exceeded, `key_reused` if another amount is set
 * aside under the transaction key. For a repeated request the amount is set aside already.
 */
export async function setAside({ actor, db, now }: KeyContext, key: string, asked: KeySpending): Promise<SetAside> {
  const most = actor.key?.amount_per_day ?? null
  if (most === null) return unlimited
  const { tenant_id, organisation_id } = actor
  const day = berlinDay(now())
  const isNew = await db.write(tenant_id, async (q) => {
    const rows = await putSpending(q, actor, { ...asked, key, day })
    if (rows.length === 0 && !(await isSetAside(q, actor, { ...asked, key }))) throw new Refusal('key_reused')
    const spent = await spentOn(q, actor, day)
    if (rows.length > 0 && spent > most) throw new Refusal('key_amount', { detail: { most: String(most / 10_000) } })
    return rows.length > 0
  })
  return {
    keep: async () => {
      // An earlier request with this key has set the amount aside, and may have released it since.
      if (!isNew) await db.write(tenant_id, (q) => putSpending(q, actor, { ...asked, key, day }))
    },
    release: async (error) => {
      if (isNew && error instanceof Refusal && !OPEN.includes(error.code))
        await db.write(tenant_id, (q) => takeSpendingBack(q, tenant_id, organisation_id, key))
    },
  }
}
