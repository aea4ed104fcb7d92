// Keys of an organisation's own systems. A key is a secret, a session without a browser, and a user account among the organisation's staff.
import { randomInt } from 'node:crypto'
import { KEY_DAYS, KEY_DAYS_MAX } from '../../../../contract/people/api-keys.ts'
import { digestOfToken, newSecret, SANDBOX } from '../../../http/sessions.ts'
import { berlinDay, dayAfter, dayBegins } from '../../../kit/berlin.ts'
import { refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { addKeyUser, endKeySessions, openKeySession, reopenKeySession, setKeyEnd, setKeyUser } from './api-keys.sql.ts'

export { openKeys } from './api-keys.sql.ts'

/** The beginning by which a leaked key is recognised as one of ours. */
const REAL = 'pk_'

export const newKey = (is_sandbox = false) => {
  const key = `${is_sandbox ? SANDBOX : REAL}${newSecret()}`
  return { key, hash: digestOfToken(key), last4: key.slice(-4) }
}

/** A user name of letters and digits with a random number, which no person's account is likely to have. */
const usernameOf = () => `api-${randomInt(10 ** 9)}`

const DAY_MS = 86_400_000

/** The last day on which a key is valid, and the time at which it ends. Refuses a day that is over or too far ahead. */
export function lastDay(valid_until: string | undefined, now: Date): { day: string; ends_at: Date } {
  const [today, latest, usual] = [0, KEY_DAYS_MAX, KEY_DAYS].map((days) => berlinDay(new Date(now.getTime() + days * DAY_MS))) as [string, string, string]
  const day = valid_until ?? usual
  if (day < today) throw refuseField('valid_until', 'day_over')
  if (day > latest) throw refuseField('valid_until', 'day_ahead')
  return { day, ends_at: dayBegins(dayAfter(day)) }
}

/** Gives the account of an organisation's systems these rights; makes the account with the first key. */
export async function keepAccount(q: Query, tenant_id: number, organisation_id: string, known: string | null, scopes: readonly string[], now: Date) {
  const user_id = known ?? newId()
  if (known) await setKeyUser(q, tenant_id, user_id, scopes)
  else await addKeyUser(q, tenant_id, { user_id, organisation_id, username: usernameOf(), scopes, now })
  return user_id
}

type Made = ReturnType<typeof newKey>
type Opened = { user_id: string; is_sandbox: boolean; made: Made; ends_at: Date; now: Date }

/** Ends the organisation's key of this kind (real or sandbox) and opens the new one. */
export async function replaceKey(q: Query, tenant_id: number, { user_id, is_sandbox, made, ends_at, now }: Opened): Promise<void> {
  await endKeySessions(q, tenant_id, user_id, is_sandbox, now)
  await openKeySession(q, tenant_id, { id: newId(), user_id, is_sandbox, hash: made.hash, device: `API …${made.last4}`, ends_at, now })
}

type Customer = { id: string; api_user_id: string | null; api_key_hash: Buffer | null }
type KeySettings = { is_enabled: boolean; scopes: readonly string[]; made: Made | null; valid_until: string | undefined; now: Date }

/** Gives the account its rights and opens, reopens or ends the key that really sells, in the caller's transaction. Returns the account's id. */
export async function keepKey(q: Query, tenant_id: number, customer: Customer, { is_enabled, scopes, made, valid_until, now }: KeySettings): Promise<string> {
  const user_id = await keepAccount(q, tenant_id, customer.id, customer.api_user_id, scopes, now)
  const { ends_at } = lastDay(valid_until, now)
  if (made) await replaceKey(q, tenant_id, { user_id, is_sandbox: false, made, ends_at, now })
  else if (is_enabled && customer.api_key_hash) await reopenKeySession(q, tenant_id, user_id, customer.api_key_hash)
  if (valid_until) await setKeyEnd(q, tenant_id, user_id, ends_at)
  // A key that was made while API access is switched off is opened once access is switched on.
  if (!is_enabled) await endKeySessions(q, tenant_id, user_id, false, now)
  return user_id
}
