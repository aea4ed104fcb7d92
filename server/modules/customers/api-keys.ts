// Keys of a customer's own systems: a secret, a session that no browser holds, an account among the customer's staff with the rights of the key.
import { randomInt } from 'node:crypto'
import type { Flag } from '../../../contract/kit/access.ts'
import type { Query } from '../../kit/db.ts'
import { newId } from '../../kit/ids.ts'
import { digestOf, newSecret } from '../../kit/sessions.ts'
import { addKeyUser, endKeySessions, openKeySession, reopenKeySession, setKeyUser } from './api-keys.sql.ts'
import type { Locked } from './editing.sql.ts'

/** So that a key is known for one wherever it turns up. */
const PREFIX = 'pk_'

/** What a new key may do unless somebody says otherwise: sell, and see what it sold and what is left. */
const USUAL: readonly Flag[] = ['has_cash_card', 'has_gift_card', 'has_credit_and_balance', 'has_reports']
export const usualScopes = (held: readonly string[]): Flag[] => USUAL.filter((flag) => held.includes(flag))

export const newKey = () => {
  const key = `${PREFIX}${newSecret()}`
  return { key, hash: digestOf(key), last4: key.slice(-4) }
}

/** Only letters and digits; the numbers keep it apart from people's names. */
const usernameOf = () => `api-${randomInt(10 ** 9)}`

type Wanted = { is_enabled: boolean; scopes: readonly string[]; hash: Buffer | null; last4: string; now: Date }

/** In the transaction of the change: the account has the rights, and the session is there as long as the key is let in. Answers the account. */
export async function keepKey(q: Query, tenant_id: number, customer: Locked, { is_enabled, scopes, hash, last4, now }: Wanted): Promise<string> {
  const user_id = customer.api_user_id ?? newId()
  if (!customer.api_user_id) await addKeyUser(q, tenant_id, { user_id, organisation_id: customer.id, username: usernameOf(), scopes, now })
  else await setKeyUser(q, tenant_id, user_id, scopes)
  if (hash || !is_enabled) await endKeySessions(q, tenant_id, user_id, now)
  if (hash && is_enabled) await openKeySession(q, tenant_id, { id: newId(), user_id, hash, device: `API …${last4}`, now })
  else if (is_enabled && customer.api_key_hash) await reopenKeySession(q, tenant_id, user_id, customer.api_key_hash)
  return user_id
}
