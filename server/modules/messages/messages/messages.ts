// Writes mails and text messages, in the reader's language and in the organisation's name, in the transaction that causes them.

import { fold } from '../../../../contract/kit/fold.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import type { Services } from '../../../http/services.ts'
import { newId } from '../../../kit/ids.ts'
import type { Query } from '../../../postgres/db.ts'
import { compose } from './compose.ts'
import { ANSWERED, attachmentFor, bytesFor, isSecret, type MessageFacts, type MessageKind, sealedFor } from './kinds.ts'
import { addMessage, brandOf } from './messages.sql.ts'

export { euro, isWhole } from './compose.ts'
export { messageJobs } from './deliver.ts'
export { type MessageKind, sealedFor } from './kinds.ts'
export { mailedSince, mailsOf, slipsSent } from './messages.sql.ts'

export type Message = {
  [K in MessageKind]: {
    kind: K
    channel: 'email' | 'sms'
    recipient: string
    language: Language
    /** The organisation of the reader, from which the text's names and support contact are found. */
    organisation_id: string
    /** The data that the text of this kind needs. */
    data: MessageFacts[K]
    /** A file that is attached to a mail: a CSV as its text, any other as its bytes. */
    attachment?: { name: string; text: string } | { name: string; bytes: Buffer }
    /**
     * A document whose files are attached to a mail. The files are made when the mail is sent, which is safe because a document's content never changes.
     * `name`: what lists of messages show as the attachment until then.
     */
    document?: { id: string; name: string }
    /** For a slip: the sale that the slip is about. */
    sale_id?: string
    /** The message's id, if the rows that cause the message have to name it. */
    id?: string
  }
}[MessageKind]

/** After this delay the caller's transaction has usually ended, and sending is enqueued; if not, the job that runs each minute finds the message. */
const NUDGE_MS = 300

export type Posting = Pick<Services, 'keys' | 'clock' | 'post'> & Partial<Pick<Services, 'jobs'>>

/** Writes a message in the caller's transaction; returns its id. Without `jobs` the message is not enqueued, and the job that runs each minute sends it. */
export async function putMessage(q: Query, { keys, clock, post, jobs }: Posting, message: Message): Promise<string> {
  const { kind, channel, language, organisation_id, data, attachment, document, sale_id, id = newId() } = message
  const recipient = message.recipient.replace(/[\r\n]+/g, '').trim()
  const brand = await brandOf(q, organisation_id, post.linkOrigin)
  const { subject, text } = compose(kind, channel, language, data, brand, Boolean(post.mailbox) && ANSWERED.includes(kind))
  const state = post[channel] ? ('waiting' as const) : ('kept' as const)
  // The text of a secret message that no service can send is not stored, because nobody may read PINs in the portal.
  const isKept = state === 'waiting' || !isSecret(kind)
  const row = {
    id,
    organisation_id,
    channel,
    kind,
    recipient,
    recipient_search: fold(recipient),
    language,
    subject,
    state,
    next_try_at: clock(),
    created_at: clock(),
  }
  const file = attachment ? { attachment_name: attachment.name, attachment: await sealedFile(keys, id, attachment) } : {}
  const drawn = document ? { attachment_name: document.name, document_id: document.id } : {}
  await addMessage(q, {
    tenant_id: brand.tenant_id,
    ...row,
    ...file,
    ...drawn,
    ...(sale_id && { sale_id }),
    ...(isKept && { body: keys.seal(sealedFor(id), text) }),
  })
  if (state === 'waiting' && jobs) setTimeout(() => void jobs.enqueue('send_messages', { tenant_id: brand.tenant_id }).catch(() => undefined), NUDGE_MS).unref()
  return id
}

const sealedFile = async (keys: Posting['keys'], id: string, file: NonNullable<Message['attachment']>): Promise<Buffer> =>
  'bytes' in file ? keys.sealFile(bytesFor(id), file.bytes) : keys.seal(attachmentFor(id), file.text)
