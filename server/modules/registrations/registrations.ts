// Registration: a link by mail, and three steps to an account of one's own.
import type { Query } from '../../kit/db.ts'
import type { Services } from '../../kit/services.ts'

export type NewRegistration = { tenant_id: number; user_id: string; organisation_id: string; created_by: string | null }

/** Opens a registration for a user without a password and sends its link, in the caller's transaction. One that was open before is over. */
export async function openRegistration(_q: Query, _services: Pick<Services, 'keys' | 'clock'>, _asked: NewRegistration): Promise<string> {
  throw new Error('not yet')
}
