// The module's public interface. A registration begins with a link by mail and leads in three steps to the user's own account.
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Services } from '../../../http/services.ts'
import { digestOf, newSecret } from '../../../http/sessions.ts'
import { refuseField } from '../../../kit/errors.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { addRegistration, cancelOthers } from './registrations.sql.ts'

/** Proposes user names, for the forms of other modules in which a user chooses a user name for somebody else. */
export { suggestions } from './names.ts'

export type NewRegistration = { tenant_id: number; user_id: string; organisation_id: string; created_by: string | null }
type Around = Pick<Services, 'keys' | 'clock' | 'post'> & Partial<Pick<Services, 'jobs'>>

const DAYS_OPEN = 7
export const expiryFrom = (now: Date): Date => new Date(now.getTime() + DAYS_OPEN * 24 * 60 * 60_000)

/**
 * Opens a registration for a user who has no password yet and sends the link, in the caller's transaction. An earlier registration that is open is cancelled.
 */
export async function openRegistration(q: Query, services: Around, { tenant_id, user_id, organisation_id, created_by }: NewRegistration): Promise<string> {
  const now = services.clock()
  const [id, secret] = [newId(), newSecret()]
  await cancelOthers(q, tenant_id, user_id, now)
  await addRegistration(q, {
    tenant_id,
    id,
    user_id,
    organisation_id,
    created_by,
    secret_hash: digestOf(secret),
    created_at: now.toISOString(),
    expires_at: expiryFrom(now).toISOString(),
  })
  const [reader] = await q.query<Reader>(
    `select u.full_name, u.username, u.email, u.mobile, coalesce(u.language, o.default_language) as language
       from users u join organisations o on o.tenant_id = :tenant_id and o.id = u.organisation_id
      where u.tenant_id = :tenant_id and u.id = :user_id`,
    { tenant_id, user_id },
  )
  if (!reader) throw refuseField('user_id', 'not_an_id')
  await sendLink(q, services, { ...reader, id, organisation_id }, secret)
  return id
}

export type Reader = { full_name: string; username: string; email: string; mobile: string; language: string }

/**
 * The channel and the address by which a user is reached: mail, or a text message if there is no mail address. Throws if the user has neither a mail address
 * nor a mobile number.
 */
export function channelOf({ email, mobile }: Pick<Reader, 'email' | 'mobile'>): { channel: 'email' | 'sms'; recipient: string } {
  if (!email && !mobile) throw refuseField('email', 'required')
  return email ? { channel: 'email', recipient: email } : { channel: 'sms', recipient: mobile }
}

/** Sends the link. The link is stored nowhere in clear; the database has only its digest. */
export function sendLink(q: Query, services: Around, reader: Reader & { id: string; organisation_id: string }, secret: string) {
  const { id, organisation_id, full_name, username, language } = reader
  const data = { name: full_name || username, path: `/registration/set-password/${id}.${secret}` }
  return putMessage(q, services, { kind: 'registration', ...channelOf(reader), language: language as Language, organisation_id, data })
}
