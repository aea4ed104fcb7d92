// API keys of a customer: a secret, a session without a browser, and an account among the customer's staff with the key's rights.
import { randomInt } from 'node:crypto'
import type { Flag } from '../../../contract/kit/access.ts'
import { digestOf, newSecret } from '../../http/sessions.ts'
import { newId } from '../../kit/ids.ts'
import type { Query } from '../../postgres/db.ts'
import { addKeyUser, endKeySessions, openKeySession, reopenKeySession, setKeyUser } from './api-keys.sql.ts'
import type { Locked } from './editing.sql.ts'

/** Makes a key recognisable wherever it turns up. */
const PREFIX = 'pk_'

/** Rights of a new key unless others are given: selling, and seeing sales and the balance. */
const USUAL: readonly Flag[] = ['has_cash_card', 'has_gift_card', 'has_credit_and_balance', 'has_reports']
export const usualScopes = (held: readonly string[]): Flag[] => USUAL.filter((flag) => held.includes(flag))

export const newKey = () => {
  const key = `${PREFIX}${newSecret()}`
  return { key, hash: digestOf(key), last4: key.slice(-4) }
}

/** Letters and digits only; the number keeps it from matching a person's name. */
const usernameOf = () => `api-${randomInt(10 ** 9)}`

type Wanted = { is_enabled: boolean; scopes: readonly string[]; hash: Buffer | null; last4: string; now: Date }

/** In the transaction of the change: gives the account its rights, and opens or ends the session. Returns the account's id. */
export async function keepKey(q: Query, tenant_id: number, customer: Locked, { is_enabled, scopes, hash, last4, now }: Wanted): Promise<string> {
  const user_id = customer.api_user_id ?? newId()
  if (!customer.api_user_id) await addKeyUser(q, tenant_id, { user_id, organisation_id: customer.id, username: usernameOf(), scopes, now })
  else await setKeyUser(q, tenant_id, user_id, scopes)
  if (hash || !is_enabled) await endKeySessions(q, tenant_id, user_id, now)
  if (hash && is_enabled) await openKeySession(q, tenant_id, { id: newId(), user_id, hash, device: `API …${last4}`, now })
  else if (is_enabled && customer.api_key_hash) await reopenKeySession(q, tenant_id, user_id, customer.api_key_hash)
  return user_id
}
