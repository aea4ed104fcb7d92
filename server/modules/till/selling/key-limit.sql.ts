// Queries about the amounts that API keys have set aside or sold, by transaction key.

import type { Money } from '../../../../contract/kit/money.ts'
import type { SignedIn } from '../../../http/sessions.ts'
import type { Query } from '../../../postgres/db.ts'

/** An amount to be set aside. `value`: the value of one unit, for a denomination without a value of its own. */
type Spending = { configuration_id: string; quantity: number; value?: Money; key: string; day: string }

/**
 * Sets an amount aside. Locks the shop first, so that the sum that is read next includes the amounts of all calls. Returns a row if this transaction key has
 * set nothing aside before.
 */
export async function putSpending(q: Query, { tenant_id, organisation_id }: SignedIn, { configuration_id, quantity, value, key, day }: Spending) {
  await q.query('select from organisations where tenant_id = :tenant_id and id = :organisation_id for no key update', { tenant_id, organisation_id })
  return q.query(
    `insert into api_spending (tenant_id, organisation_id, day, key, amount)
     select :tenant_id, :organisation_id, :day, :key, coalesce(:value, c.value) * :quantity
       from configurations c
      where c.tenant_id = :tenant_id and c.id = :configuration_id
     on conflict do nothing returning key`,
    { tenant_id, organisation_id, day, key, configuration_id, quantity, value: value ?? null },
  )
}

/**
 * Whether this transaction key has set aside the same amount. Also true if the denomination does not exist, because the sale itself refuses such a request.
 */
export const isSetAside = async (q: Query, { tenant_id, organisation_id }: SignedIn, { configuration_id, quantity, value, key }: Omit<Spending, 'day'>) =>
  (
    await q.query(
      `select from configurations c
         left join api_spending s on s.tenant_id = :tenant_id and s.organisation_id = :organisation_id and s.key = :key
        where c.tenant_id = :tenant_id and c.id = :configuration_id
          and s.amount is distinct from coalesce(:value, c.value) * :quantity`,
      { tenant_id, organisation_id, key, configuration_id, quantity, value: value ?? null },
    )
  ).length === 0

export const spentOn = async (q: Query, { tenant_id, organisation_id }: SignedIn, day: string): Promise<number> =>
  (
    await q.query<{ amount: number }>(
      `select coalesce(sum(amount), 0)::bigint as amount from api_spending
        where tenant_id = :tenant_id and organisation_id = :organisation_id and day = :day`,
      { tenant_id, organisation_id, day },
    )
  )[0]?.amount ?? 0

export const takeSpendingBack = (q: Query, tenant_id: number, organisation_id: string, key: string) =>
  q.query('delete from api_spending where tenant_id = :tenant_id and organisation_id = :organisation_id and key = :key', { tenant_id, organisation_id, key })
