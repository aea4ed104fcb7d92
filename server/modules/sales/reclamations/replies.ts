// Replies to mails about claims: a reply becomes a comment of the recipient of that mail, once, or is refused once with the reason (decision 0099).
import { createHash } from 'node:crypto'
import { allows } from '../../../../contract/kit/access.ts'
import type { Language } from '../../../../contract/kit/languages.ts'
import { claiming } from '../../../../contract/sales/reclamations.ts'
import type { Services } from '../../../http/services.ts'
import { type SignedIn, signedIn } from '../../../kit/actor.ts'
import type { Apart } from '../../../kit/apart.ts'
import { codeOf, isBusy, Refusal } from '../../../kit/errors.ts'
import type { Mailbox } from '../../../kit/mailbox.ts'
import { answeredMail } from '../../../kit/reply-address.ts'
import { type Audit, createAudit } from '../../../postgres/audit.ts'
import type { Query } from '../../../postgres/db.ts'
import type { JobList } from '../../../postgres/jobs.ts'
import { isLost } from '../../../postgres/pool.ts'
import { putMessage } from '../../messages/messages/messages.ts'
import { type Person, personOf } from '../../papers/report-schedules/report-schedules.ts'
import { moveOne } from './claim-steps.ts'
import { withoutPins } from './comment-mail.ts'
import { type Letter, letterReading } from './letter.ts'
import { oneClaim } from './reclamations.sql.ts'
import { type Answered, mailAnswered, noteReply, repliesTo } from './replies.sql.ts'

export type Needs = Pick<Services, 'db' | 'keys' | 'clock' | 'post' | 'log' | 'money'>
export type Outcome = 'taken' | 'refused' | 'ignored'

const DAY_MS = 86_400_000
/** For how long after a claim was decided replies by mail are still taken. */
const CLOSED_MS = 14 * DAY_MS
/** The most replies to one claim that are taken in an hour, whoever sends them. */
export const REPLIES_AN_HOUR = 20
/** The most characters of a comment; the portal has the same limit. */
const NOTE_MAX = 1000

export const replyJobs = (needs: Needs & { mailbox: Mailbox; apart: Apart }): JobList => ({
  read_mail: { cron: '* * * * *', work: () => needs.mailbox.read((source) => takeMail(needs, source)) },
})

/**
 * Takes one mail of the mailbox. If the database cannot be reached, the mail stays unread. A mail that fails for another reason is left out, because it would
 * keep all later mails waiting.
 */
async function takeMail(needs: Needs & { apart: Apart }, source: Buffer): Promise<void> {
  try {
    const outcome = await takeLetter(needs, await needs.apart.run(POSTMAN, letterReading, source))
    needs.log.info({ outcome }, 'mail read')
  } catch (error) {
    if (isBusy(error) || isLost(error)) throw error
    needs.log.error({ error: error instanceof Refusal ? error.code : String(error) }, 'a mail is left out')
  }
}
/** The requester for the process that opens mails. It stands for no person and no tenant, because the tenant is known only after the mail was opened. */
const POSTMAN = { tenant_id: 0, user_id: 'mailbox' }

/** What is stored of a reply: the mail that it answers, and the digest of its own Message-ID. */
type Reply = { tenant_id: number; mail_id: string; digest: Buffer }

export async function takeLetter(needs: Needs, letter: Letter): Promise<Outcome> {
  const [mail] = letter.to.flatMap((address) => answeredMail(needs.keys, address) ?? [])
  if (!mail || letter.is_automatic || letter.message_id === '') return 'ignored'
  const reply = { tenant_id: mail.tenant_id, mail_id: mail.id, digest: createHash('sha256').update(letter.message_id).digest() }
  try {
    return await needs.db.write(mail.tenant_id, (q) => take(q, needs, reply, letter))
  } catch (error) {
    // PX404: the claim is no longer one that the user may see. PX414: the claim has moved on meanwhile, or has as many steps as it may have.
    if (!['PX404', 'PX414'].includes(codeOf(error))) throw error
    return needs.db.write(mail.tenant_id, (q) => refuse(q, needs, reply))
  }
}

async function take(q: Query, needs: Needs, reply: Reply, letter: Letter): Promise<Outcome> {
  const { db, keys, clock } = needs
  const { tenant_id, mail_id } = reply
  const [answered] = await mailAnswered(q, tenant_id, mail_id)
  // The token alone is not enough, because a person to whom the mail was forwarded must not write in the recipient's name.
  if (!answered || answered.email === '' || answered.email.toLowerCase() !== letter.from) return 'ignored'
  const actor = await actorOf(q, tenant_id, answered)
  const [claim] = actor ? await oneClaim(q, actor, answered.reclaim_id, clock()) : []
  const isOpen = claim && (!['accepted', 'rejected'].includes(claim.state) || Date.parse(claim.changed_at) > clock().getTime() - CLOSED_MS)
  if (!actor || !isOpen) return refuse(q, needs, reply)
  const { taken } = await repliesTo(q, { tenant_id, mail_id, reclaim_id: claim.reclaim_id, since: new Date(clock().getTime() - DAY_MS / 24) })
  // The text is cut before PINs are searched, because the search takes very long in a long text. It is cut far behind the limit, so that a PIN at the limit
  // stays whole and is found.
  const note = withoutPins(letter.text.slice(0, 2 * NOTE_MAX))
    .slice(0, NOTE_MAX)
    .trim()
  const outcome = note !== '' && taken < REPLIES_AN_HOUR ? 'taken' : 'ignored'
  if ((await noteReply(q, { ...reply, outcome, now: clock() })).length === 0 || outcome === 'ignored') return 'ignored'
  const pen = createAudit({ db, keys, clock }, tenant_id, { action: 'reclaimsList', actor: null, address: '', device: 'mail' })
  const audit: Audit = (change, own) => pen.audit(change && { ...change, by: actor }, own)
  await moveOne(q, { ...needs, actor, now: clock, audit }, claim.reclaim_id, { step: 'message', note, proof: null }, null)
  if (letter.has_files) await tell(q, needs, answered, 'reclaim_reply_files')
  return 'taken'
}

/** The recipient as a signed-in user; undefined if that user may not work with claims any more. */
async function actorOf(q: Query, tenant_id: number, { user_id, organisation_id }: Answered): Promise<SignedIn | undefined> {
  const [person] = await personOf(q, tenant_id, user_id, organisation_id)
  if (!person || person.email !== person.email_proven) return undefined
  const actor = signedIn({ ...person, chosen_tenant_id: null, created_at: '', ends_at: null } as Person, tenant_id, false)
  return allows(claiming, actor) ? actor : undefined
}

/** Refuses a reply. Only the first refused reply to a mail is answered with the reason. */
async function refuse(q: Query, needs: Needs, reply: Reply): Promise<Outcome> {
  const { tenant_id, mail_id } = reply
  const [answered] = await mailAnswered(q, tenant_id, mail_id)
  if (!answered) return 'ignored'
  const { has_refused } = await repliesTo(q, { tenant_id, mail_id, reclaim_id: answered.reclaim_id, since: needs.clock() })
  const isNew = (await noteReply(q, { ...reply, outcome: 'refused', now: needs.clock() })).length > 0
  if (isNew && !has_refused) await tell(q, needs, answered, 'reclaim_reply_refused')
  return 'refused'
}

const tell = (
  q: Query,
  needs: Needs,
  { organisation_id, email, language, number, reclaim_id }: Answered,
  kind: 'reclaim_reply_refused' | 'reclaim_reply_files',
) =>
  putMessage(q, needs, {
    ...{ kind, channel: 'email', recipient: email, language: language as Language, organisation_id },
    data: { number: String(number), path: `/reclaim-request/${reclaim_id}` },
  })
