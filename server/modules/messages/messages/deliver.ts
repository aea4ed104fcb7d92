// Sends waiting messages, in a job right after the request that wrote them and in a job each minute. Texts are deleted once the message is sent or given up.

import type { Services } from '../../../http/services.ts'
import { CODE_MS } from '../../../kit/codes.ts'
import { type Outlook, SendFailure } from '../../../kit/post.ts'
import { replyAddress } from '../../../kit/reply-address.ts'
import type { Query } from '../../../postgres/db.ts'
import { eachTenant, rounds } from '../../../postgres/each-tenant.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { htmlOf } from './compose.ts'
import {
  type Claimed,
  claim,
  endBeforeRestore,
  endClaimed,
  eraseRecipients,
  eraseTexts,
  keepUnsendable,
  noteFailed,
  noteRetry,
  noteSent,
} from './deliver.sql.ts'
import { ANSWERED, attachmentFor, bytesFor, type MessageKind, sealedFor } from './kinds.ts'
import { brandOf } from './messages.sql.ts'

type Needs = Pick<Services, 'db' | 'keys' | 'clock' | 'post' | 'log'> & { documents?: DocumentFiles }
/** Makes the files of a document that are attached to a mail. */
export type DocumentFiles = (q: Query, tenant_id: number, document_id: string) => Promise<readonly { file_name: string; bytes: Buffer }[]>
/** For each channel whose service cannot be reached, the time at which the service is tried again. */
type Away = Map<'email' | 'sms', number>

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** How long a message is claimed: longer than it takes to send all claimed messages, even with slow services. */
const CLAIM_MS = 5 * MINUTE_MS
/** How many times the server tries to send a message. The second attempt comes one minute after the first, the others after 2, 4 … 64 minutes. */
export const ATTEMPTS_MAX = 8
const ROUND = { attempts: ATTEMPTS_MAX, at_once: 3 }
/** For how long the server does not try a service that cannot be reached, because waiting for it would delay all other jobs. */
const AWAY_MS = MINUTE_MS / 2
const TEXTS_KEPT_MS = 7 * DAY_MS
const RECIPIENTS_KEPT_MS = 90 * DAY_MS
/**
 * A message with PINs is sent only within this time after it was written. The customer waits for the message at the shop's counter; after this time nobody
 * expects it any more, and the customer will have asked for another message.
 */
const PINS_MS = 3 * 60 * MINUTE_MS
/**
 * A reminder is sent only within this time after it was written. A later reminder, for example from a restored backup, may demand what has been done meanwhile.
 */
const REMINDER_MS = 12 * 60 * MINUTE_MS
/** For how long a message is useful after it was written. Later it is not sent. */
const USEFUL_MS: Partial<Record<MessageKind, number>> = {
  login_code: CODE_MS,
  registration_code: CODE_MS,
  code_setup: CODE_MS,
  login_request: 15 * MINUTE_MS,
  pins: PINS_MS,
  credit_low: REMINDER_MS,
  credit_lasts: REMINDER_MS,
}

export function messageJobs(needs: Needs): JobList {
  const away: Away = new Map()
  const round = rounds(needs, 'send_messages', (tenant_id) => sendWaiting(needs, tenant_id, away))
  return {
    send_messages: {
      cron: '* * * * *',
      work: ({ tenant_id }) => (typeof tenant_id === 'number' ? sendWaiting(needs, tenant_id, away) : round()),
    },
    forget_messages: { cron: '27 * * * *', work: () => eachTenant(needs, (tenant_id) => forgetMessages(needs, tenant_id)) },
  }
}

/** Sends all messages that are due, some at a time. */
export async function sendWaiting(needs: Needs, tenant_id: number, away: Away = new Map()): Promise<void> {
  const { db, clock, post } = needs
  const channels = (['email', 'sms'] as const).filter((channel) => post[channel])
  await db.write(tenant_id, async (q) => {
    await keepUnsendable(q, tenant_id, channels)
    await endBeforeRestore(q, tenant_id)
    await endClaimed(q, tenant_id, clock(), ATTEMPTS_MAX)
  })
  for (let claimed = ROUND.at_once; claimed === ROUND.at_once; ) {
    const open = channels.filter((channel) => (away.get(channel) ?? 0) <= clock().getTime())
    const until = new Date(clock().getTime() + CLAIM_MS)
    const turn = open.length > 0 ? await db.write(tenant_id, (q) => claim(q, tenant_id, clock(), until, open, ROUND)) : []
    const outlooks = await Promise.all(turn.map((message) => sendOne(needs, tenant_id, message)))
    for (const [i, { channel }] of turn.entries()) if (outlooks[i] === 'away') away.set(channel, clock().getTime() + AWAY_MS)
    claimed = turn.length
  }
}

async function sendOne(needs: Needs, tenant_id: number, message: Claimed): Promise<Outlook | undefined> {
  const { db, clock, log } = needs
  const isTooLate = clock().getTime() > Date.parse(message.created_at) + (USEFUL_MS[message.kind] ?? Number.POSITIVE_INFINITY)
  const ended = isTooLate ? new SendFailure('too_late', 'final') : await send(needs, tenant_id, message).catch(failureOf)
  const failure = typeof ended === 'string' ? undefined : ended
  await db.write(tenant_id, (q) => {
    if (typeof ended === 'string') return noteSent(q, tenant_id, message, ended, clock())
    if (ended.outlook === 'final' || message.attempts >= ATTEMPTS_MAX) return noteFailed(q, tenant_id, message, ended.code)
    return noteRetry(q, tenant_id, message, ended.code, new Date(clock().getTime() + MINUTE_MS * 2 ** (message.attempts - 1)))
  })
  // The log contains neither recipient nor text, because more people can read a log than a mailbox.
  if (failure) log.warn({ tenant_id, message_id: message.id, channel: message.channel, code: failure.code, attempt: message.attempts }, 'message not sent')
  return failure?.outlook
}

/** Sends one message; returns the names of the attached files. */
async function send({ db, keys, post, documents }: Needs, tenant_id: number, message: Claimed): Promise<string> {
  const { id, organisation_id, country, channel, recipient, language, subject, body, attachment, attachment_name, document_id } = message
  if (!body) throw new SendFailure('no_text', 'final')
  const text = keys.unseal(sealedFor(id), body)
  if (channel === 'sms') {
    await post.sms?.send({ recipient, country, text })
    return ''
  }
  const { portal } = await db.read(tenant_id, (q) => brandOf(q, organisation_id, post.linkOrigin))
  const drawn = document_id && documents ? await db.read(tenant_id, (q) => documents(q, tenant_id, document_id)) : []
  const replyTo = post.mailbox && ANSWERED.includes(message.kind) ? replyAddress(keys, post.mailbox, tenant_id, id) : undefined
  const files = [
    ...(attachment ? [{ filename: attachment_name, content: await fileIn(keys, message, attachment) }] : []),
    ...drawn.map(({ file_name, bytes }) => ({ filename: file_name, content: bytes })),
  ]
  await post.email?.send({ id, from: portal, recipient, subject, text, html: htmlOf(subject, text, language), language, files, replyTo })
  return files.map(({ filename }) => filename).join(', ')
}

/** Opens an attachment: that of a report is bytes, any other is text. */
const fileIn = async (keys: Needs['keys'], { id, kind }: Claimed, attachment: Buffer): Promise<string | Buffer> =>
  kind === 'report' ? Buffer.from(await keys.unsealFile(bytesFor(id), attachment), 'base64') : keys.unseal(attachmentFor(id), attachment)

const failureOf = (error: unknown): SendFailure => (error instanceof SendFailure ? error : new SendFailure('unknown', 'later'))

async function forgetMessages({ db, clock }: Needs, tenant_id: number): Promise<void> {
  const before = (ms: number) => new Date(clock().getTime() - ms)
  await db.write(tenant_id, async (q) => {
    await eraseTexts(q, tenant_id, before(TEXTS_KEPT_MS))
    await eraseRecipients(q, tenant_id, before(RECIPIENTS_KEPT_MS))
  })
}
