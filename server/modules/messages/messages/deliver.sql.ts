// Queries for sending. A message is claimed for some minutes and sent outside any transaction. If the server dies before it stores that the message was sent,
// the message is sent again when the claim ends, so it may arrive twice. Only after the last allowed attempt is it given up.
import type { Instant } from '../../../../contract/kit/field.ts'
import type { Query } from '../../../postgres/db.ts'
import { type MessageKind, SECRET, SENT_ONCE } from './kinds.ts'

export type Claimed = {
  id: string
  organisation_id: string
  country: string
  channel: 'email' | 'sms'
  kind: MessageKind
  recipient: string
  language: string
  subject: string
  body: Buffer | null
  attachment: Buffer | null
  attachment_name: string
  document_id: string | null
  attempts: number
  created_at: Instant
}

/** Claims messages that are due. The selection is materialised, because otherwise it would run again for each row, and its limit would not hold. */
export const claim = (
  q: Query,
  tenant_id: number,
  now: Date,
  until: Date,
  channels: readonly string[],
  { attempts, at_once }: { attempts: number; at_once: number },
) =>
  q.query<Claimed>(
    `with turn as materialized (
       select w.id from messages w
        where w.tenant_id = :tenant_id and w.state = 'waiting' and w.next_try_at <= :now and w.channel = any (:channels)
          and w.attempts < :attempts
        order by w.next_try_at, w.id limit :at_once for update skip locked)
     update messages m set attempts = m.attempts + 1, next_try_at = :until
       from turn, organisations o
      where m.tenant_id = :tenant_id and m.id = turn.id and o.tenant_id = :tenant_id and o.id = m.organisation_id
      returning m.id, m.organisation_id, o.country, m.channel, m.kind, m.recipient, m.language, m.subject, m.body,
       m.attachment, m.attachment_name, m.document_id, m.attempts, m.created_at`,
    { tenant_id, now, until, channels, attempts, at_once },
  )

/** SQL: the message, if this claim is its latest one. `attempts` grows with each claim, so the number identifies the claim. */
const WHERE = `where tenant_id = :tenant_id and id = :id and state = 'waiting' and attempts = :attempts`

/** Notes that a message was sent. `attached`: the names of the attached files. */
export const noteSent = (q: Query, tenant_id: number, { id, attempts }: Claimed, attached: string, now: Date) =>
  q.query(
    `update messages set state = 'sent', body = null, attachment = null, attachment_name = :attached, error = '',
            sent_at = :now ${WHERE}`,
    { tenant_id, id, attempts, attached, now },
  )

export const noteFailed = (q: Query, tenant_id: number, { id, attempts }: Claimed, error: string) =>
  q.query(`update messages set state = 'failed', body = null, attachment = null, error = :error ${WHERE}`, { tenant_id, id, attempts, error })

export const noteRetry = (q: Query, tenant_id: number, { id, attempts }: Claimed, error: string, next: Date) =>
  q.query(`update messages set error = :error, next_try_at = :next ${WHERE}`, { tenant_id, id, attempts, error, next })

/** Gives up messages whose server died during their last allowed attempt. */
export const endClaimed = (q: Query, tenant_id: number, now: Date, attempts: number) =>
  q.query(
    `update messages set state = 'failed', body = null, attachment = null, error = 'interrupted'
      where tenant_id = :tenant_id and state = 'waiting' and attempts >= :attempts and next_try_at <= :now`,
    { tenant_id, attempts, now },
  )

/**
 * Keeps messages that no service can send, so that the platform can read them in the portal. The texts of secret
 * messages are deleted.
 */
export const keepUnsendable = (q: Query, tenant_id: number, channels: readonly string[]) =>
  q.query(
    `update messages set state = 'kept', body = case when kind = any (:secret) then null else body end
      where tenant_id = :tenant_id and state = 'waiting' and not channel = any (:channels)`,
    { tenant_id, channels, secret: SECRET },
  )

/**
 * Ends messages of kinds that must not be sent twice, if they were written before a restore, because they may have been
 * sent between the backup and the restore.
 */
export const endBeforeRestore = (q: Query, tenant_id: number) =>
  q.query(
    `update messages m set state = 'failed', body = null, attachment = null, error = 'restored'
      where m.tenant_id = :tenant_id and m.state = 'waiting' and m.kind = any (:once)
        and exists (select from restores r where r.tenant_id = :tenant_id and r.held_at >= m.created_at)`,
    { tenant_id, once: SENT_ONCE },
  )

export const eraseTexts = (q: Query, tenant_id: number, before: Date) =>
  q.query(
    `update messages set body = null, attachment = null
      where tenant_id = :tenant_id and created_at < :before and (body is not null or attachment is not null)`,
    { tenant_id, before },
  )

export const eraseRecipients = (q: Query, tenant_id: number, before: Date) =>
  q.query(
    `update messages set recipient = '', recipient_search = ''
      where tenant_id = :tenant_id and created_at < :before and recipient <> ''`,
    { tenant_id, before },
  )
