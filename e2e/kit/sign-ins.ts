// All journeys sign in and register people from one address, most of them as the same user. On a quick machine they exceed the limits of attempts in a quarter
// of an hour, so the counted attempts of that address and user are deleted every minute. Journeys about refused sign-ins use another name. (All limits are
// tested in server/modules/people/auth/limits.test.ts and server/modules/people/registrations/links.test.ts.)
import pg from 'pg'
import { subjectOf } from '../../server/postgres/attempts.ts'

const EVERY_MS = 60_000
const ADDRESS = '127.0.0.1'
const SUBJECTS = [subjectOf('everywhere', 'nord'), subjectOf('address', ADDRESS), subjectOf('registering', ADDRESS)]

/** Deletes the counted attempts every minute, until the returned function is called. */
export function forgettingSignIns(ownerUrl: () => string): () => void {
  const timer = setInterval(() => void forget(ownerUrl()).catch(() => undefined), EVERY_MS)
  return () => clearInterval(timer)
}

async function forget(connectionString: string): Promise<void> {
  const owner = new pg.Client({ connectionString })
  await owner.connect()
  try {
    await owner.query("set app.tenant = '1'")
    await owner.query('delete from login_attempts where tenant_id = 1 and subject = any ($1)', [SUBJECTS])
  } finally {
    await owner.end()
  }
}
