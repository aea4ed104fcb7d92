// What other modules ask of sign-in: is this really the person, and away with everything that was begun under an old password.
import type { SignedIn } from '../../kit/actor.ts'
import { countAttempt, subjectOf } from '../../kit/attempts.ts'
import type { Query } from '../../kit/db.ts'
import { Refusal } from '../../kit/errors.ts'
import { passwordMatches } from '../../kit/passwords.ts'
import type { Services } from '../../kit/services.ts'
import { endLogins } from './logins.sql.ts'

const TRIES = 10

/** Whoever changes how an account is entered knows its password. Refuses with password_wrong; ten tries in a quarter of an hour. */
export async function confirmPassword(actor: SignedIn, password: string, { db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { home_tenant_id, user_id } = actor
  await countAttempt(db, home_tenant_id, clock(), [{ subject: subjectOf('confirm', user_id), most: TRIES }])
  const [row] = await db.read(home_tenant_id, (q) =>
    q.query<{ password_hash: string }>('select password_hash from users where tenant_id = $1 and id = $2', [home_tenant_id, user_id]),
  )
  if (!(await passwordMatches(row?.password_hash, password, true))) throw new Refusal('password_wrong')
}

/** In the transaction that changes a credential or stops an account: its sign-ins under way are over, and its sessions but one. */
export async function revoke(q: Query, { sessions }: Pick<Services, 'sessions'>, tenant_id: number, user_id: string, but: string | null = null) {
  await endLogins(q, tenant_id, user_id)
  await sessions.endOthers(q, tenant_id, user_id, but)
}
