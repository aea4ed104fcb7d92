// What other modules need of the module about signing in: confirming a password, and ending the sessions and sign-ins of an account.

import type { Services } from '../../../http/services.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import { Refusal } from '../../../kit/errors.ts'
import { passwordMatches } from '../../../kit/passwords.ts'
import { countAttempt, subjectOf } from '../../../postgres/attempts.ts'
import type { Query } from '../../../postgres/db.ts'
import { dropCode } from './auth.sql.ts'
import { endLogins } from './logins.sql.ts'

export { dropCode } from './auth.sql.ts'
export { registerManifest } from './manifest.ts'
export { signInProven } from './sign-in.ts'

const TRIES = 10

/** Checks the account's password, which is required to change how the account signs in. Throws password_wrong; allows ten tries in a quarter of an hour. */
export async function confirmPassword(actor: SignedIn, password: string, { db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { home_tenant_id, user_id } = actor
  await countAttempt(db, home_tenant_id, clock(), [{ subject: subjectOf('confirm', user_id), most: TRIES }])
  const [row] = await db.read(home_tenant_id, (q) =>
    q.query<{ password_hash: string }>('select password_hash from users where tenant_id = :tenant_id and id = :user_id', {
      tenant_id: home_tenant_id,
      user_id,
    }),
  )
  if (!(await passwordMatches(row?.password_hash, password, true))) throw new Refusal('password_wrong')
}

/**
 * Ends an account's sign-ins under way and all its sessions except `but`, in the transaction that changes the account's password or second step or deactivates
 * the account. Also removes the account's cashier code, which somebody who knew the password may have set.
 */
export async function revoke(q: Query, { sessions }: Pick<Services, 'sessions'>, tenant_id: number, user_id: string, but: string | null = null) {
  await endLogins(q, tenant_id, user_id)
  await dropCode(q, tenant_id, user_id)
  await sessions.endOthers(q, tenant_id, user_id, but)
}
