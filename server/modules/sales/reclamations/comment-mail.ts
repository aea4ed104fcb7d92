// A comment on a claim, mailed to the person on the other side of the claim, in the transaction that writes the comment (decision 0099).
import type { Language } from '../../../../contract/kit/languages.ts'
import type { SignedIn } from '../../../kit/actor.ts'
import type { Clock } from '../../../postgres/clock.ts'
import type { Query } from '../../../postgres/db.ts'
import { type Posting, putMessage } from '../../messages/messages/messages.ts'
import { followerOf, mailedAbout, noteMail } from './comment-mail.sql.ts'
import type { Claim } from './reclamations.sql.ts'
import { organisationFor } from './reclamations.ts'

/** The most mails about one claim to one person in a day. Further comments are read in the portal. */
export const MAILS_A_DAY = 10
const DAY_MS = 86_400_000
/** A line of a mail has at most as many characters as a value in a message (compose.ts). */
const LINE = /\S.{0,78}(?=\s|$)|\S{1,80}/g
/** A PIN has at least ten digits or letters with digits among them, perhaps in groups. */
const LIKE_A_PIN = /(?<![\w-])(?=[\w -]*\d)(?:[A-Z0-9]{10,}|\d{3,6}(?:[ -]\d{3,6}){2,})(?![\w-])/g

export const withoutPins = (note: string): string => note.replace(LIKE_A_PIN, (pin) => `•••${pin.slice(-4)}`)

/** The text of a comment in a mail: in short lines, and without anything that looks like a PIN, because more people can read a mailbox than the portal. */
export const mailed = (note: string): string =>
  withoutPins(note)
    .split('\n')
    .flatMap((line) => line.match(LINE) ?? [''])
    .join('\n')

type Commenting = Posting & { actor: SignedIn; now: Clock }

export async function mailComment(q: Query, context: Commenting, claim: Claim, note: string): Promise<void> {
  const { actor, now } = context
  const { tenant_id } = actor
  const { reclaim_id, number, product_name } = claim
  const is_for_shop = actor.organisation_id !== claim.seller_id
  const [follower] = await followerOf(q, { tenant_id, reclaim_id, author_id: actor.user_id, is_for_shop })
  if (!follower) return
  const { user_id, organisation_id, organisation_path, email: recipient, language } = follower
  if ((await mailedAbout(q, { tenant_id, reclaim_id, user_id, since: new Date(now().getTime() - DAY_MS) })) >= MAILS_A_DAY) return
  // An organisation more than one level above the reader is not named to the reader.
  const author = organisationFor({ organisation_path, mask_seller_discount: false }, actor.organisation_id, actor.organisation_name)
  const data = { name: author || '–', number: String(number), product: product_name, lines: mailed(note), path: `/reclaim-request/${reclaim_id}` }
  const id = await putMessage(q, context, { kind: 'reclaim_comment', channel: 'email', recipient, language: language as Language, organisation_id, data })
  await noteMail(q, { tenant_id, id, reclaim_id, user_id, now: now() })
}
