// Mail and text messages: what is said, in the reader's language and in the organisation's name. Written in the transaction that causes it.
import type { Language } from '../../../contract/auth.ts'
import { fold } from '../../../contract/kit/fold.ts'
import type { Query } from '../../kit/db.ts'
import { newId } from '../../kit/ids.ts'
import type { Services } from '../../kit/services.ts'

/** What a message can be for; `data` are the places of its text. */
export type MessageKind = 'login_code' | 'registration' | 'registration_code' | 'code_setup' | 'new_device' | 'password_changed' | 'login_request'

export type Message = {
  kind: MessageKind
  channel: 'email' | 'sms'
  recipient: string
  language: Language
  /** In whose name: its name and support contact stand in the text. */
  organisation_id: string
  data: Record<string, string>
}

export const sealedFor = (message_id: string) => `message ${message_id}`

/** In the caller's transaction, in its tenant. */
export async function putMessage(q: Query, { keys, clock }: Pick<Services, 'keys' | 'clock'>, message: Message): Promise<void> {
  const { kind, channel, recipient, language, organisation_id, data } = message
  const id = newId()
  const text = Object.entries(data)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
  await q.query(
    `insert into messages (tenant_id, id, organisation_id, channel, kind, recipient, recipient_search, language, subject, body, next_try_at, created_at)
     values (current_setting('app.tenant')::int, $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    [id, organisation_id, channel, kind, recipient, fold(recipient), language, kind, keys.seal(sealedFor(id), text), clock()],
  )
}
